package timeline

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/snapshot"
)

// Play is the picture of a run that is played: what is later than Now has not happened yet, and
// of that only what the policies know is drawn.
type Play struct {
	Now   engine.Time
	Known []*Foresight // by group, nil: nothing is known there
	// Passes are those that were made, by group; nil: the policy makes none, or nothing is known of them.
	Passes []*Passes

	pieces map[*Placement]piecesOfJobs // found when they are needed
}

// Foresight is what a policy knows of the future at one instant. It must not be changed once it
// is part of a Play: where it is drawn is remembered.
type Foresight struct {
	Running   []snapshot.Expectation
	Reserved  []snapshot.Promise // of those who wait, the first in the queue first
	Requested []snapshot.Promise // of dedicated jobs that are not due yet
	Extra     int32              // processors left beside the first of Reserved when it begins; -1: unknown
	Shadow    bool               // to the policy that is the shadow time, and they are the extra processors
	Passing   bool               // Reserved are promises of whole lanes, which the policy makes anew in each of its passes

	layout *Layout // that ghosts and extra are placed in
	ghosts []ghost
	extra  []strip
}

// ghost is where a job lies, or goes on, in the future.
type ghost struct {
	job      int32
	from, to engine.Time
	runs     bool // it has begun
	asked    bool // for it by the job itself
	blocks   []strip
}

// strip is the processors first to first+count-1.
type strip struct{ first, count int32 }

// knownIn is what is known of the future in group g, placed; nil if that is nothing.
func (s *Scene) knownIn(g int) *Foresight {
	if s.Play == nil || g < 0 || g >= len(s.Play.Known) || s.Play.Known[g] == nil || s.Groups[g].Layout == nil {
		return nil
	}
	f := s.Play.Known[g]
	if f.layout != s.Groups[g].Layout {
		f.place(s.Play, &s.Groups[g])
	}
	return f
}

// place finds processors for what is known: running jobs stay where they are, those who wait get
// the lowest that are free when they are due, in the lanes that were found for them.
// O((running jobs + promises) * log processors).
func (f *Foresight) place(play *Play, g *Group) {
	l := g.Layout
	f.layout, f.ghosts, f.extra = l, nil, nil
	for _, e := range f.Running {
		p := play.piece(l.Placement, e.Job)
		if p < 0 {
			continue
		}
		run := ghost{job: e.Job, from: l.Start(p), to: e.End, runs: true}
		for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
			run.blocks = append(run.blocks, strip{l.First[b], l.Count[b]})
		}
		f.ghosts = append(f.ghosts, run)
	}
	if g.Outcome == nil || len(f.Reserved)+len(f.Requested) == 0 {
		return
	}
	room := newVacancies(l, f.ghosts)
	due := make([]int, len(f.Reserved)+len(f.Requested)) // in the order of time
	for i := range due {
		due[i] = i
	}
	promises := slices.Concat(f.Reserved, f.Requested)
	slices.SortStableFunc(due, func(a, b int) int { return cmp.Compare(promises[a].At, promises[b].At) })
	for _, i := range due {
		promise := promises[i]
		room.until(promise.At)
		size := g.Outcome.Occupied(promise.Job)
		waits := ghost{job: promise.Job, from: promise.At, to: promise.At + promise.Length, asked: i >= len(f.Reserved)}
		switch {
		case promise.Pieces != nil:
			for _, piece := range promise.Pieces {
				waits.blocks = room.takePiece(waits.blocks, piece)
			}
		case promise.Lane != engine.NoLane:
			waits.blocks = room.take(waits.blocks, int(promise.Lane), size)
		case l.Bands == nil:
			waits.blocks = room.take(waits.blocks, 0, size)
		}
		room.leaves = append(room.leaves, waits)
		f.ghosts = append(f.ghosts, waits)
		if i == 0 && len(f.Reserved) > 0 && l.Bands == nil && f.Shadow && f.Extra > 0 {
			f.extra = room.take(nil, 0, f.Extra)
			room.put(f.extra)
		}
	}
}

// runs says whether job j is known to run.
func (f *Foresight) runs(j int32) bool {
	return slices.ContainsFunc(f.ghosts, func(g ghost) bool { return g.runs && g.job == j })
}

