package slurmconf

// Names are what a configuration, and a log of its cluster, call what a scenario has numbers for.
type Names struct {
	Accounts, Users, QOS, Partitions map[int]string
	Nodes                            map[string]string // by the names that Machine gives them
	GPUTypes                         []string          // the first has number 1
}

// Names are those of the log's legend and, behind them, those of the configuration, by the numbers that Machine and Policy give them.
func (c *Cluster) Names(log *Legend) *Names {
	listed := func(names []string) map[int]string {
		m := map[int]string{}
		for i, name := range names {
			m[i+1] = name
		}
		return m
	}
	n := &Names{listed(log.Accounts), listed(log.Users), listed(log.QOS), listed(log.Partitions), map[string]string{}, log.GPUTypes}
	for i, numbered := range c.NumberedNames(log.Hosts) {
		n.Nodes[numbered] = c.Nodes[i].Name
	}
	for i := range c.Partitions {
		n.Partitions[NumberOf(log.Partitions, c.Partitions[i].Name, i)] = c.Partitions[i].Name
	}
	for i := range c.QOS {
		n.QOS[NumberOf(log.QOS, c.QOS[i].Name, i)] = c.QOS[i].Name
	}
	for name, number := range c.accountNumbers(log) {
		if name != "" {
			n.Accounts[number] = name
		}
	}
	for i := range c.Associations {
		if a := &c.Associations[i]; a.User != "" && c.IsOwn(a) {
			n.Users[NumberOf(log.Users, a.User, i)] = a.User
		}
	}
	return n
}

// accountNumbers are those of all accounts, that of the root, above all, is 0.
func (c *Cluster) accountNumbers(log *Legend) map[string]int {
	number := map[string]int{"root": 0, "": 0}
	for i := range c.Associations {
		a := &c.Associations[i]
		if !c.IsOwn(a) {
			continue
		}
		for _, account := range []string{a.Account, a.Parent} {
			if _, known := number[account]; !known {
				number[account] = NumberOf(log.Accounts, account, 2*i+len(number))
			}
		}
	}
	return number
}
