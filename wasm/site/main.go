// Command site writes the page into a folder that any static host can serve: the program compiled to WebAssembly, scripts and style,
// each with its brotli and gzip variant beside it. It runs in the module's root.
//
// A build is one pass over a list of files (page.go): each is made, gets a name with the hash of its content, and is compressed. The
// program comes from Go's compiler (program.go) by way of package link; scripts from esbuild (esbuild.go); what a first visit sees
// before the program is there from the program's own code (prerender.go).
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	var o options
	flag.StringVar(&o.out, "out", "assets/dist", "the `folder` to write")
	flag.BoolVar(&o.hard, "hard", false, "compress as hard as can be, for hosts; that takes a minute instead of seconds")
	flag.StringVar(&o.program, "program", "./wasm/browser", "the `package` of the browser program")
	flag.StringVar(&o.written, "written", "./wasm/written", "the `package` of the program of expressions and scripts")
	flag.StringVar(&o.lesson, "lesson", "./wasm/lesson", "the `package` of the program of lessons")
	toolchain := flag.String("toolchain", "", "the `version` of Go that compiles the programs, such as go1.27.4; the one that runs this if empty")
	marked := flag.String("marked", "", "write only a program that marks its functions when they are called, and their names, into this `folder`")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "site: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	o.compiler = compiler{toolchain: *toolchain}
	var err error
	if *marked != "" {
		err = o.compiler.writeMarked(*marked, o.program)
	} else {
		err = build(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}
