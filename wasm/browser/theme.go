//go:build js && wasm

package main

import "github.com/hack-pad/safejs"

const themeKey = "backfill-theme" // in localStorage; absent: the system's

// attachTheme gives <html> the attribute data-theme and follows the system.
func (b *browser) attachTheme() error {
	b.applyTheme()
	s := &script{}
	s.listen(darkSystem(s), "change", func(safejs.Value) { b.themeChanged() })
	// Another tab may have made the choice.
	s.listen(s.global("window"), "storage", func(e safejs.Value) { b.themeChanged() })
	return s.err
}

func (b *browser) themeChanged() {
	b.applyTheme()
	b.update(b.page.ThemeChanged)
}

func (b *browser) applyTheme() {
	s := &script{}
	s.set(s.global("document", "documentElement", "dataset"), "theme", b.Theme())
	report(s.err)
}

func darkSystem(s *script) safejs.Value {
	return s.call(safejs.Global(), "matchMedia", "(prefers-color-scheme: dark)")
}

func (b *browser) Theme() string {
	if choice := b.chosenTheme(); choice == "light" || choice == "dark" {
		return choice
	}
	s := &script{}
	if s.truthy(darkSystem(s), "matches") {
		return "dark"
	}
	return "light"
}

// chosenTheme is the user's choice, "" where there is none or nothing is stored. A frame has
// the theme that the page around it wants.
func (b *browser) chosenTheme() string {
	if b.frame != nil {
		return b.frame.Theme
	}
	s := &script{}
	choice := s.call(s.global("localStorage"), "getItem", themeKey)
	if s.err != nil || !present(choice) {
		return ""
	}
	return s.text(choice)
}

func (b *browser) SetTheme(theme string) {
	if b.frame != nil {
		b.frame.Theme = theme
		b.applyTheme()
		b.page.ThemeChanged()
		return
	}
	s := &script{}
	storage := s.global("localStorage")
	if theme == "" {
		s.call(storage, "removeItem", themeKey)
	} else {
		s.call(storage, "setItem", themeKey, theme)
	}
	report(s.err)
	b.applyTheme()
	b.page.ThemeChanged()
}
