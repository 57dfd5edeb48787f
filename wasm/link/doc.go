// Package link rewrites a Go program that was compiled for WebAssembly, so that a first visit transfers less and the program runs
// faster. It does what a linker could do, after Go's own linker. It knows nothing of what the program is for.
//
// Shorten makes these passes, in this order. The bytes are those of the page's whole program after each pass, compressed with brotli
// (TestBytes measures them):
//
//	as Go links it                                2,394 kB
//	jumps     a jump forward becomes a branch     2,198 kB   relies on how Go's compiler dispatches to the blocks of a function
//	data      one data segment instead of many    2,081 kB   relies on WebAssembly alone
//	addresses sums become offsets, in 32 bits     2,051 kB   relies on addresses and what is added to them being below 2^32
//	lines     files, lines and inlined calls go   1,875 kB   relies on the table of functions (pclntab)
//	names     names of other modules go           1,837 kB   relies on the table of functions, and on lines having gone
//
// The jumps make the program a third faster, too. Split then divides it into the part that the first picture needs and the rest. It
// relies on how Go's linker numbers functions: one type for all of them, and their slots in the table in order.
//
// A pass changes nothing that a program can see, but what reports of panics and runtime.Caller tell. Each one checks the shapes that
// it relies on. One that meets something else is left out with a line that says so, and so is every pass for a version of Go that
// nobody has tried: the program is larger then, and right.
//
// Source: the WebAssembly Core Specification, and the Go source tree where a constant names it.
package link
