// Package assets holds the built page, as the static server and the browser tests use it.
package assets

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var built embed.FS

// Dist is the page as "make build" wrote it. In a fresh clone it has no index.html yet.
func Dist() fs.FS {
	dist, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // the folder's name is a constant
	}
	return dist
}
