package manual

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"backfill/assets/gallery"
	"backfill/assets/lessons"
	"backfill/engine/scenario"
	"backfill/policies/script"
	"backfill/policies/written"
)

// The manual does what it says: its scenarios compile, its commands run in their order, in a folder for each chapter, and print what it
// says; scripts and what needs a cluster or a host of its own are parsed.
func TestExamples(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "backfill"), "backfill/wasm/headless").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	chapters, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range chapters {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			x := &examples{folder: t.TempDir()}
			for name, to := range map[string]string{"bin": bin, "assets": filepath.Join(root, "assets")} {
				if err := os.Symlink(to, filepath.Join(x.folder, name)); err != nil {
					t.Fatal(err)
				}
			}
			for _, b := range c.Blocks {
				t.Run(b.Section, func(t *testing.T) { x.try(t, b) })
			}
		})
	}
}

// examples are the blocks of a chapter, while they are tried.
type examples struct {
	folder string
	output string // of the last commands
}

func (x *examples) try(t *testing.T, b *Block) {
	if b.File != "" {
		text := b.Text
		if b.Scenario != "" {
			text = b.Scenario
		}
		if err := os.WriteFile(filepath.Join(x.folder, b.File), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	switch b.Language {
	case "json":
		compiles(t, b.Scenario)
	case "sh":
		x.run(t, b)
	case "output":
		if b.Text != x.output {
			t.Errorf("the commands print\n%s", x.output)
		}
	case "star":
		if _, err := script.Compile(b.Text); err != nil {
			t.Error(err)
		}
	case "lesson":
		if b.Text != lessons.Begin {
			t.Error("this is not the lesson that the page offers to begin from")
		}
		if found := lessons.Check("lesson", []byte(b.Text)); len(found) > 0 {
			t.Errorf("wrong are %v", found)
		}
	case "html":
		checkElements(t, b.Text)
	case "js":
		check := exec.Command("node", "--check", "--input-type=module", "-")
		check.Stdin = strings.NewReader(b.Text)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

func compiles(t *testing.T, text string) {
	t.Helper()
	s, err := scenario.Read([]byte(text))
	if err == nil {
		_, err = scenario.Compile(s, written.Catalogs())
	}
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// files are the names of files in commands.
var files = regexp.MustCompile(`[\w./-]+\.(json|csv|cwf|txt|sh)\b`)

// run runs commands, after which the files that they name exist.
func (x *examples) run(t *testing.T, b *Block) {
	shell := exec.Command("sh", "-eu", "-c", b.Text)
	if b.Needs != "" {
		shell = exec.Command("sh", "-n", "-c", b.Text)
	}
	shell.Dir = x.folder
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, b.Text, out)
	}
	if b.Needs != "" {
		return
	}
	x.output = string(out)
	for _, name := range files.FindAllString(b.Text, -1) {
		if _, err := os.Stat(filepath.Join(x.folder, name)); err != nil {
			t.Error(err)
		}
	}
}

var (
	elements   = regexp.MustCompile(`(?s)<backfill-lab([^>]*)>(.*?)</backfill-lab>`)
	attributes = regexp.MustCompile(`([a-z]+)="([^"]*)"`)
	inside     = regexp.MustCompile(`(?s)<script type="application/json">(.*?)</script>`)
	galleries  = regexp.MustCompile(`gallery=["']?([a-z0-9-]+)`)
)

// checkElements looks at experiments that are embedded: their attributes, their scenarios and those of the gallery that they name.
func checkElements(t *testing.T, text string) {
	script, err := os.ReadFile("../embed.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range elements.FindAllStringSubmatch(text, -1) {
		for _, a := range attributes.FindAllStringSubmatch(e[1], -1) {
			if !strings.Contains(string(script), `"`+a[1]+`"`) {
				t.Errorf("%s: embed.js knows no such attribute", a[0])
			}
		}
		for _, s := range inside.FindAllStringSubmatch(e[2], -1) {
			compiles(t, s[1])
		}
	}
	for _, g := range galleries.FindAllStringSubmatch(text, -1) {
		if _, err := fs.Stat(gallery.Files, g[1]+".json"); err != nil {
			t.Errorf("%s: %v", g[0], err)
		}
	}
}
