package opened

import (
	"backfill/ui/result"
	"backfill/ui/session"
)

// ReadingButton is the id of the button that opens the dialog on how a log was read.
const ReadingButton = "read-otherwise-button"

// ToRead is a file of which the reader can say how it is to be read: a table that was refused, since its columns are not known, or an
// accounting log that was read.
type ToRead struct {
	Name    string
	Format  string         // that was found out, "" if none was
	Columns []string       // the names in its first line
	Reading result.Reading // how it was read
	Again   func(result.Reading)
}

// readOtherwise is a button that lets the reader say how the file is to be read.
func (o *Files) readOtherwise() session.Choice {
	text := "How it was read"
	if o.ToRead.Format == "" {
		text = "Say what its columns are"
	}
	return session.Choice{Text: text, ID: ReadingButton, Do: o.ReadOtherwise}
}

// ReadOtherwise lets the reader say how ToRead is to be read.
func (o *Files) ReadOtherwise() { o.OnReadOtherwise() }
