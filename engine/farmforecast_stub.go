package engine

func (f *Farm) Forecast() Forecast { panic("engine: to be written") }
