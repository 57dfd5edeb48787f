package widget

// Item is one line of a dialog that can be chosen.
type Item struct {
	Group           string // its heading stands above the first one of a group
	Title, Sentence string
	Page            string // the address to go to, instead of something to do
	Why             string // it cannot be chosen now; "" if it can
	Do              func()
	ID              string // of its element
}

// Disabled is the value of aria-disabled: such an item keeps the focus, so that its reason is read.
func (i Item) Disabled() any {
	if i.Why == "" {
		return nil
	}
	return "true"
}

// Option is a choice that stands above the items of a group.
type Option struct {
	ID, Label string
	Choices   []string
	Chosen    int
	Choose    func(text string)
}
