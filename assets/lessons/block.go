package lessons

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"backfill/assets/lessons/misread"
)

// A block is a piece of TOML in a lesson: its front matter, an experiment or a question.
type block struct {
	text  string
	line  int    // in the file, of the text's first line
	about string // what stands behind the language of a fenced one
}

// decode reads the block into a struct, of which it may have no other keys. With an error, what it has read may be there or not.
func (b block) decode(into any) error {
	if err := b.checkDepth(); err != nil {
		return err
	}
	meta, err := toml.Decode(b.text, into)
	if err != nil {
		return err
	}
	var unknown []error
	told := map[string]bool{}
	for _, key := range meta.Undecoded() {
		// Of a table that is not known the keys are not told.
		if told[key.String()] = true; len(key) == 1 || !told[key[:len(key)-1].String()] {
			unknown = append(unknown, wrong(key.String(), "unknown key"))
		}
	}
	return errors.Join(unknown...)
}

// id is the name in a block that cannot be read; "" if that cannot be told, either.
func (b block) id() string {
	var named struct {
		ID string `toml:"id"`
	}
	if b.checkDepth() != nil {
		return ""
	}
	if _, err := toml.Decode(b.text, &named); err != nil {
		return ""
	}
	return named.ID
}

// lined gives errors about the block their lines in the file.
func (b block) lined(err error) error {
	var all []error
	for _, e := range each(err) {
		if !errors.Is(e, errFollows) && !errors.As(e, new(*lined)) {
			line, reason := b.at(e)
			e = &lined{line, errors.New(Brief(reason))}
		}
		all = append(all, e)
	}
	return errors.Join(all...)
}

var (
	mistyped  = regexp.MustCompile(`^toml: line (\d+) \(last key "(.*)"\): incompatible types: TOML value has type (.+); destination has type (.+)$`)
	typeNames = strings.NewReplacer("int64", "number", "float64", "number", "integer", "number", "float", "number", "string", "text", "boolean", "true or false", "bool", "true or false", "slice", "list", "struct", "table", "map", "table")
)

// at says in which line of the file an error about the block is.
func (b block) at(err error) (line int, reason string) {
	var at *lined
	if errors.As(err, &at) {
		return at.line, at.err.Error()
	}
	var within *misread.Error
	if errors.As(err, &within) {
		return b.lineWithin("scenario", within.Line), err.Error()
	}
	var syntax toml.ParseError
	if errors.As(err, &syntax) {
		reason = plainly(syntax.Message)
		if syntax.LastKey != "" {
			reason = syntax.LastKey + ": " + reason
		}
		return b.line + max(syntax.Position.Line, 1) - 1, reason
	}
	// The library tells values of another type in its text alone.
	if match := mistyped.FindStringSubmatch(err.Error()); match != nil {
		line, _ := strconv.Atoi(match[1])
		return b.line + max(line, 1) - 1, fmt.Sprintf("%s: the value is a %s; a %s is accepted", match[2], typeNames.Replace(match[3]), typeNames.Replace(match[4]))
	}
	var field *fieldError
	if errors.As(err, &field) {
		return b.lineOf(field.key[strings.LastIndexByte(field.key, '.')+1:], ""), err.Error()
	}
	return b.line, err.Error()
}

var unquoted = regexp.MustCompile(`^expected value but found (".*") instead$`)

// plainly says with a mistake in the form of TOML what is to be typed.
func plainly(message string) string {
	switch match := unquoted.FindStringSubmatch(message); {
	case strings.Contains(message, "strings cannot contain newlines"):
		return `the quotation mark at the end is missing: type " behind the text; one of several lines stands between """ and """`
	case match != nil:
		return match[1] + ` is neither a number nor a text in quotation marks: type " before and behind the text`
	case strings.HasPrefix(message, "expected '.' or '='") && (strings.Contains(message, "'`'") || strings.Contains(message, "'~'")):
		return "the block above is not closed: before this line, type one with nothing but the marks with which the block begins (``` or ~~~)"
	case strings.HasPrefix(message, "expected '.' or '='"):
		return message + "; in a block, a line such as kind = \"number\" is accepted; if the block was to end above, its closing line (``` or ~~~) is missing"
	}
	return message
}

// lineOf is the line of the file in which a key stands or, in a list of texts, an entry of it, if that can be found.
func (b block) lineOf(key, entry string) int {
	lines := strings.Split(b.text, "\n")
	i := max(slices.IndexFunc(lines, func(line string) bool {
		name, _, is := strings.Cut(line, "=")
		return is && strings.TrimSpace(name) == key
	}), 0)
	if entry == "" {
		return b.line + i
	}
	within := slices.IndexFunc(lines[i:], func(line string) bool {
		return strings.Contains(line, `"`+entry+`"`) || strings.Contains(line, "'"+entry+"'")
	})
	return b.line + i + max(within, 0)
}

// lineWithin is the line of the file in which a line, from 1, of the text of a key is.
func (b block) lineWithin(key string, line int) int {
	first := b.lineOf(key, "") - b.line
	lines := strings.Split(b.text, "\n")
	_, value, _ := strings.Cut(lines[first], "=")
	value = strings.TrimSpace(value)
	if value == "'''" || value == `"""` {
		first++ // TOML leaves out a line break behind the marks
	}
	return b.line + min(first+line-1, len(lines)-1)
}
