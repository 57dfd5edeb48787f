package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the module's, from here.
const root = "../.."

// A declared tells which functions, types and methods the module declares.
type declared struct {
	inPackage map[string]map[string]bool // by import path: functions and types
	methods   map[string]bool            // names of methods, of interfaces as well
}

// declarations reads all Go files of the module but its tests.
func declarations(t *testing.T) declared {
	t.Helper()
	d := declared{map[string]map[string]bool{}, map[string]bool{}}
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata" || name != root && strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		d.add(path.Join("backfill", filepath.ToSlash(folder)), file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d declared) add(pkg string, file *ast.File) {
	if d.inPackage[pkg] == nil {
		d.inPackage[pkg] = map[string]bool{}
	}
	names := d.inPackage[pkg]
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil {
				names[n.Name.Name] = true
			} else {
				d.methods[n.Name.Name] = true
			}
		case *ast.TypeSpec:
			names[n.Name.Name] = true
			if i, ok := n.Type.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, name := range m.Names {
						d.methods[name.Name] = true
					}
				}
			}
		}
		return true
	})
}

// functionName takes the name of a function of this module apart: package, function or receiver's type, and method, if it is one.
var functionName = regexp.MustCompile(`^(backfill(?:/\w+)*)\.(?:(\w+)$|(\w+)[.\[]|\(\*(\w+)(?:\[.*\])?\)\.(\w+))`)

// isOurs tells whether a function is one of this module.
func isOurs(name string) bool {
	return strings.HasPrefix(name, "backfill/") || strings.HasPrefix(name, "backfill.")
}

// has tells whether the module declares what a name of a compiled function says.
func (d declared) has(name string) bool {
	m := functionName.FindStringSubmatch(name)
	if m == nil {
		return false
	}
	first, method := m[2]+m[3]+m[4], m[5]
	switch {
	case first == "init" || first == "glob" || first == "map": // of variables
		return d.inPackage[m[1]] != nil
	case !d.inPackage[m[1]][first]:
		return false
	}
	return method == "" || d.methods[method]
}

// mostStale is the share of a list's names, or of a profile's time, that the source may not have any more.
const mostStale = 0.03

// The list of functions that come after the first picture names functions that there are.
func TestColdIsFresh(t *testing.T) {
	d := declarations(t)
	ours, stale := 0, []string(nil)
	for name := range strings.Lines(cold) {
		if name = strings.TrimSpace(name); !isOurs(name) {
			continue
		}
		ours++
		if !d.has(name) {
			stale = append(stale, name)
		}
	}
	if ours < 1000 {
		t.Errorf("only %d functions of this module are cold", ours)
	}
	if float64(len(stale)) > mostStale*float64(ours) {
		t.Errorf("of %d cold functions %d are not in the source any more, such as %s: run \"make renew\"", ours, len(stale), stale[0])
	}
}

// The profile for the compiler was made of functions that there are.
func TestProfileIsFresh(t *testing.T) {
	out, err := exec.Command("go", "tool", "pprof", "-top", "-nodecount=1000000", "-nodefraction=0", filepath.Join(root, profile)).Output()
	if err != nil {
		t.Fatal(err)
	}
	d := declarations(t)
	all, stale, worst := 0.0, 0.0, ""
	for _, row := range regexp.MustCompile(`(?m)^\s*\S+\s+([0-9.]+)%\s+\S+\s+\S+\s+\S+\s+(\S+)`).FindAllStringSubmatch(string(out), -1) {
		name := row[2]
		if !isOurs(name) {
			continue
		}
		flat, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		all += flat
		if !d.has(name) {
			if stale += flat; worst == "" {
				worst = name
			}
		}
	}
	if all < 50 {
		t.Errorf("only %.1f %% of the profile's time was spent in this module", all)
	}
	if stale > mostStale*all {
		t.Errorf("%.1f %% of the profile's time was spent in functions that are not in the source any more, such as %s: run \"make renew\"", stale, worst)
	}
}

// Every package that is compiled small, and every one that comes as a whole with the first part, is there.
func TestListedPackages(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./wasm/browser", "./wasm/written")
	list.Dir = root
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	for _, pattern := range small {
		found := false
		for _, p := range packages {
			folder, below := strings.CutSuffix(pattern, "/...")
			found = found || p == folder || below && strings.HasPrefix(p, folder+"/")
		}
		if !found {
			t.Errorf("no package of the programs is called %s", pattern)
		}
	}
	for _, prefix := range together {
		found := false
		for _, p := range packages {
			found = found || p+"." == prefix
		}
		if !found {
			t.Errorf("no package of the programs is called %s", strings.TrimSuffix(prefix, "."))
		}
	}
}

// What is renamed, moved or gone is noticed.
func TestDeclaredHas(t *testing.T) {
	d := declared{map[string]map[string]bool{"backfill/ui": {"Page": true, "grouped": true}}, map[string]bool{"Open": true}}
	for name, want := range map[string]bool{
		"backfill/ui.grouped": true, "backfill/ui.grouped.func1": true, "backfill/ui.(*Page).Open": true, "backfill/ui.(*Page).Open.func2.1": true,
		"backfill/ui.Page.Open": true, "backfill/ui.grouped[...]": true, "backfill/ui.(*Page[...]).Open": true, "backfill/ui.init.0": true,
		"backfill/ui.ungrouped": false, "backfill/ui.(*Page).Close": false, "backfill/ui/page.(*Page).Open": false, "backfill/ui.(*Book).Open": false,
	} {
		if got := d.has(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// What is left out of the list of cold functions is in the first part, and so are packages that simulate.
func TestNeeded(t *testing.T) {
	known := cold
	defer func() { cold = known }()
	cold = "backfill/engine.f\nfmt.b\nfmt.d\n"
	got := needed([]string{"fmt.a", "fmt.b", "fmt.c", "fmt.d", "backfill/engine.f"})
	if want := []bool{true, false, true, false, true}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
