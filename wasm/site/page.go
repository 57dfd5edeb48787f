package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"

	"backfill/assets/centre"
	"backfill/assets/gallery"
	"backfill/assets/lessons"
	"backfill/assets/manual"
)

// page is the version of the page and the names of the files that index.html refers to.
type page struct {
	Version, Icon, Style, WasmExec, Domrender, Boot, Program, Rest, Worker, Answered, Charts, Centre, Gallery, Licenses, Written, LessonStyle, LessonScript, LessonsScript, LessonProgram, OwnScript, WriteStyle, WriteScript, PackagedBoot, ScormScript, HandInStyle, HandInScript, ManualStyle, EmbedsStyle, EmbedsScript, ThemeScript, NewerScript, PrerenderedScript string

	Packaged                      bool // the lab in a package for learning platforms
	PackageSize, PackageSizeDrawn int  // MB of such a package, without and with the program of lessons

	PrerenderedAddress string        // fragment of the address of what PrerenderedScript shows
	PrerenderedPage    template.HTML // what it shows
	PrerenderedData    template.JS   // what else it needs for that
}

// options say what is built from what, and where to.
type options struct {
	out      string // folder
	hard     bool   // compressed as hard as can be
	program  string // packages
	written  string
	lesson   string
	compiler compiler
}

