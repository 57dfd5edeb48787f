package scripting

// Bounds of a script.
const (
	MaxSource    = 64 << 10 // bytes
	MaxSteps     = 5e6      // of a call: instructions, elements that are looked at, bytes of texts by 16
	MaxKept      = 1e6      // values that a script keeps between calls
	MaxText      = 64 << 10 // bytes of a text that a script makes
	MaxBits      = 4096     // of a whole number
	MaxNesting   = 300      // brackets and operators within each other
	MaxFunctions = 200
	MaxLines     = 64      // that are kept of what a call prints
	MaxLinesKept = 100_000 // of what a run prints
	MaxWakes     = 100_000 // calls in a row that the script alone has asked for, and that start nobody
)
