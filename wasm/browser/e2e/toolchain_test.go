package e2e

import (
	"bytes"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/serve/static"
	"backfill/wasm/browser/visit"
)

// The page as a second version of Go makes it opens and simulates: the build relies on what Go's compiler and linker make, and whoever
// builds has another version than we. Nothing is left out with a version that is named here.
func TestSecondToolchain(t *testing.T) {
	t.Parallel()
	inBrowser(t)
	const root = "../../.."
	version, err := os.ReadFile(root + "/.ci/second-go")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	build := exec.Command("go", "run", "./wasm/site", "-toolchain", strings.TrimSpace(string(version)), "-out", folder)
	build.Dir = root
	var complaints bytes.Buffer
	build.Stderr = &complaints
	if err := build.Run(); err != nil {
		t.Fatalf("build with %s: %v\n%s", bytes.TrimSpace(version), err, &complaints)
	}
	for line := range strings.Lines(complaints.String()) {
		if strings.HasPrefix(line, "site:") {
			t.Errorf("with %s %s", bytes.TrimSpace(version), line)
		}
	}
	files, err := static.New(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(files)
	defer server.Close()
	downloads := t.TempDir()
	p := open(t, server.URL, visit.Options{Downloads: downloads})
	p.drop(write(t, "three.json", longRequest))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "three jobs"`)
	result := p.export(downloads)
	sameResult(t, result, headless(t, result, ""))
	p.do(chromedp.Navigate("about:blank")) // before its host is gone
}
