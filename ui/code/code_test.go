package code

import (
	"strings"
	"testing"
	"unicode/utf8"

	"backfill/policies/scripting"
)

var letters = map[Class]string{Name: "i", Keyword: "k", Verb: "v", Attribute: "a", Number: "n", Text: "t", Comment: "c"}

// words are the tokens of a script, each with the letter of its class.
func words(source string) string {
	var list []string
	for _, t := range Tokens(source) {
		list = append(list, letters[t.Class]+":"+source[t.From:t.To])
	}
	return strings.Join(list, "|")
}

func TestTokens(t *testing.T) {
	for source, want := range map[string]string{
		"def schedule(): # now\n    start(job)":        "k:def|i:schedule|c:# now|v:start|i:job",
		"if job.waited > 1.5e-3 or len(queue) == 0x1f": "k:if|i:job|a:waited|n:1.5e-3|k:or|v:len|i:queue|n:0x1f",
		"x = 3-e":                         "i:x|n:3|i:e",
		`why(job, "it's \"#1\"") # a "b"`: `v:why|i:job|t:"it's \"#1\""|c:# a "b"`,
		"a = 'not closed\nb = r'\\'":      "i:a|t:'not closed|i:b|t:r'\\'",
		"\"\"\"a\nb\"\"\".upper().start":  "t:\"\"\"a\nb\"\"\"|a:upper|i:start",
		"brave = rb":                      "i:brave|i:rb",
		"größe = ñ":                       "i:größe|i:ñ",
		"print(":                          "v:print",
		"\"":                              "t:\"",
		"'\\":                             "t:'\\",
	} {
		if got := words(source); got != want {
			t.Errorf("%q\n%s, want\n%s", source, got, want)
		}
	}
}

// at takes a text apart at the carets that stand in it as | or as two |.
func at(text string) (source string, from, to int) {
	parts := strings.Split(text, "|")
	from = len(parts[0])
	to = from
	if len(parts) == 3 {
		to += len(parts[1])
	}
	return strings.Join(parts, ""), from, to
}

// with is the text after a change, with the selection.
func with(source string, e Edit) string {
	after := e.Apply(source)
	if e.Begin == e.End {
		return after[:e.Begin] + "|" + after[e.Begin:]
	}
	return after[:e.Begin] + "|" + after[e.Begin:e.End] + "|" + after[e.End:]
}

