package result

// Reading says how a log is to be read that a reader opens.
type Reading struct {
	Skip    bool   `json:"skip,omitempty"`    // leave out the lines that cannot be read
	Format  string `json:"format,omitempty"`  // of an accounting log, as accounting.Options has it; "": found out
	Columns string `json:"columns,omitempty"` // of a table
}
