package traps

import (
	"regexp"
	"testing"

	"curtsy/address"
)

func parse(t testing.TB, text string) address.Address {
	t.Helper()
	a, err := address.Parse("http://site.example" + text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestTheTable: every row has a name, a reason, and examples on either side of it.
func TestTheTable(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range Table() {
		if !regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`).MatchString(row.Name) || seen[row.Name] || len(row.Reason) < 20 || len(row.Are) < 2 || len(row.AreNot) < 2 {
			t.Errorf("the row %q is not whole, or stands twice", row.Name)
		}
		seen[row.Name] = true
		for _, text := range row.Are {
			if got, is := Of(parse(t, text)); !is || got.Name != row.Name {
				t.Errorf("%s is %q, want %s", text, got.Name, row.Name)
			}
		}
		for _, text := range row.AreNot {
			if got, is := Of(parse(t, text)); is {
				t.Errorf("%s is %s, and is no trap", text, got.Name)
			}
		}
	}
}

// TestOrdinaryAddresses are followed.
func TestOrdinaryAddresses(t *testing.T) {
	for _, text := range []string{
		"/", "/about", "/p/17", "/p?id=17", "/?p=123", "/list?page=2", "/list?paged=3", "/product.php?cat=3&id=17", "/viewtopic.php?f=2&t=17",
		"/index.php?option=com_content&view=article&id=5", "/2024/05/17/an-article/", "/blog/2024/05/", "/en/news/17-a-title", "/wiki/Tea", "/w/index.php?title=Tea",
		"/owner/repo", "/owner/repo/blob/main/README.md", "/owner/repo/issues/17", "/docs/search/index.html", "/list?colour=red", "/item/9f8a7b6c5d4e3f2a/name",
		"/a?ref=home", "/p?variant=123456", "/journal?volume=3&issue=2", "/categories/filters/oil", "/sortiment", "/orders-and-returns", "/printers/laser",
		"/events", "/events/spring-fair", "/calendar", "/session-musicians", "/authors?letter=S", "/list?start=20", "/f?lang=de",
	} {
		if got, is := Of(parse(t, text)); is {
			t.Errorf("%s is taken for %s", text, got.Name)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	plain, queried := parse(b, "/products/garden/a-blue-watering-can"), parse(b, "/product.php?cat=3&id=17")
	b.Run("path", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Of(plain)
		}
	})
	b.Run("query", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Of(queried)
		}
	})
}

// TestWordsCanBeSought: the seeker needs three octets to begin with, and a bit a row.
func TestWordsCanBeSought(t *testing.T) {
	if n := len(Table()); n > 32 {
		t.Errorf("the table has %d rows, and the seeker bits for 32", n)
	}
	for _, row := range Table() {
		for _, word := range row.words {
			if len(word) < begun || lower(word) != word {
				t.Errorf("%s: the word %q is too short, or not in lower case", row.Name, word)
			}
		}
	}
}

func parseAny(target string) (address.Address, error) {
	return address.Parse("http://site.example" + target)
}
