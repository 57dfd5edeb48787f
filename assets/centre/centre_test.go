package centre

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestDump(t *testing.T) {
	path := os.Getenv("CENTRE")
	if path == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("JOBS"))
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(f, n, 365, 1); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	_ = b
	f.Close()
}
