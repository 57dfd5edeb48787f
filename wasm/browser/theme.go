//go:build js && wasm

package main

import "github.com/hack-pad/safejs"

const themeKey = "backfill-theme" // in localStorage; absent: the system's

// attachTheme gives <html> the attribute data-theme and follows the system.
func (b *browser) attachTheme() error {
	applyTheme()
	s := &script{}
	s.listen(darkSystem(s), "change", func(safejs.Value) { b.themeChanged() })
	// Another tab may have made the choice.
	s.listen(s.global("window"), "storage", func(e safejs.Value) { b.themeChanged() })
	return s.err
}

func (b *browser) themeChanged() {
	applyTheme()
	b.update(b.page.ThemeChanged)
}

func applyTheme() {
	s := &script{}
	s.set(s.global("document", "documentElement", "dataset"), "theme", theme())
	report(s.err)
}

func darkSystem(s *script) safejs.Value {
	return s.call(safejs.Global(), "matchMedia", "(prefers-color-scheme: dark)")
}

func theme() string {
	if choice := chosenTheme(); choice == "light" || choice == "dark" {
		return choice
	}
	s := &script{}
	if s.truthy(darkSystem(s), "matches") {
		return "dark"
	}
	return "light"
}

// chosenTheme is the user's choice, "" where there is none or nothing is stored.
func chosenTheme() string {
	s := &script{}
	choice := s.call(s.global("localStorage"), "getItem", themeKey)
	if s.err != nil || !present(choice) {
		return ""
	}
	return s.text(choice)
}

func (b *browser) Theme() string { return theme() }

func (b *browser) SetTheme(theme string) {
	s := &script{}
	storage := s.global("localStorage")
	if theme == "" {
		s.call(storage, "removeItem", themeKey)
	} else {
		s.call(storage, "setItem", themeKey, theme)
	}
	report(s.err)
	applyTheme()
	b.page.ThemeChanged()
}
