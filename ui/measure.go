package ui

// Measured says that the book which Browser.Measure was given has grown.
func (p *Page) Measured(run int) {}

// MeasureFinished says that the book is done, seconds after Measure.
func (p *Page) MeasureFinished(run int, seconds float64) {}
