package maintext

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// convert writes cleaned content as Markdown: CommonMark, with tables and struck out
// text as GitHub writes them.
func convert(content *html.Node) (string, error) {
	document := &html.Node{Type: html.DocumentNode}
	if content.Parent != nil {
		content.Parent.RemoveChild(content)
	}
	document.AppendChild(content)
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(commonmark.WithHorizontalRule("***"), commonmark.WithListEndComment(false)),
		table.NewTablePlugin(table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal)),
		strikethrough.NewStrikethroughPlugin(),
	))
	c.Register.TextTransformer(func(_ converter.Context, text string) string {
		return entity.ReplaceAllString(text, "&amp;$1") // what the page shows is an & and a word
	}, converter.PriorityEarly)
	// The library looks for each bracket's end, as far as the line is long, and takes
	// a bracket that ends on another line for none, which readers of Markdown do not.
	// It leaves the one that ends it, which would end a link around it too.
	escaping := string(marker.MarkerEscaping)
	brackets := strings.NewReplacer(escaping+"[", `\[`, escaping+"]", `\]`, "]", `\]`)
	c.Register.TextTransformer(func(_ converter.Context, text string) string {
		return brackets.Replace(text)
	}, converter.PriorityLate)
	c.Register.PostRenderer(func(_ converter.Context, markdown []byte) []byte {
		return trimLines(markdown)
	}, converter.PriorityLate-1) // when the lines of code are still one
	c.Register.RendererFor("a", converter.TagTypeInline, writeLink, converter.PriorityEarly)
	c.Register.RendererFor("img", converter.TagTypeInline, writeImage, converter.PriorityEarly)
	c.Register.RendererFor("blockquote", converter.TagTypeBlock, writeQuote, converter.PriorityEarly)
	markdown, err := c.ConvertNode(document)
	if err != nil {
		return "", fmt.Errorf("markdown: %w", err)
	}
	mark := string(escapeMark)
	return strings.NewReplacer(mark+`\`, `\`, mark, `\`).Replace(string(markdown)), nil
}

// escapeMark stands where a backslash is to be written. Like the library's own marks
// it is taken out of the page's texts.
const escapeMark = '\uF003'

// blockStart is what begins a block of Markdown where a line begins (CommonMark,
// chapters 4 and 5; GitHub Flavored Markdown, section 4.10).
var blockStart = regexp.MustCompile("^(?:[-+*](?:\\s|$)|#{1,6}(?:\\s|$)|>|=+\\s*$|[-:|][-:| ]*$|(?:[-_*]\\s*){3,}$|`{3}|~{3}|[0-9]{1,9}([.)])(?:\\s|$))")

// escapeStarts marks what would begin a block where a text begins a line. The library
// does so only where the line stands in no list and no quotation.
func escapeStarts(content *html.Node) {
	start := true
	tree.Walk(content, func(n *html.Node) tree.Step {
		switch {
		case n.Type == html.TextNode:
			text := strings.TrimLeft(n.Data, " \t\n\u00A0")
			if start && text != "" {
				at := len(n.Data) - len(text)
				if found := blockStart.FindStringSubmatchIndex(text); found != nil {
					if found[2] > 0 {
						at += found[2]
					}
					n.Data = n.Data[:at] + string(escapeMark) + n.Data[at:]
				}
			}
			start = start && text == ""
		case tree.Is(n, atom.Pre, atom.Code, atom.Kbd, atom.Samp, atom.Tt, atom.Var):
			start = n.DataAtom == atom.Pre || start && isEmpty(n) // nothing is written of an empty one
			return tree.Over
		case tree.Is(n, atom.Br) || tree.IsBlock(n):
			start = true
		case tree.Is(n, atom.Img):
			start = false
		}
		return tree.Into
	}, func(n *html.Node) { start = start || tree.IsBlock(n) })
}

// writeLink writes a link whose address is whole: the library would write its query
// another way, and no other page is meant.
func writeLink(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	href, _ := tree.Attr(n, "href")
	var b bytes.Buffer
	ctx.RenderChildNodes(ctx, &b, n)
	text := strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return r == '\n' }), " ")
	inner := strings.TrimSpace(text)
	if href == "" || inner == "" {
		w.WriteString(text)
		return converter.RenderSuccess
	}
	if text[0] == ' ' {
		w.WriteByte(' ')
	}
	w.WriteString("[" + inner + "](" + destination(href) + ")")
	if text[len(text)-1] == ' ' {
		w.WriteByte(' ')
	}
	return converter.RenderSuccess
}

func writeImage(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	src, _ := tree.Attr(n, "src")
	alt, _ := tree.Attr(n, "alt")
	if src != "" {
		w.WriteString("![" + literal(alt) + "](" + destination(src) + ")")
	}
	return converter.RenderSuccess
}

// manyLines is more than what divides two blocks.
var manyLines = regexp.MustCompile(`\n[ \n]*\n`)

// writeQuote writes a quotation, every line of it marked: the library leaves the lines
// of code in it unmarked, which ends it there.
func writeQuote(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	var b bytes.Buffer
	ctx.RenderChildNodes(ctx, &b, n)
	content := manyLines.ReplaceAll(bytes.TrimSpace(b.Bytes()), []byte("\n\n"))
	mark := string(marker.MarkerCodeBlockNewline)
	content = []byte(strings.NewReplacer("\n", "\n> ", mark, mark+"> ").Replace(string(content)))
	w.WriteString("\n\n> ")
	w.Write(content)
	w.WriteString("\n\n")
	return converter.RenderSuccess
}

// literal writes a text so that nothing in it is Markdown.
func literal(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(plainText(s)), " ") {
		if r < 0x80 && strings.ContainsRune("\\`*_[]<>|~&!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// entity is what would be read as a character reference (CommonMark, section 2.5).
var entity = regexp.MustCompile(`&(#?[0-9A-Za-z]{1,32};)`)

// destination writes an address for a link's parentheses.
func destination(address string) string {
	address = strings.NewReplacer(`\`, "%5C", "|", "%7C", "\n", "", " ", "%20", "<", "%3C", ">", "%3E").Replace(address)
	address = entity.ReplaceAllString(address, "&amp;$1")
	if strings.ContainsAny(address, "()") {
		return "<" + address + ">"
	}
	return address
}

// element makes an element.
func element(name atom.Atom) *html.Node {
	return &html.Node{Type: html.ElementNode, DataAtom: name, Data: name.String()}
}