func TestIndentation(t *testing.T) {
	for _, c := range []struct {
		name         string
		change       func(string, int, int) Edit
		before, want string
	}{
		{"Tab at the beginning", Indent, "|start(job)", "    |start(job)"},
		{"Tab to the next stop", Indent, "ab|c", "ab  |c"},
		{"Tab after letters of two bytes", Indent, "äöü|", "äöü |"},
		{"Tab over a selection in a line", Indent, "a|bc|d", "a   |d"},
		{"Tab over lines, an empty one stays", Indent, "a\nb|c\n\nd|\ne", "a\n    b|c\n\n    d|\ne"},
		{"Tab over a line with its end", Indent, "|a\n|b", "    |a\n|b"},
		{"Shift+Tab to the stop before", Outdent, "      |a", "    |a"},
		{"Shift+Tab of a whole step", Outdent, "        a|b", "    a|b"},
		{"Shift+Tab with nothing to take", Outdent, "a\nb|c", "a\nb|c"},
		{"Shift+Tab of a tab", Outdent, "\ta|", "a|"},
		{"Shift+Tab over lines", Outdent, "    |a\n  b\nc|", "|a\nb\nc|"},
		{"Enter keeps the indent", NewLine, "    a|b", "    a\n    |b"},
		{"Enter after a colon", NewLine, "def schedule():|", "def schedule():\n    |"},
		{"Enter after a colon and a comment", NewLine, "  if x: # {|", "  if x: # {\n      |"},
		{"Enter after a comment with a colon", NewLine, "  # so:|", "  # so:\n  |"},
		{"Enter between", NewLine, "for a in b:| c", "for a in b:\n    | c"},
		{"Enter within the blanks", NewLine, "  |  a", "  \n  |  a"},
	} {
		source, from, to := at(c.before)
		if got := with(source, c.change(source, from, to)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for before, want := range map[string]string{"        |": "    |", "      |a": "    |a", "  |": "|", "a |": "", "|a": "", "\n": "", "\t|": ""} {
		source, from, to := at(before)
		e, ok := Erase(source, from, to)
		if ok != (want != "") || ok && with(source, e) != want {
			t.Errorf("Backspace in %q: %q %v, want %q", before, with(source, e), ok, want)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		before string
		asked  bool
		names  string // in the list
		take   string // after the first one is taken; "" where there is no list
	}{
		{"    res|", false, "reserve reserved", "    reserve(|)"},
		{"    RESERVE|", false, "reserve reserved", "    reserve(|)"},
		{"reserve|", false, "reserve reserved", "reserve(|)"},
		{"earl|", false, "earliest", "earliest(|)"},
		{"earliest|", false, "", ""},
		{"drop_|", false, "drop_all", "drop_all()|"},
		{"earl|(job)", false, "earliest", "earliest|(job)"},
		{"job.re|", false, "request remove replace", "job.request|"},
		{"job.sub|", false, "submitted", "job.submitted|"},
		{"when.ki|", false, "kind", "when.kind|"},
		{"|", false, "", ""},
		{"x = |", false, "", ""},
		{"# res|", false, "", ""},
		{`"res|`, false, "", ""},
		{`"res|"`, false, "", ""},
		{`"a".joi|`, false, "join", `"a".join(|)`},
		{"1.re|", false, "", ""},
		{"DAY = 24 * 3600\nhour = 3\ndef better(job, other):\n    for patient in D|", false, "drop drop_all DAY dict", ""},
		{"def better(job, other):\n    return be|", false, "better", "def better(job, other):\n    return better(|)"},
		{"def better(job, other):\n    return oth|", false, "other", "def better(job, other):\n    return other|"},
		{"for patient in waiting():\n    pat|", false, "patient", "for patient in waiting():\n    patient|"},
		{"first, second = 1, 2\nfir|", false, "first_reserved first", ""},
		{"x = max(queue, key=1)\nke|", false, "", ""},
		{"key.length = 3\nlen|", false, "", ""},
	} {
		source, caret, _ := at(c.before)
		got := Complete(source, caret, c.asked)
		var names []string
		for _, s := range got.List {
			names = append(names, s.Name)
			if s.Doc == "" || s.Signature == "" {
				t.Errorf("%s has no signature or no sentence", s.Name)
			}
		}
		if strings.Join(names, " ") != c.names {
			t.Errorf("%q: %q, want %q", c.before, names, c.names)
			continue
		}
		if c.take != "" {
			if taken := with(source, got.Take(source, 0)); taken != c.take {
				t.Errorf("%q: taken, it is %q, want %q", c.before, taken, c.take)
			}
		}
	}
	if c := Complete("job.", 4, false); len(c.List) < len(scripting.OfJobs) {
		t.Errorf("after a dot there are %d suggestions", len(c.List))
	}
	if c := Complete("", 0, true); len(c.List) != mostSuggestions {
		t.Errorf("to who asks %d are suggested", len(c.List))
	}
	const twice = "first = 1\nfirst"
	if c := Complete(twice, len(twice), false); c.List[0].Name != "first" || !c.Stands(twice, 0) || c.Stands(twice, 1) {
		t.Errorf("of %q the name stands, and first_reserved does not: %+v", twice, c.List)
	}
}

// A closing bracket is passed over where another one would be too many.
func TestClosingBrackets(t *testing.T) {
	for before, want := range map[string]string{"start(|)": "start()|", "(start(|)": "", "start(a[|])": "", "a[(|]": "", "|": "", "))|)\n(": ")))|\n("} {
		source, from, to := at(before)
		e, ok := Over(source, from, to, ")")
		if ok != (want != "") || ok && with(source, e) != want {
			t.Errorf("%q: %q %v, want %q", before, with(source, e), ok, want)
		}
	}
}

// Every script to begin from is completed from each prefix of each verb in it.
func TestEveryVerbIsSuggested(t *testing.T) {
	for _, g := range scripting.Groups {
		for _, v := range g.Verbs {
			word := v.Name[:len(v.Name)-1]
			c := Complete("\t"+word, 1+len(word), false)
			if len(c.List) == 0 || c.List[0].Name != v.Name && !strings.HasPrefix(c.List[0].Name, word) {
				t.Errorf("%s is not suggested for %s", v.Name, word)
			}
		}
	}
}

func TestPlaces(t *testing.T) {
	const source = "a = 1\nb = ü𝄞x\n"
	for message, want := range map[string]int{
		"Line 1, column 5: x": 4, "line 2, column 6: x": 6 + 4 + 2, "line 2, column 7: x": 6 + 4 + 2 + 4, "line 2, column 99: x": 6 + 4 + 2 + 4 + 1,
		"line 9, column 1: x": len(source), "Line 3, column 1: the script ends too early": len(source),
	} {
		p, ok := PlaceIn(message)
		if got := p.Offset(source); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", message, got, ok, want)
		}
	}
	for _, none := range []string{"", "no connection", "Line 3: x", "line 0, column 1: x"} {
		if p, ok := PlaceIn(none); ok {
			t.Errorf("%q names the place %v", none, p)
		}
	}
	// The browser counts the musical sign, beyond 16 bits, twice.
	if at := strings.Index(source, "x"); Units(source, at) != 6+4+1+2 || AtUnits(source, 6+4+1+2) != at || AtUnits(source, 99) != len(source) {
		t.Errorf("before x lie %d units, and so many lead to %d, want %d", Units(source, at), AtUnits(source, 13), at)
	}
}

// A mistake in a call stands at its bracket: what is called is marked.
func TestWordAt(t *testing.T) {
	const source = "    start(head())\n"
	for at, want := range map[int]string{4: "start", 6: "start", 9: "start", 10: "head", 14: "head", 15: ")", 17: "", 0: " "} {
		if from, to := WordAt(source, at); source[from:to] != want {
			t.Errorf("at %d stands %q, want %q", at, source[from:to], want)
		}
	}
}

func TestPaint(t *testing.T) {
	for _, c := range []struct {
		source string
		mark   Mark
		want   string
	}{
		{"if a<b:\n", Mark{-1, -1}, "<div><span class=\"k\">if</span> a&lt;b:\n</div><div>\n</div>"},
		{"x\nstart(y)", Mark{2, 7}, "<div>x\n</div><div class=\"bad\"><span class=\"v at\">start</span>(y)\n</div>"},
		{"ab", Mark{2, 2}, "<div class=\"bad\">ab<span class=\"at\"> </span>\n</div>"},
		{"'''a\nb''' #", Mark{-1, -1}, "<div><span class=\"t\">&#39;&#39;&#39;a</span>\n</div><div><span class=\"t\">b&#39;&#39;&#39;</span> <span class=\"c\">#</span>\n</div>"},
		{"\"<script>\"", Mark{-1, -1}, "<div><span class=\"t\">&#34;&lt;script&gt;&#34;</span>\n</div>"},
	} {
		if got := Paint(c.source, c.mark); got != c.want {
			t.Errorf("%q:\n%s, want\n%s", c.source, got, c.want)
		}
	}
}

// What is painted reads as the text does, whatever that is.
func FuzzPaint(f *testing.F) {
	for _, e := range scripting.Examples {
		f.Add(e.Source, 3, 9)
	}
	f.Add("'''\n\n'''\\", 0, 2)
	f.Add("0 0", 0, 1)
	f.Fuzz(func(t *testing.T, source string, from, to int) {
		if !utf8.ValidString(source) || strings.Contains(source, "\r") {
			return
		}
		at := Place{from % 50, to % 50}.Offset(source)
		begin, end := WordAt(source, at)
		painted := Paint(source, Mark{begin, end})
		if begin == end { // where something is missing a blank is marked
			painted = strings.Replace(painted, `<span class="at"> </span>`, "", 1)
		}
		var plain strings.Builder
		for painted != "" {
			before, rest, tag := strings.Cut(painted, "<")
			plain.WriteString(before)
			if tag {
				_, rest, _ = strings.Cut(rest, ">")
			}
			painted = rest
		}
		got := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(plain.String())
		if got != source+"\n" {
			t.Errorf("%q is painted as %q", source, got)
		}
		takeAll(t, source, at)
	})
}

// takeAll takes each suggestion at a place: the caret stays within the text.
func takeAll(t *testing.T, source string, at int) {
	t.Helper()
	c := Complete(source, at, true)
	for i := range c.List {
		if e := c.Take(source, i); e.Begin < 0 || e.Begin > len(e.Apply(source)) {
			t.Errorf("%q: after suggestion %d at %d the caret is at %d", source, i, at, e.Begin)
		}
	}
}

// FuzzPaint completes at one place of a text, since all of them take too long there.
func TestCompletionAnywhereInTheExamples(t *testing.T) {
	for _, e := range scripting.Examples {
		for at := range e.Source {
			takeAll(t, e.Source, at)
		}
	}
}
