package manual

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Read makes a chapter of its text. Errors name the file and the heading above.
func Read(name string, source []byte) (*Chapter, error) {
	source, err := withReferences(source)
	if err != nil {
		return nil, fmt.Errorf("%s.md: %w", name, err)
	}
	r := &reader{source: source, chapter: &Chapter{Name: name}, blocks: map[ast.Node]string{}}
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Typographer),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithHeadingAttribute()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(r, 100))),
	)
	root := md.Parser().Parse(text.NewReader(source))
	if err := ast.Walk(root, r.visit); err != nil {
		return nil, fmt.Errorf("%s.md, %q: %w", name, r.heading, err)
	}
	title, sentence := root.FirstChild(), ast.Node(nil)
	if title != nil {
		sentence = title.NextSibling()
	}
	if h, ok := title.(*ast.Heading); !ok || h.Level != 1 || sentence == nil || sentence.Kind() != ast.KindParagraph {
		return nil, fmt.Errorf("%s.md: a title, # and words, and then a paragraph is accepted", name)
	}
	r.chapter.Title = r.plain(title)
	root.RemoveChild(root, title)
	root.RemoveChild(root, sentence)
	for _, part := range []struct {
		node ast.Node
		into *string
	}{{sentence, &r.chapter.Sentence}, {root, &r.chapter.Body}} {
		var b bytes.Buffer
		if err := md.Renderer().Render(&b, source, part.node); err != nil {
			return nil, fmt.Errorf("%s.md: %w", name, err)
		}
		*part.into = b.String()
	}
	return r.chapter, nil
}

// reader makes a chapter while it walks over the text.
type reader struct {
	source   []byte
	chapter  *Chapter
	heading  string // the last one
	complete string // the last complete scenario
	blocks   map[ast.Node]string
}

// visit refuses what is not accepted, notes sections, and makes what stands in place of fenced blocks.
func (r *reader) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var err error
	switch n := n.(type) {
	case *ast.HTMLBlock, *ast.RawHTML:
		err = errors.New("markup is not accepted; Markdown is")
	case *ast.Link:
		n.Destination, err = address(string(n.Destination))
	case *ast.Heading:
		err = r.section(n)
	case *ast.FencedCodeBlock:
		err = r.block(n)
	}
	return ast.WalkContinue, err
}

// address is where a link of a chapter leads in the site: from a chapter's file to its page.
func address(to string) ([]byte, error) {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" && u.Scheme != "https" || u.Scheme == "" && (u.Host != "" || strings.HasPrefix(to, "/")) {
		return nil, fmt.Errorf("the link to %q is not accepted; one to https://, to a chapter or to a page of this site is", to)
	}
	if name, is := strings.CutSuffix(u.Path, ".md"); is && u.Scheme == "" {
		u.Path = page(name)
	}
	return []byte(u.String()), nil
}

func (r *reader) section(n *ast.Heading) error {
	id, _ := n.AttributeString("id")
	s := &Section{ID: string(id.([]byte)), Title: r.plain(n)}
	r.heading = s.Title
	c := r.chapter
	switch {
	case n.Level == 1 && n.PreviousSibling() == nil:
	case n.Level == 2:
		c.Sections = append(c.Sections, s)
	case n.Level == 3 && len(c.Sections) > 0:
		last := c.Sections[len(c.Sections)-1]
		last.Sections = append(last.Sections, s)
	default:
		return fmt.Errorf("%q: headings of the second level, and below them of the third, are accepted", s.Title)
	}
	return nil
}

// plain is the text of a node without its marks.
func (r *reader) plain(n ast.Node) string {
	var b strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child := child.(type) {
		case *ast.Text:
			b.Write(child.Value(r.source))
		case *ast.String:
			b.WriteString(html.UnescapeString(string(child.Value)))
		default:
			b.WriteString(r.plain(child))
		}
	}
	return b.String()
}

func (r *reader) block(n *ast.FencedCodeBlock) error {
	info := ""
	if n.Info != nil {
		info = string(n.Info.Segment.Value(r.source))
	}
	b, err := readBlock(info, string(n.Lines().Value(r.source)), r.heading, r.complete)
	if err != nil {
		return err
	}
	if b.Scenario == b.Text {
		r.complete = b.Scenario
	}
	r.chapter.Blocks = append(r.chapter.Blocks, b)
	r.blocks[n], err = b.html()
	return err
}

// RegisterFuncs renders what a page has otherwise than goldmark: blocks, and tables that scroll for themselves.
func (r *reader) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(r.blocks[n])
		}
		return ast.WalkSkipChildren, nil
	})
	register.Register(tables.KindTable, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>` + "\n")
		} else {
			w.WriteString("</table></div>\n")
		}
		return ast.WalkContinue, nil
	})
}

var referenceLine = regexp.MustCompile(`(?m)^<!-- reference ([a-z]+) -->$`)

// withReferences puts lists in the place of the lines that stand for them.
func withReferences(source []byte) ([]byte, error) {
	var unknown error
	made := referenceLine.ReplaceAllFunc(source, func(line []byte) []byte {
		name := string(referenceLine.FindSubmatch(line)[1])
		write, ok := references[name]
		if !ok {
			unknown = fmt.Errorf("%q is no reference", name)
			return nil
		}
		var b strings.Builder
		write(&b)
		return []byte(b.String())
	})
	return made, unknown
}
