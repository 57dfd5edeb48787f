package workloadtest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TracePath is where a real log lies: beside the checkout, in ../shared/traces seen from the module's root. Such logs are not part
// of the project. It skips the test where the log is absent.
func TracePath(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(moduleRoot(t), "..", "shared", "traces", name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the log %s is not in ../shared/traces", name)
	}
	return path
}

// OpenTrace opens the log at TracePath, until the test ends.
func OpenTrace(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.Open(TracePath(t, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// moduleRoot is the folder of go.mod, above that of the test.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = filepath.Dir(dir)
	}
}
