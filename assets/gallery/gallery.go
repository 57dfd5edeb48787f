// Package gallery holds the ready-made scenarios, one file each. It is apart from package assets because the browser
// program contains the gallery, and package assets contains the browser program.
package gallery

import "embed"

// Files are the scenarios, by file name.
//
//go:embed *.json
var Files embed.FS