// vacancies are the processors that are free as time goes by.
type vacancies struct {
	layout *Layout
	pools  []*freeSet // by band; of one pool, one
	leaves []ghost    // those who hold processors
}

func newVacancies(l *Layout, running []ghost) *vacancies {
	v := &vacancies{layout: l, leaves: slices.Clone(running), pools: []*freeSet{newFreeSet(l.Processors)}}
	if l.Bands != nil {
		v.pools = v.pools[:0]
		for _, band := range l.Bands {
			v.pools = append(v.pools, newFreeSet(band.Processors))
		}
	}
	for _, run := range running {
		for _, b := range run.blocks {
			v.change(b, false)
		}
	}
	return v
}

// change gives back, or takes, the processors of a block, which lies in one band.
func (v *vacancies) change(b strip, free bool) {
	in := max(v.layout.bandAt(b.first), 0)
	v.pools[in].change(b.first-v.first(in), b.count, free)
}

func (v *vacancies) first(in int) int32 {
	if v.layout.Bands == nil {
		return 0
	}
	return v.layout.Bands[in].First
}

// until lets everybody leave who does so up to and including t.
func (v *vacancies) until(t engine.Time) {
	v.leaves = slices.DeleteFunc(v.leaves, func(g ghost) bool {
		if g.to > t {
			return false
		}
		v.put(g.blocks)
		return true
	})
}

func (v *vacancies) put(blocks []strip) {
	for _, b := range blocks {
		v.change(b, true)
	}
}

// take appends to blocks the lowest n processors of a band, in one block if there is such, or as
// many as are free.
func (v *vacancies) take(blocks []strip, in int, n int32) []strip {
	if in >= len(v.pools) {
		return blocks
	}
	for pool := v.pools[in]; n > 0; {
		k := min(n, pool.longest())
		if k == 0 {
			break
		}
		blocks = append(blocks, strip{v.first(in) + pool.take(k), k})
		n -= k
	}
	return blocks
}

// takePiece appends the processors of a piece, those with its numbers if they have some, or the whole of a lane: who runs on a part of it does not count, as whole
// lanes may be promised of which a part is needed.
func (v *vacancies) takePiece(blocks []strip, piece engine.Piece) []strip {
	if in := int(piece.Lane); piece.First < 0 && in < len(v.layout.Bands) && piece.Processors == v.layout.Bands[in].Processors {
		b := strip{v.layout.Bands[in].First, piece.Processors}
		v.change(b, false)
		return append(blocks, b)
	}
	if piece.First < 0 || int(piece.Lane) >= len(v.layout.Bands) {
		return v.take(blocks, int(piece.Lane), piece.Processors)
	}
	// The first processor of a lane is at its top.
	b := strip{v.layout.Machine - piece.First - piece.Processors, piece.Processors}
	band := v.layout.Bands[piece.Lane]
	if b.first < band.First || b.first+b.count > band.First+band.Processors {
		return blocks
	}
	v.change(b, false)
	return append(blocks, b)
}

// piecesOfJobs finds pieces by their jobs: those of job j are list[first[j]] to list[first[j+1]-1].
type piecesOfJobs struct{ first, list []int32 }

// index finds the pieces of every job. O(pieces).
func (p *Placement) index() piecesOfJobs {
	jobs := int32(0)
	for _, j := range p.Job {
		jobs = max(jobs, j+1)
	}
	of := piecesOfJobs{make([]int32, jobs+1), make([]int32, len(p.Job))}
	for _, j := range p.Job {
		of.first[j+1]++
	}
	for j := range jobs {
		of.first[j+1] += of.first[j]
	}
	next := slices.Clone(of.first)
	for i, j := range p.Job {
		of.list[next[j]] = int32(i)
		next[j]++
	}
	return of
}

