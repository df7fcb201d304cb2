package maintext

import (
	"bytes"
	"regexp"
)

// fence is the line before or after code, inside whatever lists and quotations. Where
// a line of text begins like one it has a backtick again.
var fence = regexp.MustCompile("^(?:> |[ ]|- |[0-9]+\\. )*`{3,}[^` ]*$")

// opensBlock is a line that begins a block, or holds nothing, in quotations or not: no
// paragraph goes on there. A text that begins like one is escaped.
var opensBlock = regexp.MustCompile("^(?:> ?|[ ])*(?:$|- |[0-9]+\\. |#{1,6} |\\*{3}$|`{3,}[^` ]*$)")

// trimLines leaves out the blanks that lines end in, save those of code, and writes the
// breaks they stand for as backslashes (CommonMark, section 6.7): editors, and those who
// compare two versions, take blanks at an end for slips. The code of each block is one
// line yet.
func trimLines(markdown []byte) []byte {
	lines := bytes.Split(markdown, []byte("\n"))
	code := false
	for i := 0; i < len(lines); i++ {
		if fence.Match(lines[i]) {
			if code = !code; code {
				i++ // the code
			}
			continue
		}
		line := bytes.TrimRight(lines[i], " \t")
		if len(lines[i])-len(line) >= 2 && i+1 < len(lines) && len(bytes.Trim(line, "> ")) > 0 && !opensBlock.Match(lines[i+1]) {
			slashes := len(line) - len(bytes.TrimRight(line, `\`))
			line = append(line[:len(line):len(line)], `\\`[:1+slashes%2]...)
		}
		lines[i] = line
	}
	return bytes.Join(lines, []byte("\n"))
}
