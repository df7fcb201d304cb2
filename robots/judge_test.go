package robots

import "testing"

// A judged row says what file tells the crawler named "curtsy" about a target. The
// line is the one that must decide: 0 when none may.
type judged struct {
	name    string
	file    string
	target  string
	allowed bool
	line    int
}

func check(t *testing.T, rows []judged) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Helper()
			v := Parse([]byte(row.file)).Judge("curtsy", row.target)
			if v.Allowed != row.allowed || v.Line != row.line {
				t.Errorf("%q of %q: allowed %t by line %d (%q, group %q), want %t by line %d",
					row.target, row.file, v.Allowed, v.Line, v.Rule, v.Group, row.allowed, row.line)
			}
		})
	}
}

func TestGroupsAreRunsOfUserAgentLinesThatOnlyRulesClose(t *testing.T) {
	check(t, []judged{
		{"no octet", "", "/x", true, 0},
		{"only comments", "# nothing\n#Disallow: /\n", "/x", true, 0},
		{"an agent without rules", "User-agent: curtsy\n", "/x", true, 0},
		{"a blank line between agent and rule", "User-agent: curtsy\n\n\nDisallow: /x\n", "/x", false, 4},
		{"a blank line between rules", "User-agent: curtsy\nDisallow: /y\n\nDisallow: /x\n", "/x", false, 4},
		{"a blank line between agents", "User-agent: curtsy\n\nUser-agent: other\nDisallow: /x", "/x", false, 4},
		{"a comment line between agents", "User-agent: curtsy\n# and\nUser-agent: other\nDisallow: /x", "/x", false, 4},
		{"a rule ends the run", "User-agent: curtsy\nAllow: /\nUser-agent: other\nDisallow: /x", "/x", true, 2},
		{"an empty Disallow ends the run", "User-agent: curtsy\nDisallow:\nUser-agent: other\nDisallow: /", "/x", true, 0},
		{"an empty Allow ends the run", "User-agent: curtsy\nAllow:\nUser-agent: other\nDisallow: /", "/x", true, 0},
		{"a rule that can match nothing ends the run", "User-agent: curtsy\nDisallow: x\nUser-agent: other\nDisallow: /", "/x", true, 0},
		{"Crawl-delay ends no run", "User-agent: curtsy\nCrawl-delay: 5\nUser-agent: other\nDisallow: /", "/x", false, 4},
		{"Request-rate ends no run", "User-agent: curtsy\nRequest-rate: 1/5\nUser-agent: other\nDisallow: /", "/x", false, 4},
		{"Visit-time ends no run", "User-agent: curtsy\nVisit-time: 0100-0200\nUser-agent: other\nDisallow: /", "/x", false, 4},
		{"Sitemap ends no run", "User-agent: curtsy\nSitemap: https://h/s.xml\nUser-agent: other\nDisallow: /", "/x", false, 4},
		{"Content-Signal ends no run", "User-agent: curtsy\nContent-Signal: search=yes\nUser-agent: other\nDisallow: /", "/x", false, 4},
		{"Content-Usage ends no run", "User-agent: curtsy\nContent-Usage: train-ai=n\nUser-agent: other\nDisallow: /", "/x", false, 4},
		{"an unknown key ends no run", "User-agent: curtsy\nHost: h\nUser-agent: other\nDisallow: /", "/x", false, 4},
		{"rubbish ends no run", "User-agent: curtsy\n<p>hello\nUser-agent: other\nDisallow: /", "/x", false, 4},
		{"Sitemap between rules ends no group", "User-agent: curtsy\nDisallow: /a\nSitemap: s\nDisallow: /x", "/x", false, 4},
		{"a rule before any agent binds nobody", "Disallow: /\nUser-agent: curtsy\nDisallow: /y", "/x", true, 0},
		{"a file of rules alone", "Disallow: /\n", "/x", true, 0},
		{"groups of one token merge", "User-agent: curtsy\nDisallow: /x\n\nUser-agent: curtsy\nDisallow: /y", "/x", false, 2},
		{"and the later one counts too", "User-agent: curtsy\nDisallow: /x\n\nUser-agent: curtsy\nDisallow: /y", "/y", false, 5},
		{"groups of * merge", "User-agent: *\nDisallow: /x\nUser-agent: *\nDisallow: /y", "/x", false, 2},
		{"groups of * merge over others", "User-agent: *\nDisallow: /x\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /y", "/y", false, 6},
		{"merged rules compete by length", "User-agent: curtsy\nDisallow: /x/\nUser-agent: curtsy\nAllow: /x/y", "/x/y", true, 4},
		{"a named group replaces *", "User-agent: *\nDisallow: /\nUser-agent: curtsy\nDisallow: /y", "/x", true, 0},
		{"and so when it stands first", "User-agent: curtsy\nDisallow: /y\nUser-agent: *\nDisallow: /", "/x", true, 0},
		{"a named group without rules replaces *", "User-agent: *\nDisallow: /\nUser-agent: curtsy\nCrawl-delay: 2", "/x", true, 0},
		{"a named group with an empty Disallow replaces *", "User-agent: curtsy\nDisallow:\nUser-agent: *\nDisallow: /", "/x", true, 0},
		{"a token and * in one run", "User-agent: *\nUser-agent: curtsy\nDisallow: /x", "/x", false, 3},
		{"* when nobody names us", "User-agent: other\nAllow: /\nUser-agent: *\nDisallow: /x", "/x", false, 4},
		{"nobody when neither", "User-agent: other\nDisallow: /", "/x", true, 0},
		{"an agent that names nobody begins a group", "User-agent: curtsy\nAllow: /x\nUser-agent: 123\nDisallow: /x/y", "/x/y", true, 2},
		{"an agent without a value begins a group", "User-agent: curtsy\nAllow: /x\nUser-agent:\nDisallow: /x/y", "/x/y", true, 2},
		{"a usage token binds no crawler", "User-agent: __usage_ai-training\nDisallow: /", "/x", true, 0},
		{"a usage token beside a crawler", "User-agent: __usage_ai-training\nUser-agent: curtsy\nDisallow: /x", "/x", false, 3},
		{"a usage token begins a group", "User-agent: curtsy\nAllow: /x\nUser-agent: __usage_search\nDisallow: /x/y", "/x/y", true, 2},
	})
}

