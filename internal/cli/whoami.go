package cli

import (
	"errors"
	"fmt"

	"curtsy/internal/identity"
)

// whoAmI is the agent the settings come to. An --agent gives the token and the
// version together, and the page and contact it names; a part given by itself
// wins over an --agent from the same source.
func (s *settings) whoAmI() (identity.Agent, error) {
	var who identity.Agent
	for _, level := range []source{fromFile, fromEnvironment, fromFlag} {
		if s.agent != "" && s.from["agent"] == level {
			named, err := identity.Parse(string(s.agent))
			if err != nil {
				return who, mistakef("--agent 'ExampleBot/1.0 (+https://example.org/bot; bot@example.org)'", "the agent: %v", err)
			}
			who.Token, who.Version = named.Token, named.Version
			who.Page, who.Contact = or(named.Page, who.Page), or(named.Contact, who.Contact)
		}
		for _, part := range []struct {
			name string
			text text
			to   *string
		}{
			{"token", s.token, &who.Token}, {"version", s.version, &who.Version}, {"page", s.page, &who.Page},
			{"contact", s.contact, &who.Contact}, {"purpose", s.purpose, &who.Purpose},
		} {
			if part.text != "" && s.from[part.name] == level {
				*part.to = string(part.text)
			}
		}
	}
	if err := who.Check(); err != nil {
		return who, s.agentError(err)
	}
	return who, nil
}

// agentError says where the part that is wrong came from.
func (s *settings) agentError(err error) error {
	var problem *identity.Problem
	if !errors.As(err, &problem) {
		return err
	}
	setting, _ := s.flag(problem.Part)
	place := "the agent's " + problem.Part
	switch s.from[problem.Part] {
	case fromFlag:
		place = "--" + problem.Part
	case fromEnvironment:
		place = setting.env
	case fromFile:
		place = fmt.Sprintf("%s in the configuration", setting.key)
	}
	return mistakef(setting.written(), "%s %s", place, problem.Reason)
}

func or(first, second string) string {
	if first != "" {
		return first
	}
	return second
}
