package page

import (
	"fmt"
	"net/http"
	"time"
)

// An Error is what a visit came to when it gave no page.
type Error struct {
	Code      Code      `json:"code"`
	Class     Class     `json:"class"`
	Message   string    `json:"message"`         // about what, what happened, the number or line; no full stop
	Retryable bool      `json:"retryable"`       // whether asking later may help; resume asks these again
	After     time.Time `json:"after,omitzero"`  // when the site said it may be asked again
	Target    string    `json:"target,omitzero"` // where a redirect off the site leads
}

// Errorf makes an error of a code, its class and retryability taken from the table.
func Errorf(code Code, format string, args ...any) *Error {
	row := code.Row()
	return &Error{Code: code, Class: row.Class, Retryable: row.Retryable, Message: fmt.Sprintf(format, args...)}
}

// StatusError makes the error of an answer of 400 or above.
func StatusError(url string, status int) *Error {
	if status == http.StatusPaymentRequired {
		return Errorf(PaymentRequired, "%s: answered 402, payment required", url)
	}
	e := Errorf(HTTPError, "%s: answered %d", url, status)
	e.Retryable = RetryableStatus(status)
	return e
}

// RetryableStatus says whether an answer is worth asking for again: 408, 421, 425,
// 429 and 5xx (RFC 9110 section 15).
func RetryableStatus(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusMisdirectedRequest, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500 && status <= 599
}

// Error gives the message.
func (e *Error) Error() string { return e.Message }

// Is says whether target is the error's code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}