func TestTokensAreComparedWhole(t *testing.T) {
	for _, row := range []struct {
		name, value, token string
		bound              bool
	}{
		{"as published", "curtsy", "curtsy", true},
		{"in other letters", "CurtSY", "curtsy", true},
		{"asked for in other letters", "curtsy", "CURTSY", true},
		{"with a version", "curtsy/1.0", "curtsy", true},
		{"with a star", "curtsy*", "curtsy", true},
		{"with more words", "Foo Bar", "foo", true},
		{"with more words, by all of them", "Foo Bar", "FooBar", false},
		{"with a whole header", "curtsy/2.1 (+https://example.org/bot)", "curtsy", true},
		{"asked for with a version", "curtsy", "curtsy/1.0", true},
		{"with a dash", "Example-Bot", "example-bot", true},
		{"with an underscore", "example_bot", "Example_Bot", true},
		{"up to a digit", "bot2go", "bot", true},
		{"behind a digit", "2curtsy", "curtsy", false},
		{"shorter than ours", "curt", "curtsy", false},
		{"longer than ours", "curtsy-images", "curtsy", false},
		{"a part of ours", "bot", "examplebot", false},
		{"with a star before", "*bot", "bot", false},
		{"with a star before it is not everybody", "*bot", "curtsy", false},
		{"everybody", "*", "curtsy", true},
		{"everybody and more", "* more", "curtsy", true},
		{"everybody and more after a tab", "*\tmore", "curtsy", true},
		{"everybody, asked for as such", "*", "*", true},
		{"everybody, asked for by no name", "*", "", true},
		{"nobody", "", "", false},
		{"letters outside ASCII end it", "curtsyé", "curtsy", true},
		{"a letter that folds to one of ours", "curtſy", "curtsy", false},
		{"a usage token asked for as a crawler", "__usage_search", "__usage_search", false},
		{"two names in one line are the first", "curtsy, other", "other", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			v := Parse([]byte("User-agent: "+row.value+"\nDisallow: /\n")).Judge(row.token, "/x")
			if v.Allowed == row.bound {
				t.Errorf("%q bound by %q: %t, want %t", row.token, row.value, !v.Allowed, row.bound)
			}
		})
	}
}

func rules(lines string) string { return "User-agent: curtsy\n" + lines }

