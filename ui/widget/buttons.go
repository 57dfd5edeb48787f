package widget

// Button is one button of a bar. Empty texts leave their attribute out.
type Button struct {
	Text     string
	Name     string // what a screen reader says, if Text is a sign only
	ID       string
	Class    string
	Popup    string // "dialog", if it opens one
	Expanded string // "true" or "false", if it folds something
	Pressed  string // "true" or "false", if it switches something on
	Keys     string // that do the same
	Disabled bool
	Do       func()
}

// Press does what the button is for, unless it is disabled.
func (b Button) Press() {
	if !b.Disabled {
		b.Do()
	}
}

// disabled is the value of aria-disabled: unlike a button that the browser disables,
// one that is disabled by pressing it keeps the focus.
func (b Button) disabled() string {
	if b.Disabled {
		return "true"
	}
	return ""
}

// Buttons is a bar of buttons.
type Buttons struct {
	Name string
	List []Button
}

// Optional is an attribute's value, nil to leave it out.
func Optional(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// Yes is the value of an ARIA attribute that is true or false.
func Yes(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// Invalid is the value of aria-invalid of a field with that mistake, "" for none.
func Invalid(mistake string) any {
	if mistake == "" {
		return nil
	}
	return "true"
}
