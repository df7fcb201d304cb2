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
		commonmark.NewCommonmarkPlugin(commonmark.WithHorizontalRule("---"), commonmark.WithListEndComment(false)),
		table.NewTablePlugin(table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal)),
		strikethrough.NewStrikethroughPlugin(),
	))
	c.Register.TextTransformer(func(_ converter.Context, text string) string {
		return entity.ReplaceAllString(text, "&amp;$1") // what the page shows is an & and a word
	}, converter.PriorityEarly)
	c.Register.TextTransformer(func(_ converter.Context, text string) string {
		// The library looks for each bracket's end, as far as the line is long, and takes
		// a bracket that ends on another line for none, which readers of Markdown do not.
		return strings.ReplaceAll(text, string(marker.MarkerEscaping)+"[", `\[`)
	}, converter.PriorityLate)
	c.Register.RendererFor("a", converter.TagTypeInline, writeLink, converter.PriorityEarly)
	c.Register.RendererFor("img", converter.TagTypeInline, writeImage, converter.PriorityEarly)
	markdown, err := c.ConvertNode(document)
	if err != nil {
		return "", fmt.Errorf("markdown: %w", err)
	}
	return string(markdown), nil
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
