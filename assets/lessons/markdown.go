package lessons

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"net/url"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// figureNode is a phrase in braces within a text.
type figureNode struct {
	ast.BaseInline
	source string
	html   string // set before the text is rendered
}

var figureKind = ast.NewNodeKind("Figure")

func (*figureNode) Kind() ast.NodeKind { return figureKind }

func (n *figureNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Source": n.source}, nil)
}

// figureParser reads "{phrase}". A brace that is not closed in its line is a brace.
type figureParser struct{}

func (figureParser) Trigger() []byte { return []byte{'{'} }

func (figureParser) Parse(_ ast.Node, r text.Reader, _ parser.Context) ast.Node {
	line, _ := r.PeekLine()
	end := bytes.IndexByte(line, '}')
	if end < 0 {
		return nil
	}
	r.Advance(end + 1)
	return &figureNode{source: string(line[1:end])}
}

// fenced is what stands in place of a fenced block of one of our languages, by the block.
type fenced map[ast.Node]string

// nodeRenderer writes figures and fenced blocks.
type nodeRenderer struct{ blocks fenced }

func (r nodeRenderer) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(figureKind, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.WriteString(n.(*figureNode).html)
		}
		return ast.WalkContinue, nil
	})
	register.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if ours, ok := r.blocks[n]; ok {
			w.WriteString(ours)
			return ast.WalkSkipChildren, nil
		}
		w.WriteString(`<pre tabindex="0" role="group" aria-label="As it is printed"><code>` + html.EscapeString(string(n.Lines().Value(source))) + "</code></pre>\n")
		return ast.WalkSkipChildren, nil
	})
}

// markdown turns a text into HTML. figure makes the HTML of a phrase in braces, lab the address of a link
// such as lab:queue, block the HTML of a fenced block of a language that is ours; where one is nil, the
// text may have none.
type markdown struct {
	lab    func(id string) (address string, err error)
	figure func(source string) (string, error)
	block  func(language string, b block) (html string, err error)
	code   func(b block) // looks at the blocks of no language before anything else is read
	wrong  func()        // is told as soon as something is wrong
	still  bool          // for print: headings have no ids
}

// headings are the ids of headings. They begin with "part-", so that none is that of a part of the page around the text.
type headings struct{ taken map[string]bool }

func (h *headings) Generate(text []byte, _ ast.NodeKind) []byte {
	words := strings.FieldsFunc(strings.ToLower(string(text)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	id := "part-" + strings.Join(words, "-")
	for n := 2; h.taken[id]; n++ {
		id = fmt.Sprintf("part-%s-%d", strings.Join(words, "-"), n)
	}
	h.taken[id] = true
	return []byte(id)
}

func (h *headings) Put(id []byte) { h.taken[string(id)] = true }

// convert gives the HTML of source, whose first line has that number. Markup, pictures and links
// with a scheme of their own are refused; all that is wrong is told, as *lined errors that are joined.
func (m markdown) convert(source []byte, firstLine int) (string, error) {
	blocks := fenced{}
	options := []parser.Option{parser.WithInlineParsers(util.Prioritized(figureParser{}, 150))}
	if !m.still {
		options = append(options, parser.WithAutoHeadingID())
	}
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Typographer),
		goldmark.WithParserOptions(options...),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(nodeRenderer{blocks}, 100))),
	)
	root := md.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&headings{taken: map[string]bool{}}))))
	if tooDeep(root) {
		return "", &lined{firstLine, fmt.Errorf("the text is nested deeper than %d levels", mostLevels)}
	}
	lineOf := func(n ast.Node) int { return firstLine + bytes.Count(source[:n.Lines().At(0).Start], []byte("\n")) }
	for n := root.FirstChild(); n != nil && m.code != nil; n = n.NextSibling() {
		if code, is := n.(*ast.FencedCodeBlock); is && code.Lines().Len() > 0 && len(code.Language(source)) == 0 {
			m.code(block{text: string(code.Lines().Value(source)), line: lineOf(code)})
		}
	}
	line := firstLine // of the block that was entered last
	var wrong []error
	markup := 0 // the line of the last block in which there is some
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			line = lineOf(n)
		}
		if n.Kind() == ast.KindRawHTML {
			// A mark that is closed is one mistake.
			if markup == line {
				return ast.WalkContinue, nil
			}
			markup = line
		}
		if err := m.visit(n, source, firstLine, line, blocks); err != nil {
			wrong = append(wrong, err)
			if m.wrong != nil {
				m.wrong()
			}
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	if err = errors.Join(append(wrong, err)...); err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, source, root); err != nil {
		return "", err
	}
	return b.String(), nil
}

// visit refuses a node that is not accepted, and makes what stands in place of ours. Lines are counted from firstLine;
// the block that n is in begins at line.
func (m markdown) visit(n ast.Node, source []byte, firstLine, line int, blocks fenced) error {
	refuse := func(format string, args ...any) error {
		err := fmt.Errorf(format, args...)
		if errors.Is(err, errFollows) {
			return errFollows
		}
		return &lined{line, errors.New(Brief(err.Error()))}
	}
	switch n := n.(type) {
	case *ast.HTMLBlock:
		return refuse("markup is not accepted in a lesson; Markdown is")
	case *ast.RawHTML:
		line = firstLine + bytes.Count(source[:n.Segments.At(0).Start], []byte("\n"))
		return refuse("markup is not accepted in a lesson (%s); Markdown is", n.Segments.Value(source))
	case *ast.Image:
		return refuse("pictures are not accepted in a lesson; an experiment is")
	case *ast.Link:
		if id, ok := strings.CutPrefix(string(n.Destination), "lab:"); ok && m.lab != nil {
			to, err := m.lab(id)
			if err != nil {
				return refuse("%w", err)
			}
			n.Destination = []byte(to)
			return nil
		}
		return checkLink(string(n.Destination), refuse)
	case *ast.AutoLink:
		return checkLink(string(n.URL(source)), refuse)
	case *figureNode:
		if m.figure == nil {
			return refuse("{%s}: no figure is accepted here", n.source)
		}
		var err error
		if n.html, err = m.figure(n.source); err != nil {
			return refuse("{%s}: %w", n.source, err)
		}
	case *ast.FencedCodeBlock:
		language := string(n.Language(source))
		if language == "" {
			return nil
		}
		if m.block == nil {
			return refuse("no block %q is accepted here", language)
		}
		b := block{text: string(n.Lines().Value(source)), line: line}
		_, b.about, _ = strings.Cut(string(n.Info.Value(source)), " ")
		made, err := m.block(language, b)
		if err != nil {
			return err
		}
		blocks[n] = made
	}
	return nil
}

// checkLink refuses what is neither a page on the web nor one of this site.
func checkLink(to string, refuse func(string, ...any) error) error {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" && u.Scheme != "https" || u.Scheme == "" && (u.Host != "" || strings.HasPrefix(to, "/")) {
		return refuse("the link to %q is not accepted; one to https:// or to a page of this site is", to)
	}
	return nil
}
