package ui

import (
	"testing"
	"time"

	"backfill/engine"
)

// The automatic speed takes 30 s for the whole run, of which a frame lets 50 ms go by: 1/600.
func TestTimeGoesBy(t *testing.T) {
	p, b := firstVisit(t)
	if _, on := p.PlayedTo(); on || p.Playing() {
		t.Fatal("a first visit plays by itself")
	}
	last := p.scene.View.Last
	p.SetPlaying(true)
	for range 60 {
		p.Tick(50 * time.Millisecond)
	}
	now, on := p.PlayedTo()
	if want := last / 10; !on || !p.Playing() || now < want-1 || now > want {
		t.Errorf("after 3 s it is %d of %d", now, last)
	}
	p.SetPlaying(false)
	if p.Tick(time.Second); p.play.now != now {
		t.Error("time goes by although it was stopped")
	}
	p.Seek(last - 1)
	p.SetPlaying(true)
	if render := p.Tick(50 * time.Millisecond); !render || p.Playing() || p.play.now != last {
		t.Errorf("the run does not end: it is %d of %d", p.play.now, last)
	}
	p.SetPlaying(true)
	if now, _ := p.PlayedTo(); now != 0 || !p.Playing() {
		t.Errorf("it does not begin again, but at %d", now)
	}
	b.answer()
	if p.scene.Play == nil {
		t.Error("a new run is not played")
	}
	p.StopPlaying()
	if _, on := p.PlayedTo(); on || p.scene.Play != nil {
		t.Error("the whole run is not shown again")
	}
	p.Seek(-engine.Hour)
	if now, on := p.PlayedTo(); now != 0 || !on {
		t.Errorf("before the beginning lies %d", now)
	}
}
