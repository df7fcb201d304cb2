package cli

import (
	"context"

	"github.com/spf13/cobra"

	"curtsy/address"
	"curtsy/page"
)

// A judge says what the robots.txt of an address's origin says of it, asking
// for the file when no fresh copy is kept. The crawler is one.
type judge interface {
	Judge(ctx context.Context, url string) (*page.Robots, error)
}

// judgeSite asks the site for its robots.txt, at its turn, and judges by it:
// the addresses given, or the site's own when none is.
func (s *streams) judgeSite(cmd *cobra.Command, set *settings, args []string) error {
	if len(args) == 0 {
		return mistakef("curtsy robots https://shop.example/ /cart", "robots needs a site to ask, or --file")
	}
	addresses, err := onSite(args)
	if err != nil {
		return err
	}
	if err := set.settle(cmd, s); err != nil {
		return err
	}
	for _, a := range addresses {
		if err := set.introduce(a.String()); err != nil {
			return err
		}
	}
	ctx, restore := untilStopped()
	defer restore()
	crawler, err := s.crawler(set, "", nil)
	if err != nil {
		return err
	}
	err = s.judgeAll(ctx, crawler, addresses, bool(set.asJSON))
	if closing := crawler.Close(); err == nil {
		err = closing
	}
	if ctx.Err() != nil {
		return exitCode(exitInterrupted)
	}
	return err
}

// onSite reads a site's address and the references on it.
func onSite(args []string) ([]address.Address, error) {
	site, err := address.Parse(args[0])
	if err != nil {
		return nil, mistakef("curtsy robots https://shop.example/ /cart", "%s", clean(err.Error()))
	}
	if len(args) == 1 {
		return []address.Address{site}, nil
	}
	var addresses []address.Address
	for _, reference := range args[1:] {
		a, err := site.Resolve(reference)
		if err != nil {
			return nil, mistakef("curtsy robots https://shop.example/ /cart", "%s", clean(err.Error()))
		}
		addresses = append(addresses, a)
	}
	return addresses, nil
}

// judgeAll writes a judgement for each address, in the order given.
func (s *streams) judgeAll(ctx context.Context, asking judge, addresses []address.Address, asJSON bool) error {
	code := exitGave
	for _, a := range addresses {
		verdict, err := asking.Judge(ctx, a.String())
		if err != nil {
			return err
		}
		if !verdict.Allowed {
			code = exitNothing
		}
		err = s.writeJudgement(asJSON, judgement{
			URL: a.String(), Allowed: verdict.Allowed, Line: verdict.Line, Rule: verdict.Rule, Group: verdict.Group,
			Delay: verdict.Delay, File: verdict.File,
		})
		if err != nil {
			return err
		}
	}
	if code != exitGave {
		return exitCode(code)
	}
	return nil
}
