// Package wire is what the page and its workers say to each other: requests and
// answers as small JSON texts, and bulk data (a workload, what a policy made of it,
// a record of decisions) as buffers of columns, which travel in pieces if they are large.
//
// A buffer is little-endian, as WebAssembly and all our platforms are:
//
//	magic    uint32  "BFW1"
//	sections uint32
//	         per section: element size in bytes uint32, elements uint32 (absent: none)
//	         the columns, each beginning at a multiple of 8 bytes
//
// What has several fields, all of them numbers, such as a job or a decision, is a row, and a column of rows is as it lies in memory:
// page and workers are programs of one build.
//
// What a section means follows from its place. Decoding checks every length and
// index, so that a broken buffer is an error and never a panic; the columns it
// returns share the buffer's memory.
package wire
