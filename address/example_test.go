package address_test

import (
	"fmt"

	"curtsy/address"
)

func ExampleParse() {
	for _, text := range []string{
		"HTTPS://Www.Bücher.example:443/a/../%7Eann?b=2&a=1#top",
		"http://0x7f.1/",
		"ftp://shop.example/",
		"https://ann:secret@shop.example/",
	} {
		a, err := address.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(a)
	}
	// Output:
	// https://www.xn--bcher-kva.example/~ann?b=2&a=1
	// http://127.0.0.1/
	// "ftp://shop.example/": the scheme is "ftp"; only http and https are taken
	// "https://***@shop.example/": it holds a user name or a password; a login is given with --header or --cookie
}

func ExampleAddress_Resolve() {
	page, err := address.Parse("https://shop.example/products/all?page=2")
	if err != nil {
		panic(err)
	}
	for _, reference := range []string{"blue-shoes#top", "../about", "?page=3", "//cdn.example/a", "/"} {
		a, err := page.Resolve(reference)
		fmt.Println(a, err)
	}
	// Output:
	// https://shop.example/products/blue-shoes <nil>
	// https://shop.example/about <nil>
	// https://shop.example/products/all?page=3 <nil>
	// https://cdn.example/a <nil>
	// https://shop.example/ <nil>
}

func ExampleOrigin() {
	a, err := address.Parse("https://www.shop.example:8443/p/1")
	if err != nil {
		panic(err)
	}
	fmt.Println(a.Origin(), "is judged by", a.Origin().Robots())
	fmt.Println(a.Site(), "is paced, on the host", a.Site().Host())
	// Output:
	// https://www.shop.example:8443 is judged by https://www.shop.example:8443/robots.txt
	// shop.example:8443 is paced, on the host shop.example
}
