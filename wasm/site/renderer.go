package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// domrenderHelper is the script that vugu's renderer would evaluate in the page. A strict content security policy
// forbids that, so the page loads it as a file. It works in the given folder.
func domrenderHelper(work string) ([]byte, error) {
	dir, err := output(exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/vugu/vugu/domrender"))
	if err != nil {
		return nil, err
	}
	source, err := os.ReadFile(filepath.Join(dir, "renderer-js-script.js"))
	if err != nil {
		return nil, err
	}
	script, err := patched(string(source))
	if err != nil {
		return nil, err
	}
	file := filepath.Join(work, "domrender-source.js")
	if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
		return nil, err
	}
	return minified(file, filepath.Join(work, "domrender.js"))
}

// patches are what replaces parts of vugu's script. It renders the page as a whole and sets everything anew, which the
// browser answers with a layout of everything; so that only is set what differs from what is there.
var patches = []struct{ of, with string }{
	{"    let utf8decoder = new TextDecoder();\n", `    let utf8decoder = new TextDecoder();

    // written holds the HTML of elements whose text it does not tell by itself, and their text.
    const written = new WeakMap();

    function setInnerHTML(el, html) {
        if (!/[<&]/.test(html)) {
            if (el.firstElementChild !== null || el.textContent !== html) {
                el.textContent = html;
            }
            return;
        }
        const known = written.get(el);
        if (known === undefined || known.html !== html || known.text !== el.textContent) {
            el.innerHTML = html;
            written.set(el, {html, text: el.textContent});
        }
    }

    // listening holds the listeners of elements.
    const listening = new WeakMap();

    function listen(el, type, f, options) {
        let known = listening.get(el);
        if (known === undefined) {
            listening.set(el, known = new Set());
        }
        if (!known.has(f)) {
            known.add(f);
            el.addEventListener(type, f, options);
        }
    }
`},
	{"state.el.innerHTML = (state.bufferedInnerHTML || \"\") + html;", "setInnerHTML(state.el, (state.bufferedInnerHTML || \"\") + html);"},
	{"el[propName] = JSON.parse(propValueJSON);", "const value = JSON.parse(propValueJSON); if (el[propName] !== value) el[propName] = value;"},
	{" el.setAttribute(attrName, attrValue);", "if (el.getAttribute(attrName) !== attrValue) el.setAttribute(attrName, attrValue);"},
	{" el.setAttributeNS(attrNamespace, attrName, attrValue);", "if (el.getAttributeNS(attrNamespace, attrName) !== attrValue) el.setAttributeNS(attrNamespace, attrName, attrValue);"},
	{"state.el.textContent = content;", "if (state.el.data !== content) state.el.data = content;"},
	{"state.el.addEventListener(eventType, f, {capture: capture, passive: passive});", "listen(state.el, eventType, f, {capture: capture, passive: passive});"},
	{"state.el.removeEventListener(kparts[0], f, {capture: +kparts[1], passive: +kparts[2]});", "state.el.removeEventListener(kparts[0], f, {capture: +kparts[1], passive: +kparts[2]}); listening.get(state.el)?.delete(f);"},
	{`for (let i = 0; i < state.el.attributes.length; i++) {
                            if (!state.elAttrNames[state.el.attributes[i].name]) {
                                rmAttrNames.push(state.el.attributes[i].name);
                            }
                        }`, `for (const name of state.el.getAttributeNames()) {
                            if (!state.elAttrNames[name]) {
                                rmAttrNames.push(name);
                            }
                        }`},
	// Of the target of an event nothing else is asked for; to read everything would measure it, too.
	{"for (let i in et) {", "for (const i of [\"value\", \"checked\", \"selectionEnd\"]) {"},
}

// patched makes vugu's script fast, and takes out what it tells about itself for finding mistakes in it.
func patched(script string) (string, error) {
	var b strings.Builder
	for line := range strings.Lines(script) {
		if !strings.HasPrefix(strings.TrimSpace(line), "/*DEBUG") {
			b.WriteString(line)
		}
	}
	script = b.String()
	for _, p := range patches {
		if !strings.Contains(script, p.of) {
			return "", fmt.Errorf("the renderer's script of the vugu version in go.mod has no %q", p.of)
		}
		script = strings.ReplaceAll(script, p.of, p.with)
	}
	return script, nil
}