func TestTheLongestMatchDecidesAndAllowWinsATie(t *testing.T) {
	check(t, []judged{
		{"no match allows", rules("Disallow: /y"), "/x", true, 0},
		{"a prefix", rules("Disallow: /x"), "/xyz/1?q", false, 2},
		{"not in the middle", rules("Disallow: /x"), "/y/x", true, 0},
		{"case matters in a path", rules("Disallow: /Admin"), "/admin", true, 0},
		{"everything", rules("Disallow: /"), "/", false, 2},
		{"an empty target is the root", rules("Disallow: /$"), "", false, 2},
		{"a query alone stands on the root", rules("Disallow: /?x"), "?x=1", false, 2},
		{"a fragment is no part", rules("Disallow: /x$"), "/x#top", false, 2},
		{"a query is a part", rules("Disallow: /x$"), "/x?a", true, 0},
		{"longer Allow", rules("Allow: /p\nDisallow: /"), "/page", true, 2},
		{"longer Disallow", rules("Allow: /p\nDisallow: /pa"), "/page", false, 3},
		{"order is nothing", rules("Disallow: /pa\nAllow: /p"), "/page", false, 2},
		{"a tie", rules("Disallow: /folder\nAllow: /folder"), "/folder/x", true, 3},
		{"a tie the other way", rules("Allow: /folder\nDisallow: /folder"), "/folder/x", true, 2},
		{"a tie of different patterns", rules("Disallow: /*b\nAllow: /a*"), "/ab", true, 3},
		{"a tie of one kind is the first line's", rules("Disallow: /x\nDisallow: /x"), "/x", false, 2},
		{"a longer wildcard", rules("Allow: /page\nDisallow: /*.htm"), "/page.htm", false, 3},
		{"a longer literal", rules("Allow: /page.ht\nDisallow: /*.htm"), "/page.htm", true, 2},
		{"a wildcard at the end counts as long", rules("Allow: /fish*\nDisallow: /fish"), "/fishes", true, 2},
		{"and two count twice", rules("Allow: /fish*\nDisallow: /fish**"), "/fishes", false, 3},
		{"an anchor counts as long", rules("Disallow: /x\nAllow: /x$"), "/x", true, 3},
		{"only the root", rules("Allow: /$\nDisallow: /"), "/", true, 2},
		{"and not below it", rules("Allow: /$\nDisallow: /"), "/x", false, 3},
		{"five nested", rules("Disallow: /\nAllow: /a\nDisallow: /a/b\nAllow: /a/b/c\nDisallow: /a/b/c/d"), "/a/b/c/e", true, 5},
		{"a neighbour that sorts between", rules("Disallow: /a\nAllow: /ab/c\nAllow: /ab/d"), "/ab/cz0", true, 3},
		{"a neighbour that sorts between and does not match", rules("Disallow: /a\nAllow: /ab/c\nAllow: /ab/d"), "/ab/b", false, 2},
		{"robots.txt is always allowed", rules("Disallow: /"), "/robots.txt", true, 0},
		{"and so in another spelling", rules("Disallow: /"), "/%72obots.txt", true, 0},
		{"robots.txt below is a page", rules("Disallow: /"), "/a/robots.txt", false, 2},
		{"robots.txt with more is a page", rules("Disallow: /"), "/robots.txt.bak", false, 2},
		{"robots.txt with a query is a page", rules("Disallow: /"), "/robots.txt?x", false, 2},
		{"empty Disallow is no rule", rules("Disallow:\nDisallow: /y"), "/x", true, 0},
		{"empty Allow is no rule", rules("Allow:\nDisallow: /"), "/x", false, 3},
		{"a path without a slash matches nothing", rules("Disallow: x"), "/x", true, 0},
		{"a whole address matches nothing", rules("Disallow: https://h/x"), "/x", true, 0},
		{"an anchor alone matches nothing", rules("Disallow: $"), "/", true, 0},
	})
}

