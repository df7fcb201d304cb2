package page

// A Code names what became of an address that gave no page. The list is closed;
// [Codes] is the table behind the documentation, the exit codes and resume. A Code
// is an error, so that errors.Is(err, page.RateLimited) works.
type Code string

// Class says who decided: we never asked, we asked and got nothing usable, or the
// site answered with a status.
type Class string

// The three classes.
const (
	Refused  Class = "refused"
	Failed   Class = "failed"
	Answered Class = "answered"
)

// The codes, in the order of the table.
const (
	BadAddress        Code = "bad_address"
	NoIdentity        Code = "no_identity"
	RefusedAddress    Code = "refused_address"
	OptedOut          Code = "opted_out"
	RefusedByRobots   Code = "refused_by_robots"
	RobotsUnreachable Code = "robots_unreachable"
	CrawlDelayTooLong Code = "crawl_delay_too_long"
	OutsideHours      Code = "outside_hours"
	RateLimited       Code = "rate_limited"
	SiteResting       Code = "site_resting"
	Blocked           Code = "blocked"
	BudgetSpent       Code = "budget_spent"
	RightsReserved    Code = "rights_reserved"
	NoIndex           Code = "noindex"
	RedirectedOffSite Code = "redirected_off_site"

	ConnectionFailed Code = "connection_failed"
	NameNotFound     Code = "name_not_found"
	TLSFailed        Code = "tls_failed"
	TimedOut         Code = "timed_out"
	Truncated        Code = "truncated"
	RedirectLoop     Code = "redirect_loop"
	TooManyRedirects Code = "too_many_redirects"
	BadEncoding      Code = "bad_encoding"
	BadRedirect      Code = "bad_redirect"
	NotAPage         Code = "not_a_page"
	TooLarge         Code = "too_large"
	TooSlow          Code = "too_slow"

	PaymentRequired Code = "payment_required"
	HTTPError       Code = "http_error"
)

// A CodeRow is one row of the table of codes.
type CodeRow struct {
	Code      Code
	Class     Class
	Retryable bool   // whether asking again later may help, unless the error itself says otherwise
	When      string // one sentence for a person
}

// Codes gives the table of every code, in its stated order.
func Codes() []CodeRow {
	return []CodeRow{
		{BadAddress, Refused, false, "it is not an http or https address, or has a user name or password in it"},
		{NoIdentity, Refused, false, "the address is public and no contact is configured"},
		{RefusedAddress, Refused, false, "it is off the public internet, or leads there"},
		{OptedOut, Refused, false, "the site or path is on the operator's opt-out list"},
		{RefusedByRobots, Refused, false, "robots.txt disallows it, or answered 401, 403 or 451"},
		{RobotsUnreachable, Refused, true, "robots.txt could not be had and no good copy is kept"},
		{CrawlDelayTooLong, Refused, false, "the site asks for more than max_delay between requests"},
		{OutsideHours, Refused, true, "it is outside the site's Visit-time or the operator's window, and the run would not wait"},
		{RateLimited, Refused, true, "the site asked to be left longer than max_delay"},
		{SiteResting, Refused, true, "the site failed ten times running and rests, or its operator leaves it alone"},
		{Blocked, Refused, false, "the site keeps answering 403, or a challenge page"},
		{BudgetSpent, Refused, true, "the site's budget for the day is used up"},
		{RightsReserved, Refused, false, "a respected signal reserves the use"},
		{NoIndex, Refused, false, "the page asks not to be kept"},
		{RedirectedOffSite, Refused, false, "a redirect leaves the site or the scope; target says where"},

		{ConnectionFailed, Failed, true, "no connection could be made, or it broke"},
		{NameNotFound, Failed, false, "the host's name does not exist (retryable when the resolver could not say)"},
		{TLSFailed, Failed, true, "the secure connection could not be made, or the certificate is not the host's"},
		{TimedOut, Failed, true, "no answer came in the time allowed"},
		{Truncated, Failed, true, "the answer ended before its stated length"},
		{RedirectLoop, Failed, false, "the redirects come back to where they were"},
		{TooManyRedirects, Failed, false, "there were more redirects than are followed"},
		{BadEncoding, Failed, false, "the answer's encoding cannot be undone"},
		{BadRedirect, Failed, false, "a redirect names no address that can be asked"},
		{NotAPage, Failed, false, "it is of a type curtsy does not read"},
		{TooLarge, Failed, false, "the body reached the bound on its size"},
		{TooSlow, Failed, false, "the body came more slowly than the least speed"},

		{PaymentRequired, Answered, false, "the site asks to be paid; it never is"},
		{HTTPError, Answered, false, "any other status of 400 and above (408, 421, 425, 429 and 5xx are retryable)"},
	}
}

// Row gives the code's row; a code that is not in the table gives a zero row.
func (c Code) Row() CodeRow {
	for _, row := range Codes() {
		if row.Code == c {
			return row
		}
	}
	return CodeRow{}
}

// Error is the code itself; it makes a Code something errors.Is can match.
func (c Code) Error() string { return string(c) }
