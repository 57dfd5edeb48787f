package play

import (
	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// Ids of the elements of the player that the browser side keeps up to date while time goes by,
// and of the whole player, in which keys step.
const (
	PlayerHost = "player"
	SliderHost = "play-slider"
	ClockHost  = "play-clock"
)

// SliderSteps is how many steps the time slider has.
const SliderSteps = 1000

// Player is the bar with which a run is played.
type Player struct{ *Play }

func (c *Player) class() string {
	if c.On {
		return "player on"
	}
	return "player"
}

// disabled is the value of aria-disabled as long as there is nothing to play.
func (c *Player) disabled() string {
	if c.Timeline == nil {
		return "true"
	}
	return ""
}

// invites says whether there is a word on what the button does.
func (c *Player) invites() bool {
	return !c.On && c.Timeline != nil && c.Measurement == nil
}

func (c *Player) verb() string {
	if c.running {
		return "❚❚ Pause"
	}
	return "▶ Play"
}

func (c *Player) toggle() { c.SetPlaying(!c.running) }

func (c *Player) steps() vugu.Builder {
	step := func(text, name, keys string, by int, decision bool) widget.Button {
		return widget.Button{Text: text, Name: name, Keys: keys, Do: func() { c.Step(by, decision) }}
	}
	return c.QuietBar("Steps",
		step("|◀", "Previous decision", "<", -1, true), step("◀", "Previous event", ",", -1, false),
		step("▶", "Next event", ".", 1, false), step("▶|", "Next decision", ">", 1, true))
}

func (c *Player) end() vugu.Builder {
	return c.QuietBar("Whole run", widget.Button{Text: "Whole run", ID: "play-stop", Name: "Stop: show the whole run", Do: func() {
		c.StopPlaying()
		c.Browser.Focus("play-button")
	}})
}

// speedChoice is a choice of the speed; 0: automatic.
type speedChoice struct {
	Name, Text string
	Speed      engine.Time
}

// speeds are the choices of how much simulated time goes by in a second.
func (p *Play) speeds() []speedChoice {
	list := []speedChoice{{Name: "automatic", Text: "automatic"}}
	if p.Timeline != nil {
		list[0].Text += " (" + phrase.Span(roundTime(p.automaticSpeed())) + " a second)"
	}
	for _, s := range []engine.Time{engine.Second, 10 * engine.Second, engine.Minute, 10 * engine.Minute, engine.Hour, 6 * engine.Hour, engine.Day, 7 * engine.Day} {
		text := phrase.Span(s)
		list = append(list, speedChoice{text, text + " a second", s})
	}
	return list
}

// roundTime is a length of time without what nobody needs to know.
func roundTime(t engine.Time) engine.Time {
	for _, unit := range []engine.Time{engine.Hour, engine.Minute, engine.Second, engine.Second / 10} {
		if t >= 10*unit {
			return t / unit * unit
		}
	}
	return t
}

// SetSpeed chooses the speed of that name.
func (p *Play) SetSpeed(name string) {
	for _, s := range p.speeds() {
		if s.Name == name {
			p.speed = s.Speed
			p.AskSnapshots()
		}
	}
}

// SliderValue is where the time slider stands, from 0 to SliderSteps.
func (p *Play) SliderValue() int {
	if p.Timeline == nil {
		return 0
	}
	v := p.Timeline.View
	return int(float64(p.Now-v.First) / float64(v.Last-v.First) * SliderSteps)
}

// SlideTo shows the instant at which the time slider stands.
func (p *Play) SlideTo(value int) {
	if p.Timeline != nil {
		v := p.Timeline.View
		p.Seek(v.First + engine.Time(float64(value)/SliderSteps*float64(v.Last-v.First)))
	}
}

// NowText is the instant that is shown, for people.
func (p *Play) NowText() string {
	if p.Timeline == nil || !p.On {
		return ""
	}
	now := p.Now
	if p.Speed() >= 10*engine.Second && p.running {
		now = now / engine.Second * engine.Second
	}
	return p.Timeline.Clock.Format(now)
}

// Key answers a key pressed on the timeline or in the player; false if it means nothing there.
func (p *Play) Key(key string) bool {
	switch key {
	case " ":
		p.SetPlaying(!p.running)
	case ",":
		p.Step(-1, false)
	case ".":
		p.Step(1, false)
	case "<":
		p.Step(-1, true)
	case ">":
		p.Step(1, true)
	default:
		return false
	}
	return true
}

// Speed is how much simulated time goes by in a second, in milliseconds.
func (p *Play) Speed() engine.Time {
	if p.speed > 0 {
		return p.speed
	}
	return p.automaticSpeed()
}

// automaticSpeed is the speed at which what the timeline shows takes playTime; at least 1.
func (p *Play) automaticSpeed() engine.Time {
	return max(engine.Time(float64(p.Timeline.View.Span())/playTime.Seconds()), 1)
}