func TestWildcardsAndAnchors(t *testing.T) {
	check(t, []judged{
		{"any extension", rules("Disallow: /*.gif$"), "/a/b.gif", false, 2},
		{"anchored to the end", rules("Disallow: /*.gif$"), "/a/b.gif?x", true, 0},
		{"not anchored", rules("Disallow: /*.gif"), "/a/b.gif?x", false, 2},
		{"a star first, as the RFC's own example has it", rules("Disallow: *.gif$"), "/b.gif", false, 2},
		{"a star first and a middle", rules("Disallow: *x"), "/axb", false, 2},
		{"a star alone", rules("Disallow: *"), "/x", false, 2},
		{"a star and an anchor", rules("Disallow: *$"), "/x", false, 2},
		{"a star that is nothing", rules("Disallow: /a*b"), "/ab", false, 2},
		{"a star over slashes", rules("Disallow: /a*z"), "/a/b/c/z", false, 2},
		{"a star over the query", rules("Disallow: /a*z"), "/a?b=z", false, 2},
		{"stretches in order", rules("Disallow: /*one*two"), "/one/two", false, 2},
		{"stretches out of order", rules("Disallow: /*one*two"), "/two/one", true, 0},
		{"stretches do not overlap", rules("Disallow: /*aba*bab$"), "/abab", true, 0},
		{"stretches that touch", rules("Disallow: /*aba*bab$"), "/ababab", false, 2},
		{"the last stretch may come twice", rules("Disallow: /*ab$"), "/abab", false, 2},
		{"the anchored end overlaps what went before", rules("Disallow: /x*xyz$"), "/xyz", true, 0},
		{"many stars are one", rules("Disallow: /a***b"), "/a-b", false, 2},
		{"a star before the anchor", rules("Disallow: /a*$"), "/abc", false, 2},
		{"a star before the anchor and nothing", rules("Disallow: /a*$"), "/b", true, 0},
		{"an exact path", rules("Disallow: /x$"), "/x", false, 2},
		{"an exact path and more", rules("Disallow: /x$"), "/xy", true, 0},
		{"a dollar inside is itself", rules("Disallow: /a$b"), "/a$b/c", false, 2},
		{"a dollar inside is no anchor", rules("Disallow: /a$b"), "/a", true, 0},
		{"a dollar before a star is itself", rules("Disallow: /a$*"), "/a", true, 0},
		{"a dollar before a star matches a dollar", rules("Disallow: /a$*"), "/a$x", false, 2},
		{"two dollars: one itself, one anchor", rules("Disallow: /a$$"), "/a$", false, 2},
		{"two dollars and more", rules("Disallow: /a$$"), "/a$b", true, 0},
		{"the first parameter", rules("Disallow: /*?sid="), "/p?sid=2", false, 2},
		{"not a later one", rules("Disallow: /*?sid="), "/p?a=1&sid=2", true, 0},
		{"a question mark is itself", rules("Disallow: /a?b"), "/axb", true, 0},
		{"brackets and dots are themselves", rules("Disallow: /[a-z].+"), "/abc", true, 0},
		{"the same beginning, the longest of many", rules("Disallow: /s/*/x\nAllow: /s/*/xy\nDisallow: /s/*z"), "/s/1/xyz", true, 3},
		{"a wildcard under a longer plain prefix", rules("Allow: /s/1\nDisallow: /s/*/page"), "/s/1/page", false, 3},
	})
}

