package ui

import (
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"testing"

	"backfill/engine/scenario"
	"backfill/ui/link"
)

func TestShareDialog(t *testing.T) {
	p, b := firstVisit(t)
	b.pass()
	p.openDialog("share", "share-button")
	r := render(t, p)
	if got := r.ids["embed-code"]; got == nil || b.focused != dialogItem(0) {
		t.Fatalf("the dialog is not as it should be; the focus is on %s", b.focused)
	}
	r.do(dialogItem(0), "click", "")
	if b.copied != "http://127.0.0.1/#"+b.address {
		t.Errorf("copied %q", b.copied)
	}

	p.openDialog("share", "share-button")
	r = render(t, p)
	r.do("share-view", "change", "play")
	r.do("share-theme", "change", "dark")
	r.do("share-changes", "change", "what is ticked below")
	p.Sharing.Tick("/machine/processors", true)
	p.Sharing.Tick("/policies/1/kind", true)
	r = render(t, p)
	r.do(dialogItem(1), "click", "")
	want := `<script src="http://127.0.0.1/embed.js" defer></script>
<backfill-lab view="play" allow="/machine/processors:4..16,/policies/1/kind" theme="dark" gallery="textbook"></backfill-lab>
`
	if b.copied != want {
		t.Errorf("copied\n%s\nwant\n%s", b.copied, want)
	}

	// As a plain frame it is the same; a changed experiment goes along.
	p.Edit("/machine/processors", "9")
	b.pass()
	p.Edit("/name", `"><script>alert(1)</script>`)
	b.pass()
	r.do("share-code", "change", "iframe")
	code := p.Sharing.Code()
	_, src, _ := strings.Cut(code, `src="`)
	src, rest, _ := strings.Cut(src, `"`)
	address, err := url.Parse(html.UnescapeString(src))
	if err != nil {
		t.Fatal(err)
	}
	f := ReadFrame(address.Query().Get)
	if f == nil || len(f.wrong) > 0 || f.Theme != "dark" || len(f.allowed) != 2 || f.gallery != "" {
		t.Errorf("the frame reads %+v of %s", f, src)
	}
	if link, err := link.Decode(address.Fragment); err != nil || !strings.Contains(string(link.Scenario), `"processors":9`) {
		t.Errorf("the frame shows another experiment: %s (%v)", link.Scenario, err)
	}
	if strings.Contains(rest, "<script") {
		t.Errorf("the name has become markup: %s", rest)
	}

	p.Sharing.AsFrame = false
	_, inside, _ := strings.Cut(p.Sharing.Code(), `<script type="application/json">`)
	inside, rest, _ = strings.Cut(inside, "</script>")
	if strings.TrimSpace(rest) != "</backfill-lab>" {
		t.Errorf("the experiment ends its script: %s", rest)
	}
	if s, err := scenario.Read(json.RawMessage(inside)); err != nil || s.Name != p.Draft.Name {
		t.Errorf("the element holds %s (%v)", inside, err)
	}
}
