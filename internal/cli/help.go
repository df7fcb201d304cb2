package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// A command's Example holds its three examples, and its Long what it does and
// what that costs the site. Help gives both and the flags, on one screen.
func helpText(cmd *cobra.Command) string {
	var b strings.Builder
	if !cmd.HasParent() {
		return overview()
	}
	fmt.Fprintf(&b, "%s\n\n%s\n", strings.Trim(cmd.Example, "\n"), strings.TrimSpace(cmd.Long))
	var rows [][2]string
	var rare []string
	for _, setting := range newSettings().all() {
		if setting.name == "" || cmd.Flags().Lookup(setting.name) == nil {
			continue
		}
		// What init asks for is not rare there.
		if setting.rare && cmd.Name() != "init" {
			rare = append(rare, strings.ReplaceAll(setting.usage(), " ", "\u00a0"))
			continue
		}
		rows = append(rows, [2]string{setting.usage(), setting.doc})
	}
	if len(rows) > 0 {
		b.WriteString("\nFlags:\n")
		table(&b, rows)
	}
	if len(rare) > 0 {
		b.WriteString(wrap("Also: "+strings.Join(rare, ", ")+" (curtsy help flags)", "  ", 96))
	}
	return b.String()
}

func overview() string {
	var b strings.Builder
	b.WriteString(`  curtsy init                                   # say who you are, once
  curtsy map https://shop.example/ --plain      # a site's addresses
  curtsy crawl https://shop.example/ -o shop.jsonl

curtsy reads public pages politely: it says who is asking, asks robots.txt first, keeps one
request at a time to a site and rests a second or more after each answer.

Commands:
`)
	var rows [][2]string
	for _, cmd := range commands(&streams{}) { // in our order; cobra keeps its own by the alphabet
		rows = append(rows, [2]string{cmd.Name(), cmd.Short})
	}
	table(&b, rows)
	b.WriteString("\n\"curtsy COMMAND --help\" says more of one, \"curtsy help flags\" of every flag,\n\"curtsy completion SHELL\" writes the shell's completions, \"curtsy --version\" the version.\n")
	return b.String()
}

// helpCommand is "curtsy help", with "flags" as a topic of its own.
func helpCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:    "help [COMMAND]",
		Short:  "say what a command does",
		Hidden: true,
		Args:   needs(0, 1, "one command's name", "curtsy help crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := helpText(cmd.Root())
			if len(args) == 1 && args[0] == "flags" {
				text = flagsText()
			} else if len(args) == 1 {
				if mistaken := unknownCommand(cmd.Root(), args); mistaken != nil {
					return mistaken
				}
				topic, _, err := cmd.Root().Find(args)
				if err != nil {
					return err
				}
				text = helpText(topic)
			}
			_, err := io.WriteString(s.out, text)
			return err
		},
	}
}

// flagsText is the table of every flag, with the environment and the file.
func flagsText() string {
	var b strings.Builder
	b.WriteString("A flag wins over the environment, the environment over the configuration file.\n\n")
	var rows [][2]string
	for _, setting := range newSettings().all() {
		left := setting.key
		if setting.name != "" {
			left = setting.usage()
		}
		right := setting.doc
		if setting.env != "" {
			right += " [" + setting.env + "]"
		}
		rows = append(rows, [2]string{left, right})
	}
	table(&b, rows)
	return b.String()
}

// table writes rows in two columns.
func table(b *strings.Builder, rows [][2]string) {
	width := 0
	for _, row := range rows {
		width = max(width, len(row[0]))
	}
	for _, row := range rows {
		fmt.Fprintf(b, "  %-*s  %s\n", width, row[0], row[1])
	}
}

// wrap breaks text at its spaces into lines of at most width, each behind
// indent; a no-break space holds a flag and its value together.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	line := indent
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' }) {
		if len(line)+1+len(word) > width && line != indent {
			b.WriteString(line + "\n")
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}
