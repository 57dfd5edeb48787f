package forecast

import (
	"fmt"

	"backfill/engine/agreement"
	"backfill/ui/drawing"
	"backfill/ui/fit"
	"backfill/ui/result"
)

// held is the run that models what made the log, as configured, and how well it fits; nil as long as that was not looked at.
func (p *Forecast) held() (*result.Run, *agreement.Fit) {
	e, policy, ok := p.Held()
	if !ok {
		return nil, nil
	}
	r := e.Results.Runs[policy]
	return r, r.Fit(drawing.Usual)
}

// Refused says that the model fits the log too poorly for a forecast, "" if it does not, or if that was not looked at.
func (p *Forecast) Refused() string {
	if r, f := p.held(); f != nil && !fit.Answers(f.Trust()) && !p.Inapplicable() {
		return fit.NoForecast("“"+r.Label+"”", f)
	}
	return ""
}

// Trust says beside an answer how well the model fits the log, or that this has not been checked, and how to do so; "" without a forecast.
func (p *Forecast) Trust() string {
	r, f := p.held()
	switch {
	case !p.foretells() || r == nil:
		return ""
	case f == nil:
		return fmt.Sprintf("It has not been checked whether “%s” fits this log. If it does not, this answer says nothing about the cluster: press “Hold against the log” in “How well the model fits”.", r.Label)
	}
	return fit.Forecast("“"+r.Label+"”", f)
}

// Report is the forecast that stands on the page, for reports: question and answer in a sentence, what that depends on, and how often such ranges were right. Nothing
// if there is none, if the model does not fit the log, or while the panel is folded.
func (p *Forecast) Report() (answer string, depends, tried []string) {
	if !p.open() || !p.foretells() {
		return "", nil, nil
	}
	return p.Sentence(), append([]string{p.Trust()}, p.Depends()...), p.Calibration()
}