// piece is the latest piece of job j that has begun, -1 if none has.
func (play *Play) piece(of *Placement, j int32) int32 {
	known, ok := play.pieces[of]
	if !ok {
		if len(play.pieces) > len(play.Known) {
			clear(play.pieces) // of pictures that are gone
		}
		known = of.index()
		if play.pieces == nil {
			play.pieces = map[*Placement]piecesOfJobs{}
		}
		play.pieces[of] = known
	}
	last := int32(-1)
	if j < 0 || int(j) >= len(known.first)-1 {
		return last
	}
	for _, p := range known.list[known.first[j]:known.first[j+1]] {
		if of.Start(p) > play.Now {
			break
		}
		last = p
	}
	return last
}

// rects are where a ghost lies in a lane.
func (g *ghost) rects(s *Scene, lane Lane, l *Layout, yield func(r Rect)) {
	x0, x1 := s.View.Column(g.from), s.View.Column(min(g.to, s.View.T1+s.View.Span()))
	if !g.runs {
		x0 = max(x0, s.View.Column(s.Play.Now)) // it is late
	}
	stripsOf(g.blocks, lane, l, func(top, bottom int) { yield(Rect{x0, top, max(x1, x0+1), bottom}) })
}

// stripsOf are the pixel rows of blocks in a lane.
func stripsOf(blocks []strip, lane Lane, l *Layout, yield func(top, bottom int)) {
	for _, b := range blocks {
		yield(l.stripIn(lane, b.first, b.count))
	}
}

// drawFuture empties the part of a lane that lies behind the present: its pixel rows top to
// top+height-1 become the background.
func (s *Scene) drawFuture(dst *Raster, top, height int, background []uint32) {
	if s.Play == nil {
		return
	}
	x := min(max(s.View.Column(s.Play.Now), 0), dst.Width)
	for y := top; y < top+height; y++ {
		copy(dst.row(y)[x:], background[x:])
	}
}

// drawForesight draws what is known of the future in a Gantt chart: pale what goes on, in dashed
// frames who waits, dotted the extra processors if the policy has such.
func (s *Scene) drawForesight(dst *Raster, lane Lane, group *Group) {
	f := s.knownIn(lane.Group)
	if f == nil {
		return
	}
	l, t, line := group.Layout, s.Theme, s.px(1)
	bottom, paint := lane.Top+lane.Height, s.paintOf(lane.Group)
	// What runs lies over what is promised: a whole node may be promised while a job that ends later runs on a part of it.
	for g := range s.ghosts(lane.Group) {
		if g.runs {
			continue
		}
		g.rects(s, lane, l, func(r Rect) { s.drawGhost(dst, r, lane.Top, bottom) })
	}
	for g := range s.ghosts(lane.Group) {
		if !g.runs {
			continue
		}
		color := t.Muted
		if p := s.Play.piece(l.Placement, g.job); p >= 0 && group.Heat == nil && int(p) < len(paint) {
			color = s.Colors.Color(paint[p], t)
		}
		pale := blend(t.Idle, color, 0.3).pixel()
		g.rects(s, lane, l, func(r Rect) {
			r.X0 = max(r.X0, s.View.Column(s.Play.Now)) // the past is drawn
			dst.rect(r, lane.Top, bottom, pale)
			if r.Y1-r.Y0 >= s.px(separated) {
				dst.inner(r, line, lane.Top, bottom, t.Muted.pixel())
			}
		})
	}
	s.drawExtra(dst, lane, f)
	if x, ok := s.firstReserved(lane.Group); ok {
		dst.rect(Rect{x - line, lane.Top, x + 2*line, bottom}, lane.Top, bottom, t.Halo.pixel())
		dash := s.px(4)
		for y := lane.Top - dash; y < bottom; y += 2 * dash {
			dst.rect(Rect{x, y, x + line, y + dash}, 0, bottom, t.Text.pixel())
		}
	}
	for _, n := range s.notes(lane) {
		dst.rect(n.plate, lane.Top, bottom, t.Background.pixel())
	}
}

// firstReserved is the column in group g where the reservation of the first in the queue begins; false if
// there is none.
func (s *Scene) firstReserved(g int) (x int, ok bool) {
	f := s.knownIn(g)
	if f == nil || len(f.Reserved) == 0 || f.Reserved[0].At < s.Play.Now {
		return 0, false
	}
	for ghost := range s.ghosts(g) {
		ok = ok || !ghost.runs && ghost.job == f.Reserved[0].Job
	}
	return s.View.Column(f.Reserved[0].At), ok
}

