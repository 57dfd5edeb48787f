package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/slurmconf"
)

// Billing is what jobs of a partition are charged for what they hold, for each second: by TRESBillingWeights, in the order of
// slurmconf.CountedTRES; nil: their processors.
type Billing []float64

// ParseBilling reads weights such as CPU=1.0,Mem=0.25G,GRES/gpu=2: those of memory are for a MB, or for the unit behind them.
func ParseBilling(text string) (Billing, error) {
	if text == "" {
		return nil, nil
	}
	b := make(Billing, len(slurmconf.CountedTRES))
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		at := slices.Index(slurmconf.CountedTRES, strings.ToLower(name))
		wrong := fmt.Errorf("%q is not known; weights of %s such as CPU=1.0,Mem=0.25G are accepted", part, strings.Join(slurmconf.CountedTRES, ", "))
		if at < 0 {
			return nil, wrong
		}
		unit := 1.0 // MB
		if slurmconf.CountedTRES[at] == "mem" && value != "" {
			if k := strings.IndexByte("KMGTP", value[len(value)-1]&^0x20); k >= 0 {
				unit, value = []float64{1.0 / 1024, 1, 1024, 1024 * 1024, 1024 * 1024 * 1024}[k], value[:len(value)-1]
			}
		}
		weight, err := strconv.ParseFloat(value, 64)
		if err != nil || !(weight >= 0 && weight < 1e12) {
			return nil, wrong
		}
		b[at] = weight / unit
	}
	return b, nil
}
