// Package wire is what the page and its workers say to each other: requests and
// answers as small JSON texts, and bulk data (a workload, what a policy made of it,
// a record of decisions) as buffers of columns, which travel in pieces if they are large.
//
// A buffer is little-endian, as WebAssembly and all our platforms are:
//
//	magic    uint32  "BFW1"
//	sections uint32
//	         per section: element size in bytes uint32, elements uint32 (absent: none)
//	         the columns, each beginning at a multiple of 8 bytes; jobs are a column of rows, as in memory
//
// What a section means follows from its place. Decoding checks every length and
// index, so that a broken buffer is an error and never a panic; the columns it
// returns share the buffer's memory.
package wire
