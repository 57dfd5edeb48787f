// Package traces gives tests the real logs that lie beside the checkout, in
// ../shared/traces seen from the module's root. They are not part of the project:
// a test that wants one skips where it is absent.
package traces

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Path is where the log lies. It skips the test if the log is absent.
func Path(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("traces: no go.mod above the test's folder")
		}
		dir = parent
	}
	path := filepath.Join(filepath.Dir(dir), "shared", "traces", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the log %s is not in ../shared/traces", name)
	}
	return path
}

// Open opens the log and closes it when the test ends. It skips the test if the
// log is absent.
func Open(t testing.TB, name string) io.Reader {
	t.Helper()
	f, err := os.Open(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