// drawGhost draws the block of a job that is to come: hatched, in a dashed frame.
func (s *Scene) drawGhost(dst *Raster, r Rect, top, bottom int) {
	line, dash := s.px(1), s.px(4)
	ground, ink := blend(s.Theme.Idle, s.Theme.Background, 0.6).pixel(), s.Theme.Text.pixel()
	dst.rect(r, top, bottom, ground)
	hatch, pitch := blend(s.Theme.Idle, s.Theme.Muted, 0.45).pixel(), s.px(9)
	for y := max(r.Y0, top); y < min(r.Y1, bottom); y++ {
		row := dst.row(y)
		for x := max(r.X0, 0); x < min(r.X1, dst.Width); x++ {
			if mod(int64(x-r.X0+y-r.Y0), int64(pitch)) < int64(line) {
				row[x] = hatch
			}
		}
	}
	for x := max(r.X0, -dash); x < min(r.X1, dst.Width); x++ {
		if mod(int64(x-r.X0), int64(2*dash)) < int64(dash) {
			dst.rect(Rect{x, r.Y0, x + 1, r.Y0 + line}, top, bottom, ink)
			dst.rect(Rect{x, r.Y1 - line, x + 1, r.Y1}, top, bottom, ink)
		}
	}
	for y := max(r.Y0, top); y < min(r.Y1, bottom); y++ {
		if (y-r.Y0)%(2*dash) < dash {
			dst.rect(Rect{r.X0, y, r.X0 + 2*line, y + 1}, top, bottom, ink)
			dst.rect(Rect{r.X1 - line, y, r.X1, y + 1}, top, bottom, ink)
		}
	}
}

// FutureLegend explains what is drawn of the future of a run that is played: every kind of it that the policies may have, Absent if the
// window shows none now. It is nil if the whole of the run is shown.
func (s *Scene) FutureLegend() []LegendEntry {
	if s.Play == nil || len(s.Play.Known) == 0 {
		return nil
	}
	runs, reserved, asked, extra, shadow, passing, held := false, false, false, false, false, false, false
	visible := func(x0, x1 int) bool { return x0 < s.View.Width && x1 > 0 && x0 < x1 }
	for _, lane := range s.View.Lanes {
		if lane.Part != GanttPart {
			continue
		}
		f := s.knownIn(lane.Group)
		if f == nil {
			continue
		}
		shadow = shadow || f.Shadow
		passing, held = passing || f.Passing, held || !f.Passing
		for g := range s.ghosts(lane.Group) {
			g.rects(s, lane, f.layout, func(r Rect) {
				switch {
				case g.runs:
					runs = runs || visible(max(r.X0, s.View.Column(s.Play.Now)), r.X1)
				case g.asked:
					asked = asked || visible(r.X0, r.X1)
				default:
					reserved = reserved || visible(r.X0, r.X1)
				}
			})
		}
		if x0, ok := s.firstReserved(lane.Group); ok && len(f.extra) > 0 {
			extra = extra || visible(x0, s.View.Column(f.Reserved[0].At+f.Reserved[0].Length))
		}
	}
	t := s.Theme
	whose := "reserved for a waiting job"
	switch {
	case passing && held:
		whose += "; by Slurm whole nodes, until its next pass only"
	case passing:
		whose = "whole nodes promised to a waiting job, until the next pass of the backfill scheduler only"
	case asked && reserved:
		whose += ", or requested by a dedicated one"
	case asked:
		whose = "requested by a dedicated job"
	}
	legend := []LegendEntry{
		{Color: blend(t.Idle, t.Muted, 0.3), Text: "pale: runs on, as the policy expects", Pale: true, Absent: !runs},
		{Color: blend(t.Idle, t.Background, 0.6), Text: "hatched, in a dashed frame: " + whose, Ghost: true, Absent: !reserved && !asked},
	}
	if shadow {
		legend = append(legend, LegendEntry{Color: t.Idle, Text: "dots: extra processors at the shadow time", Dotted: true, Absent: !extra})
	}
	return append(legend, s.passesLegend()...)
}