func TestBothSidesAreComparedInOneSpelling(t *testing.T) {
	check(t, []judged{
		{"hex case in the rule", rules("Disallow: /a%2fb"), "/a%2Fb", false, 2},
		{"hex case in the target", rules("Disallow: /a%2Fb"), "/a%2fb", false, 2},
		{"an escaped slash is no slash", rules("Disallow: /a%2fb"), "/a/b", true, 0},
		{"a slash is no escaped slash", rules("Disallow: /a/b"), "/a%2Fb", true, 0},
		{"an escaped tilde in the rule", rules("Disallow: /%7Euser"), "/~user", false, 2},
		{"an escaped tilde in the target", rules("Disallow: /~user"), "/%7euser", false, 2},
		{"escaped letters in the rule", rules("Disallow: /%62%61%7A"), "/baz", false, 2},
		{"escaped letters in the target", rules("Disallow: /baz"), "/%62%61%7A", false, 2},
		{"an escaped digit and dash", rules("Disallow: /%31%2D"), "/1-", false, 2},
		{"raw UTF-8 in the target", rules("Disallow: /caf%C3%A9"), "/café", false, 2},
		{"raw UTF-8 in the rule", rules("Disallow: /café"), "/caf%c3%a9", false, 2},
		{"raw octets that are not UTF-8", rules("Disallow: /caf\xe9"), "/caf%E9", false, 2},
		{"and they are not the UTF-8 letter", rules("Disallow: /caf\xe9"), "/caf%C3%A9", true, 0},
		{"a letter counts its octets when escaped", rules("Disallow: /ツ\nAllow: /*******"), "/ツ", false, 2},
		{"an escaped star is a star in the target", rules("Disallow: /x-%2A"), "/x-*", false, 2},
		{"an escaped star is no wildcard", rules("Disallow: /x-%2A"), "/x-1", true, 0},
		{"an escaped star on both sides", rules("Disallow: /x-%2a"), "/x-%2A", false, 2},
		{"a star in the target is no wildcard", rules("Disallow: /x-1"), "/x-*", true, 0},
		{"a wildcard matches a star", rules("Disallow: /x-*y"), "/x-*y", false, 2},
		{"an escaped dollar is a dollar in the target", rules("Disallow: /x%24"), "/x$", false, 2},
		{"an escaped dollar is no anchor", rules("Disallow: /x%24"), "/x", true, 0},
		{"an escaped dollar and an anchor", rules("Disallow: /x%24$"), "/x$y", true, 0},
		{"a dollar in the target is no anchor", rules("Disallow: /x$y"), "/x%24y", false, 2},
		{"decoded once: rule", rules("Disallow: /%2562"), "/b", true, 0},
		{"decoded once: target", rules("Disallow: /b"), "/%2562", true, 0},
		{"decoded once: the same", rules("Disallow: /%2562"), "/%2562", false, 2},
		{"an escaped percent is no bare one", rules("Disallow: /%25"), "/%zz", true, 0},
		{"a blank in a rule", rules("Disallow: /a b"), "/a%20b", false, 2},
		{"a blank in a target", rules("Disallow: /a%20b"), "/a b", false, 2},
		{"a plus is no blank", rules("Disallow: /a+b"), "/a%20b", true, 0},
		{"a tab inside a rule", rules("Disallow: /a\tb"), "/a%09b", false, 2},
		{"a control in a rule", rules("Disallow: /a\x01b"), "/a%01b", false, 2},
		{"a delete in a rule", rules("Disallow: /a\x7fb"), "/a%7Fb", false, 2},
		{"a zero octet in a rule", rules("Disallow: /a\x00b"), "/a%00b", false, 2},
		{"markup in a rule", rules("Disallow: /a<b"), "/a%3Cb", false, 2},
		{"braces in a rule", rules("Disallow: /{id}"), "/%7Bid%7D", false, 2},
		{"an apostrophe, which a query has escaped", rules("Disallow: /?q='a"), "/?q=%27a", false, 2},
		{"an escaped hash", rules("Disallow: /a%23b"), "/a%23b", false, 2},
		{"a percent that escapes nothing", rules("Disallow: /100%"), "/100%", false, 2},
		{"a percent before no hex", rules("Disallow: /%zz"), "/%zz", false, 2},
		{"a percent at the very end", rules("Disallow: /a%2"), "/a%2", false, 2},
		{"reserved octets stand", rules("Disallow: /a;b=c,d@e:f!(g)"), "/a;b=c,d@e:f!(g)", false, 2},
		{"an escaped equals sign is not a bare one", rules("Disallow: /?a%3Db"), "/?a=b", true, 0},
	})
}

func TestVerdictSaysLineRuleAndGroup(t *testing.T) {
	file := "# hello\nUser-agent: Curtsy\nDISALLOW :  /cart   # not for robots\nAllow: /\n\nUser-agent: *\nDisalow: /all\n"
	f := Parse([]byte(file))
	for _, row := range []struct {
		token, target string
		want          Verdict
	}{
		{"curtsy", "/cart/1", Verdict{false, 3, "DISALLOW :  /cart", "curtsy"}},
		{"curtsy", "/x", Verdict{true, 4, "Allow: /", "curtsy"}},
		{"other", "/all", Verdict{false, 7, "Disalow: /all", "*"}},
		{"other", "/x", Verdict{true, 0, "", "*"}},
		{"curtsy", "/robots.txt", Verdict{true, 0, "", ""}},
	} {
		if got := f.Judge(row.token, row.target); got != row.want {
			t.Errorf("%s %s: %+v, want %+v", row.token, row.target, got, row.want)
		}
	}
	f = Parse([]byte("User-agent: curtsy\nCrawl-delay: 1\nUser-agent: *\nUser-agent: x\nDisallow: /"))
	if got := f.Judge("curtsy", "/x"); got.Group != "curtsy" {
		t.Errorf("a run over a Crawl-delay: %+v", got)
	}
	if got := Parse(nil).Judge("curtsy", "/x"); got != (Verdict{Allowed: true}) {
		t.Errorf("an empty file: %+v", got)
	}
	if got := new(File).Judge("curtsy", "/x"); got != (Verdict{Allowed: true}) {
		t.Errorf("the zero file: %+v", got)
	}
}
