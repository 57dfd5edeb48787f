//go:build js && wasm

package screen

import (
	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

const themeKey = "backfill-theme" // in localStorage; absent: the system's

// listenTheme gives <html> the attribute data-theme and follows the system.
func (screen *Screen) listenTheme(s *javascript.Script) {
	screen.applyTheme()
	s.Listen(darkSystem(s), "change", func(safejs.Value) { screen.themeChanged() })
	// Another tab may have made the choice.
	s.Listen(s.Global("window"), "storage", func(e safejs.Value) { screen.themeChanged() })
}

func (screen *Screen) themeChanged() {
	screen.applyTheme()
	screen.Update(screen.page.ThemeChanged)
}

func (screen *Screen) applyTheme() {
	s := &javascript.Script{}
	s.Set(s.Global("document", "documentElement", "dataset"), "theme", screen.Theme())
	javascript.Report(s.Err)
}

func darkSystem(s *javascript.Script) safejs.Value {
	return s.Call(safejs.Global(), "matchMedia", "(prefers-color-scheme: dark)")
}

func (screen *Screen) Theme() string {
	if screen.paper {
		return "light"
	}
	if choice := screen.chosenTheme(); choice == "light" || choice == "dark" {
		return choice
	}
	s := &javascript.Script{}
	if s.Truthy(darkSystem(s), "matches") {
		return "dark"
	}
	return "light"
}

// chosenTheme is the user's choice, "" where there is none or nothing is stored. A frame has
// the theme that the page around it wants.
func (screen *Screen) chosenTheme() string {
	if screen.frame != nil {
		return screen.frame.Theme
	}
	s := &javascript.Script{}
	choice := s.Call(s.Global("localStorage"), "getItem", themeKey)
	if s.Err != nil || !javascript.Present(choice) {
		return ""
	}
	return s.Text(choice)
}

func (screen *Screen) SetTheme(theme string) {
	if screen.frame != nil {
		screen.frame.Theme = theme
		screen.applyTheme()
		screen.page.ThemeChanged()
		return
	}
	s := &javascript.Script{}
	storage := s.Global("localStorage")
	if theme == "" {
		s.Call(storage, "removeItem", themeKey)
	} else {
		s.Call(storage, "setItem", themeKey, theme)
	}
	javascript.Report(s.Err)
	screen.applyTheme()
	screen.page.ThemeChanged()
}
