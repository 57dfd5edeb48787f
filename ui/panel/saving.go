package panel

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strconv"

	"backfill/engine/experiment"
	"backfill/ui/opened"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// FileName is the experiment's name as a file's name, without extension.
func (s *Shared) FileName() string {
	return fileName(s.Draft.Name)
}

// ResultName is the same for a file of results, by the experiment that they are of; they may be a part of them.
func (s *Shared) ResultName() string {
	if s.Partial() || s.Measurement != nil && !s.Measurement.Cells.Done() {
		return s.RunName() + "-partial"
	}
	return s.RunName()
}

// RunName is the same for a file of a run that is shown.
func (s *Shared) RunName() string { return fileName(s.ShownName()) }

func fileName(experiment string) string {
	return phrase.Join("-", "backfill", cmp.Or(phrase.FileName(experiment), "experiment"))
}

// PartSaved says in a file of results which policies it lacks.
func (s *Shared) PartSaved() string {
	return "partial: " + s.ShareThatCame() + "; without " + phrase.List(s.Absent())
}

// SaveCSV offers a table as a file of that name, with its origin.
func (s *Shared) SaveCSV(name, table string) {
	s.Browser.Save(name, "text/csv", []byte(phrase.Comments(s.Origin())+table))
}

// Origin says what the results come from: program, seed and scenario, then the logs
// and which policies are missing, if any; a line each. Every file of results carries it.
func (s *Shared) Origin() string {
	if s.Shown.Results == nil {
		return ""
	}
	scenario, _ := s.Reported()
	text := experiment.Origin(s.Shown.Results.Version, s.Seed(), scenario)
	for _, f := range s.Shown.Files {
		text += fmt.Sprintf("\n%s: %s, %d bytes, SHA-256 %s", opened.FileNoun(f.Name), f.Name, f.Size, f.SHA256)
	}
	if words := s.CellWords(); words != "" {
		text += "\nschedules and distributions: " + words
	}
	switch {
	case s.Partial():
		text += "\n" + s.PartSaved()
	case s.Measurement != nil && !s.Measurement.Cells.Done():
		text += "\npartial: " + s.Measurement.Share()
	}
	return text
}

// usualPaper is that of figures until somebody chooses another one.
var usualPaper = timeline.Paper{Width: 178, Points: 8}

// PointsText is a size of text: "8 pt".
func PointsText(points float64) string { return strconv.FormatFloat(points, 'f', -1, 64) + " pt" }

// PNGAddress is an address that holds a picture.
func PNGAddress(png []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
}

// SavePicture offers a figure.
func (s *Shared) SavePicture(name, format string, svg []byte) {
	switch {
	case svg == nil:
		s.Warn("The picture " + name + " cannot be drawn.")
	case format == "svg":
		s.Browser.Save(name+".svg", "image/svg+xml", svg)
		s.Tell(fmt.Sprintf("%s.svg is written: %g mm wide, with text of %s.", name, s.Paper.Width, PointsText(s.Paper.Points)))
	default:
		s.Browser.SavePNG(name+".png", svg, s.Paper.Dots(), s.Origin())
		s.Tell(fmt.Sprintf("%s.png is written: %g mm wide at 300 dots per inch, with text of %s.", name, s.Paper.Width, PointsText(s.Paper.Points)))
	}
}

// SaveChart offers a chart as a figure; format is "svg" or "png".
func (s *Shared) SaveChart(id, format string) {
	name := s.RunName() + "-" + id[len("chart-"):]
	s.Browser.DrawChart(id, s.Paper, func(svg []byte) { s.SavePicture(name, format, svg) })
}
