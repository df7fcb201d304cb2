package identity

import (
	"regexp"
	"runtime/debug"
)

// release is the version of a build that carries none: from a checkout, or a test.
const release = "0.1.0"

// A tagged release, and not the made-up version of a commit.
var tagged = regexp.MustCompile(`^v([0-9]+\.[0-9]+\.[0-9]+(?:-[a-z]+\.?[0-9]*)?)$`)

// Version is curtsy's own version, without a "v": the one its build was tagged
// with, as a program or as a library in another.
func Version() string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	return versionOf(build)
}

func versionOf(build *debug.BuildInfo) string {
	found := ""
	if build.Main.Path == Curtsy {
		found = build.Main.Version
	}
	for _, dep := range build.Deps {
		if dep.Path == Curtsy {
			found = dep.Version
		}
	}
	if match := tagged.FindStringSubmatch(found); match != nil {
		return match[1]
	}
	return release
}
