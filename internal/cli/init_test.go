package cli

import (
	"bytes"
	"strings"
	"testing"

	"curtsy/internal/identity"
)

func TestTheInterviewAsksAgainUntilAnAnswerCanBeSent(t *testing.T) {
	var talk bytes.Buffer
	s := &streams{in: strings.NewReader("\nnobody\nbot@example.org\n\nExample Bot\nExampleBot\n\nsearch\n"), err: &talk}
	who, err := s.interview(identity.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	if want := (identity.Agent{Token: "ExampleBot", Contact: "bot@example.org", Purpose: "search"}); who != want {
		t.Errorf("got %+v, want %+v\n%s", who, want, &talk)
	}
	if !strings.Contains(talk.String(), `contact "nobody" is neither`) || !strings.Contains(talk.String(), `token "Example Bot" has`) {
		t.Errorf("the reasons were not told:\n%s", &talk)
	}
}

func TestTheInterviewAsksOnlyForWhatTheFlagsLeftOut(t *testing.T) {
	var talk bytes.Buffer
	given := identity.Agent{Token: "curtsy", Page: "https://example.org/bot", Contact: "bot@example.org", Purpose: "search"}
	who, err := (&streams{in: strings.NewReader(""), err: &talk}).interview(given)
	if err != nil || who != given || talk.Len() > 0 {
		t.Errorf("got %+v, %v, having said %q", who, err, &talk)
	}
}

func TestTheInterviewEndsWhenTheAnswersDo(t *testing.T) {
	var talk bytes.Buffer
	if who, err := (&streams{in: strings.NewReader("nobody"), err: &talk}).interview(identity.Agent{}); err == nil {
		t.Errorf("taken as %+v", who)
	}
}