func build(o options) error {
	s, err := openFolder(o.out, o.hard)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "backfill-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)

	taught, err := lessons.All()
	if err != nil {
		return err
	}
	chapters, err := manual.All()
	if err != nil {
		return err
	}
	made, err := o.compiler.makePrograms(work, o.program, o.written, o.lesson)
	if err != nil {
		return err
	}
	prerendered, err := prerender()
	if err != nil {
		return err
	}
	var p page
	charts, editor := filepath.Join(work, "charts.json"), filepath.Join(work, "editor.json") // esbuild's metafiles
	lessonsScript := func(name string, args ...string) ([]byte, error) {
		return esbuild(work, name, append(args, "--bundle", "--legal-comments=none", define("LESSON_PROGRAM_URL", p.LessonProgram), define("WORKER_URL", p.Worker), define("PACKAGED", false))...)
	}
	for _, f := range []struct {
		name   string
		hashed *string
		make   func() ([]byte, error)
	}{
		{"backfill.wasm", &p.Program, func() ([]byte, error) { return made.first, nil }},
		{"rest.wasm", &p.Rest, func() ([]byte, error) { return made.rest, nil }},
		{"written.wasm", &p.Written, func() ([]byte, error) { return made.written, nil }},
		{"lesson.wasm", &p.LessonProgram, func() ([]byte, error) { return made.lesson, nil }},
		{"wasm_exec.js", &p.WasmExec, func() ([]byte, error) { return o.compiler.file("lib/wasm/wasm_exec.js") }},
		{"domrender.js", &p.Domrender, func() ([]byte, error) { return domrenderHelper(work) }},
		{"favicon.svg", &p.Icon, func() ([]byte, error) { return os.ReadFile("assets/favicon.svg") }},
		{"style.css", &p.Style, func() ([]byte, error) { return esbuild(work, "style.css") }},
		{"boot.js", &p.Boot, func() ([]byte, error) { return esbuild(work, "boot.js", "--bundle", define("PACKAGED", false)) }},
		{"packaged_boot.js", &p.PackagedBoot, func() ([]byte, error) { return esbuild(work, "boot.js", "--bundle", define("PACKAGED", true)) }},
		{"worker.js", &p.Worker, func() ([]byte, error) {
			return esbuild(work, "worker.js", "--bundle", define("WASM_EXEC_URL", p.WasmExec))
		}},
		{"chart.js", &p.Charts, func() ([]byte, error) {
			return esbuild(work, "chart.js", "--bundle", "--format=esm", "--legal-comments=none", "--metafile="+charts)
		}},
		{"centre.txt", &p.Centre, centreLog},
		{"gallery.json", &p.Gallery, func() ([]byte, error) { return gallery.Listing(append(offered(taught), ownCluster(p.Centre))) }},
		{"answered.json", &p.Answered, func() ([]byte, error) { return json.Marshal(prerendered.asked) }},
		{"lesson.css", &p.LessonStyle, func() ([]byte, error) { return esbuild(work, "lesson.css", "--bundle") }},
		{"lesson.js", &p.LessonScript, func() ([]byte, error) { return lessonsScript("lesson-page.js") }},
		{"own.js", &p.OwnScript, func() ([]byte, error) { return lessonsScript("own.js") }},
		{"write.css", &p.WriteStyle, func() ([]byte, error) { return esbuild(work, "write.css", "--bundle") }},
		{"write.js", &p.WriteScript, func() ([]byte, error) { return lessonsScript("write.js", "--metafile="+editor) }},
		{"hand_in.css", &p.HandInStyle, func() ([]byte, error) { return esbuild(work, "hand-in.css") }},
		{"hand_in.js", &p.HandInScript, func() ([]byte, error) { return lessonsScript("hand-in.js") }},
		{"scorm.js", &p.ScormScript, func() ([]byte, error) {
			return esbuild(work, "scorm.js", "--bundle", "--legal-comments=none", define("LESSON_PROGRAM_URL", p.LessonProgram+packed), define("WORKER_URL", p.Worker), define("PACKAGED", true))
		}},
		{"lessons.js", &p.LessonsScript, func() ([]byte, error) { return esbuild(work, "lessons.js") }},
		{"manual.css", &p.ManualStyle, func() ([]byte, error) { return esbuild(work, "manual.css") }},
		{"embeds.css", &p.EmbedsStyle, func() ([]byte, error) { return esbuild(work, "embeds.css") }},
		{"embeds.js", &p.EmbedsScript, func() ([]byte, error) { return esbuild(work, "embeds.js") }},
		{"theme.js", &p.ThemeScript, func() ([]byte, error) { return esbuild(work, "theme.js") }},
		{"prerendered.js", &p.PrerenderedScript, func() ([]byte, error) { return esbuild(work, "prerendered.js") }},
		{"newer.js", &p.NewerScript, func() ([]byte, error) { return esbuild(work, "newer.js", "--bundle") }},
		{"licenses.txt", &p.Licenses, func() ([]byte, error) {
			return licenses(o.compiler, []string{charts, editor}, o.program, o.written, o.lesson)
		}},
	} {
		content, err := f.make()
		if err != nil {
			return err
		}
		if *f.hashed, err = s.addHashed(f.name, content); err != nil {
			return err
		}
	}

	if err := s.addScript(work, "embed.js"); err != nil {
		return err
	}
	if err := addPackage(s, &p); err != nil {
		return err
	}
	if err := addLessons(s, p, taught); err != nil {
		return err
	}
	if err := addManual(s, p, chapters); err != nil {
		return err
	}
	if err := addEmbeds(s, p); err != nil {
		return err
	}
	source, err := os.ReadFile("assets/index.html")
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	data, err := json.Marshal(prerendered)
	if err != nil {
		return err
	}
	p.PrerenderedAddress, p.PrerenderedPage, p.PrerenderedData = prerendered.address, template.HTML(prerendered.page.html()), template.JS(data)
	if p.Version, err = s.version(slices.Concat(source, []byte(p.PrerenderedPage), data)); err != nil {
		return err
	}
	index, err := fill(source, p)
	if err != nil {
		return err
	}
	// Every other file of the page is added before, so that it is kept for use without a network.
	serviceWorker, err := esbuild(work, "sw.js", define("FILES", append(s.names(), "./", "./?embed=1")), define("LATE", []string{p.Written, p.LessonProgram, p.Centre}), define("VERSION", p.Version))
	if err != nil {
		return err
	}
	if err := s.add("index.html", index); err != nil {
		return err
	}
	if err := s.add("sw.js", serviceWorker); err != nil {
		return err
	}
	if err := s.finish(); err != nil {
		return err
	}
	return s.report(os.Stdout, []string{"index.html", p.Icon, p.Style, p.PrerenderedScript, p.Boot, p.WasmExec, p.Domrender, p.Worker, p.Answered, p.Program},
		map[string]string{p.Rest: "right after it", p.Charts: "with the first chart", p.Written: "with the first expression or script", p.LessonProgram: "with the first lesson of one's own"})
}

// centreLog is the accounting log of a year of a centre that there is not.
func centreLog() ([]byte, error) {
	const jobs, days, seed = 12_000, 365, 1
	var b bytes.Buffer
	err := centre.Write(&b, jobs, days, seed)
	return b.Bytes(), err
}

// ownCluster is what the gallery says of that log.
func ownCluster(address string) gallery.Listed {
	return gallery.Listed{Group: "Your own cluster", Title: "A centre like yours", Log: address,
		Sentence: "A year of 12,000 jobs as sacct of Slurm prints it: who waited, when, and what other policies would have made of it.",
		Words:    "accounting log sacct Slurm PBS LSF Grid Engine users accounts partitions GPUs waits"}
}

// fill puts the names of files into a page.
func fill(source []byte, p page) ([]byte, error) {
	t, err := template.New("page").Parse(string(source))
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return filledWith(t, p)
}

// parsePages reads the templates of pages, with what pages have in common. It is the template of the first one, in which the others can be looked up.
func parsePages(files ...string) (*template.Template, error) {
	return template.ParseFiles(append(files, "assets/shared.html")...)
}

// filledWith is a page that a template makes of data.
func filledWith(t *template.Template, data any) ([]byte, error) {
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return b.Bytes(), nil
}
