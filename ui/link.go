package ui

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"

	"backfill/engine/scenario"
	"backfill/ui/result"
)

// A link's fragment is "s=1." and the base64url of a deflated JSON object. 1 is the
// version of this format. A log is named in it, never held.

// shared is what a link holds.
type shared struct {
	Scenario json.RawMessage  `json:"scenario"`
	Files    []result.FileRef `json:"files,omitempty"`
}

// maxInflated bounds what a link may grow to: a table of 10,000 jobs takes about a tenth.
const maxInflated = 8 << 20

const linkPrefix = "s=1."

// encodeLink makes the fragment of an address.
func encodeLink(s shared) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // the scenario is valid JSON
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write(text) // a bytes.Buffer takes everything
	w.Close()
	return linkPrefix + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// Fragment is the address's fragment for an experiment that needs no logs.
func Fragment(scenario []byte) string { return encodeLink(shared{Scenario: scenario}) }

// decodeLink reads the fragment of an address.
func decodeLink(fragment string) (shared, error) {
	var s shared
	fragment = strings.ReplaceAll(fragment, "%3D", "=") // some programs escape what they pass on
	code, ok := strings.CutPrefix(fragment, linkPrefix)
	if !ok {
		if strings.HasPrefix(fragment, "s=") {
			return s, errors.New("the link was made by a newer version of this program")
		}
		return s, errors.New("the address holds no experiment")
	}
	packed, err := base64.RawURLEncoding.DecodeString(code)
	if err != nil {
		return s, errors.New("the link is damaged or was cut off")
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxInflated+1))
	if err != nil {
		return s, errors.New("the link is damaged or was cut off")
	}
	if len(text) > maxInflated {
		return s, errors.New("the link holds more than a link may hold")
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return s, fmt.Errorf("the link is not readable: %w", err)
	}
	if s.Scenario == nil {
		return s, errors.New("the link holds no experiment")
	}
	return s, nil
}

// fragment is the address's fragment for the experiment as it is.
func (p *Page) fragment() string {
	return encodeLink(shared{p.valid, p.filesNeeded()})
}

// address is where the whole page shows the experiment as it is.
func (p *Page) address() string { return p.browser.Home() + "#" + p.fragment() }

// setAddress puts the experiment into the address bar, as a new entry of the history or in
// place of the present one. A frame leaves the history to the page around it, and tells it.
func (p *Page) setAddress(replace bool) {
	if p.frame != nil {
		p.tellScenario()
		return
	}
	fragment := p.fragment()
	p.addresses[fragmentKey(fragment)] = p.draft.opening
	p.browser.SetAddress(fragment, replace)
}

var fragmentSeed = maphash.MakeSeed()

// fragmentKey stands for a fragment, which may be long, in Page.addresses.
func fragmentKey(fragment string) uint64 { return maphash.String(fragmentSeed, fragment) }

// Navigated says that the address has another fragment now.
func (p *Page) Navigated(fragment string) {
	if fragment == "" {
		p.browser.GalleryItem(firstItem)
		return
	}
	link, err := decodeLink(fragment)
	if err != nil {
		p.unusable("This link cannot be opened: " + err.Error() + ".")
		return
	}
	s, err := scenario.Read(link.Scenario)
	if err != nil {
		p.unusable("The experiment in this link cannot be opened: " + err.Error() + ".")
		return
	}
	for _, f := range link.Files {
		p.expect(f)
	}
	d := p.form.read(s)
	if d.opening = p.addresses[fragmentKey(fragment)]; d.opening != 0 {
		p.enter(d, true)
		return
	}
	p.begin(d, true)
}

// unusable says why a link cannot be opened. The first visit shows the textbook case then.
func (p *Page) unusable(why string) {
	p.warn(why)
	p.tellNotice()
	if p.draft.Machine.Kind == "" {
		p.notice.Lasting = true
		p.browser.GalleryItem(firstItem)
	}
}

// Share copies the address, which holds the experiment.
func (p *Page) Share() {
	if len(p.wrong) > 0 {
		p.warn("The link is of the last experiment without mistakes.")
	}
	p.browser.Copy(p.address())
}
