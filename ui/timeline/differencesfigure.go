package timeline

import "math"

// DifferencesFigure is the picture of two runs for print, as SVG: on white, with its legend, in a text of a given size.
// The plots are a picture, texts are shapes.
type DifferencesFigure struct {
	figure Figure
	d      *Differences
	image  *Raster
}

// NewDifferencesFigure draws the plots in 300 dots per inch. O(dots + rows).
func NewDifferencesFigure(d *Differences, paper Paper) *DifferencesFigure {
	width := paper.units(textSize)
	plain := NewDifferences(d.Wait, d.Order, d.Name)
	plain.Theme, plain.Ratio, plain.Width, plain.CharWidth, plain.Pinned = Light, 1, width, meanWidth*textSize, d.Pinned
	scale := max(int(math.Ceil(float64(paper.Dots())/float64(width))), 1)
	fine := NewDifferences(d.Wait, d.Order, d.Name)
	fine.DifferencesView = plain.DifferencesView
	fine.Ratio, fine.Width = float64(scale), width*scale
	f := &DifferencesFigure{figure: Figure{paper: paper}, d: plain, image: &Raster{}}
	fine.Draw(f.image)
	f.figure.scene = &Scene{View: View{Scale: Scale{Width: width}}, CharWidth: plain.CharWidth}
	f.figure.placeEntries(plain.Legend())
	return f
}

// Image is the plots.
func (f *DifferencesFigure) Image() *Raster { return f.image }

// SVG is the figure; image is the address of Image, about is for those who do not see it, origin says where it comes from.
func (f *DifferencesFigure) SVG(image, title, about, origin string) []byte {
	g := &f.figure
	g.Title, g.Origin = title, origin
	g.head(f.d.Height(), about)
	g.write(`<g transform="translate(0 %d)"><image width="%d" height="%d" preserveAspectRatio="none" href="%s"/>`+"\n", g.top, f.d.Width, f.d.Height(), image)
	for _, label := range f.d.Labels() {
		g.text(label)
	}
	g.write("</g>\n</svg>\n")
	return g.out
}