// describeFuture says what is known of the future in group g: for people who do not see it.
func (s *Scene) describeFuture(b *strings.Builder, g int) {
	f := s.knownIn(g)
	if f == nil || s.Number == nil {
		return
	}
	const most = 8
	var told []string
	all := 0
	for known := range s.ghosts(g) {
		if all++; all > most {
			continue
		}
		job, to := "job "+strconv.FormatInt(s.Number(known.job), 10), s.Clock.Format(known.to)
		switch {
		case known.runs:
			told = append(told, job+" runs on until "+to)
		case known.asked:
			told = append(told, job+" has requested "+s.Clock.Format(known.from)+" to "+to)
		default:
			holds := " holds a reservation from "
			if f.Passing {
				holds = " is promised whole nodes from "
			}
			told = append(told, job+holds+s.Clock.Format(known.from)+" to "+to)
		}
	}
	if all > most {
		told = append(told, "and so on for "+strconv.Itoa(all-most)+" more")
	}
	if _, ok := s.firstReserved(g); ok && f.Shadow {
		told = append(told, s.reservedWords(f))
	}
	if len(told) > 0 {
		b.WriteString(" Known of the future at " + s.Clock.Format(s.Play.Now) + ", as the policy expects: " + strings.Join(told, "; ") + ".")
	}
}

// drawExtra dots the extra processors for as long as the first reservation lasts.
func (s *Scene) drawExtra(dst *Raster, lane Lane, f *Foresight) {
	if _, ok := s.firstReserved(lane.Group); !ok {
		return
	}
	x0, x1 := s.View.Column(f.Reserved[0].At), s.View.Column(min(f.Reserved[0].At+f.Reserved[0].Length, s.View.T1))
	pitch, dot, ink := s.px(6), s.px(2), s.Theme.Tracks[Green].pixel()
	stripsOf(f.extra, lane, f.layout, func(top, bottom int) {
		for y := top + dot; y < bottom; y += pitch {
			for x := x0 + dot + (y-top)/pitch%2*pitch/2; x < x1; x += pitch {
				dst.rect(Rect{x, y, min(x+dot, x1), min(y+dot, bottom)}, lane.Top, lane.Top+lane.Height, ink)
			}
		}
	})
}

// inner paints the area inside of r that is up to line pixels away from its edges.
func (d *Raster) inner(r Rect, line, top, bottom int, pixel uint32) {
	d.rect(Rect{r.X0, r.Y0, r.X1, r.Y0 + line}, top, bottom, pixel)
	d.rect(Rect{r.X0, r.Y1 - line, r.X1, r.Y1}, top, bottom, pixel)
	d.rect(Rect{r.X0, r.Y0, r.X0 + line, r.Y1}, top, bottom, pixel)
	d.rect(Rect{r.X1 - line, r.Y0, r.X1, r.Y1}, top, bottom, pixel)
}

// drawNow draws a line through everything at the present.
func (s *Scene) drawNow(dst *Raster) {
	if s.Play == nil {
		return
	}
	x, line := s.View.Column(s.Play.Now), s.px(2)
	dst.rect(Rect{x - 1, 0, x + line + 1, dst.Height}, 0, dst.Height, s.Theme.Halo.pixel())
	dst.rect(Rect{x, 0, x + line, dst.Height}, 0, dst.Height, s.Theme.Text.pixel())
}

// plated is a text on a plate that lies under it.
type plated struct {
	text  string
	plate Rect
}

// reservedWords say when the reservation of the first in the queue begins, in the terms of the policy.
func (s *Scene) reservedWords(f *Foresight) string {
	first := f.Reserved[0]
	if !f.Shadow {
		verb := " reserved from "
		if f.Passing {
			verb = " promised from "
		}
		return "job " + strconv.FormatInt(s.Number(first.Job), 10) + verb + s.Clock.Format(first.At)
	}
	text := "shadow time " + s.Clock.Format(first.At)
	if f.Extra >= 0 {
		text += ", " + strconv.Itoa(int(f.Extra)) + " extra"
	}
	return text
}

