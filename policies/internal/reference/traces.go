package reference

import (
	"os"
	"path/filepath"
	"testing"

	"backfill/engine"
	"backfill/engine/workload/logs"
)

// TracePath is where a log lies, beside the checkout: in ../shared/traces seen from the
// module's root. It skips the test where the log is absent.
func TracePath(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(moduleRoot(t), "..", "shared", "traces", name)
	if _, err := os.Stat(path); os.IsNotExist(err) {
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

// ReadLog reads a log in the Standard Workload Format, at TracePath.
func ReadLog(t testing.TB, name string) *engine.Workload {
	t.Helper()
	w, _, err := logs.ReadSWF(OpenTrace(t, name), name)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// moduleRoot is the folder of go.mod, above that of the test.
func moduleRoot(t testing.TB) string {
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
