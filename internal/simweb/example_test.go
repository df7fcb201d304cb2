package simweb_test

import (
	"fmt"
	"io"
	"net/http"

	"curtsy/internal/simweb"
)

// A web is written down, asked, and then judged by what its sites saw.
func ExampleParse() {
	c, err := simweb.Parse([]byte(`# The shop asks for nothing.
-- shop.example/robots.txt --
User-agent: *
Disallow: /cart
-- shop.example/ --
<a href=/cart>Your cart</a>
-- shop.example/cart (status 429) (header Retry-After: 7) --
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Web.Close()
	transport := &http.Transport{DialContext: c.Web.Dial}
	defer transport.CloseIdleConnections()
	for _, target := range []string{"/robots.txt", "/", "/cart"} {
		req, _ := http.NewRequest("GET", "http://shop.example"+target, nil)
		req.Header.Set("User-Agent", "ExampleBot/1.0 (+https://example.org/bot)")
		resp, err := transport.RoundTrip(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	for _, e := range c.Web.Log() {
		fmt.Println(e.Method, e.Target, e.Status)
	}
	v := simweb.Judge(c.Web.Log())[0]
	fmt.Println(v.Site, "in flight:", v.MostInFlight, "disallowed:", len(v.Disallowed))
	// Output:
	// GET /robots.txt 200
	// GET / 200
	// GET /cart 429
	// shop.example in flight: 1 disallowed: 1
}