// reservedFlag is what stands above a Gantt chart where the reservation of the first in the queue begins, in the lane of the title.
func (s *Scene) reservedFlag(lane Lane) (l Label, ok bool) {
	x, ok := s.firstReserved(lane.Group)
	if !ok || x < 0 || x >= s.View.Width || s.Number == nil {
		return Label{}, false
	}
	text := s.reservedWords(s.knownIn(lane.Group))
	width := float64(runes(text)) * s.CharWidth
	least := float64(runes(s.Groups[lane.Group].Name)+4) * s.CharWidth * 1.1 // behind the title, which is bold
	at := max(min(float64(x)+2*s.View.Ratio, float64(s.View.Width)-width), least)
	return Label{X: at, Y: float64(lane.Top) + s.titleMiddle(lane), Text: text, Color: s.Theme.Text}, true
}

// notes are the numbers of the jobs in the future of a Gantt chart, on plates.
func (s *Scene) notes(lane Lane) []plated {
	f := s.knownIn(lane.Group)
	if f == nil || s.Number == nil || s.CharWidth <= 0 {
		return nil
	}
	var list []plated
	height := s.px(15)
	// put writes the first of the texts for which there is room around the middle of r.
	put := func(r Rect, texts ...string) {
		r.X0, r.X1 = max(r.X0, 0), min(r.X1, s.View.Width)
		for _, text := range texts {
			width := int(math.Ceil(float64(runes(text)+1) * s.CharWidth))
			x, y := (r.X0+r.X1-width)/2, (r.Y0+r.Y1-height)/2
			plate := Rect{x, y, x + width, y + height}
			if r.X1-r.X0 >= width && r.Y1-r.Y0 >= s.px(12) && !slices.ContainsFunc(list, func(p plated) bool { return p.plate.meets(plate) }) {
				list = append(list, plated{text, plate})
				return
			}
		}
	}
	for g := range s.ghosts(lane.Group) {
		if g.runs {
			continue
		}
		number := strconv.FormatInt(s.Number(g.job), 10)
		what := "reserved for job " + number
		if f.Passing {
			what = "promised to job " + number
		}
		if g.asked {
			what = "requested by job " + number
		}
		g.rects(s, lane, f.layout, func(r Rect) { put(r, what, "job "+number, number) })
	}
	return list
}

// meets says whether two areas have a pixel in common.
func (r Rect) meets(o Rect) bool { return r.X0 < o.X1 && o.X0 < r.X1 && r.Y0 < o.Y1 && o.Y0 < r.Y1 }

// ghosts are what is known of the future in group g, as far as it has not been overtaken by what
// happened since.
func (s *Scene) ghosts(g int) iter.Seq[*ghost] {
	return func(yield func(*ghost) bool) {
		f := s.knownIn(g)
		if f == nil {
			return
		}
		l, again := s.Groups[g].Layout, s.Groups[g].Outcome != nil && s.Groups[g].Outcome.Reruns()
		for i := range f.ghosts {
			known := &f.ghosts[i]
			p := s.Play.piece(l.Placement, known.job)
			runs := p >= 0 && l.End(p) > s.Play.Now
			if known.runs != runs || !known.runs && p >= 0 && !again {
				continue
			}
			if runs && known.to <= s.Play.Now {
				known = s.corrected(g, known)
			}
			if !yield(known) {
				return
			}
		}
	}
}

// corrected is a running job with the end that the policy has come to believe in since it was asked, without which it would have
// ended by now.
func (s *Scene) corrected(g int, run *ghost) *ghost {
	o, later := s.Groups[g].Outcome, *run
	if o == nil {
		return run
	}
	for _, c := range o.Corrected(run.job) {
		if c.At <= s.Play.Now {
			later.to = run.from + c.Belief
		}
	}
	return &later
}

// known is the job that is foreseen at an instant, not before the present, on a processor, first of all one that runs; NoJob if there
// is none.
func (s *Scene) known(g int, t engine.Time, processor int32) int32 {
	job := engine.NoJob
	for known := range s.ghosts(g) {
		if t < known.from || t >= known.to {
			continue
		}
		for _, b := range known.blocks {
			if b.first <= processor && processor < b.first+b.count && (known.runs || job == engine.NoJob) {
				job = known.job
			}
		}
	}
	return job
}
