package limits

// SetQOS gives the QOS with the number of q the limits of q, from now on; its flags and its usage factor stay. What its jobs use already
// stays counted: the Config has to be Changing. It is false if there is no such QOS.
func (e *Enforcement) SetQOS(q *QOS) bool {
	at := e.QOSOf(q.Number)
	if at == None {
		return false
	}
	was := e.QOS[at]
	e.QOS[at] = *q
	e.QOS[at].UsageFactor, e.QOS[at].OverPartQOS, e.QOS[at].NoReserve, e.QOS[at].DenyOnLimit, e.QOS[at].NoDecay = was.UsageFactor, was.OverPartQOS, was.NoReserve, was.DenyOnLimit, was.NoDecay
	e.qos[at].takeQOS(q)
	return true
}

// SetAssociation gives the account of a, or its user, the limits of a, from now on. Who is below has those on single jobs, too, that nobody
// between has. It is false if there is no such account. Time linear in the number of associations times that of the accounts above each.
func (e *Enforcement) SetAssociation(a *Association) bool {
	at := e.associationOf(a.Account, a.User)
	if at == None {
		return false
	}
	own := &e.own[at]
	own.Limits, own.MaxJobs, own.MaxSubmit = a.Limits, a.MaxJobs, a.MaxSubmit
	copy(e.Associations, e.own)
	for i := range e.Associations {
		e.bound(int32(i))
	}
	return true
}
