package reproduce

import (
	"fmt"
	"strings"
)

// The figures below were measured with an independent prototype of the algorithms of
// Kumar, Shae and Jamjoom, IPDPSW 2012, on 500 jobs a workload with random numbers of
// its own; for those that it could not make reproduce the paper's see the gallery.

// kumarStudies are the scenarios of the figures, without machine. Others are items of
// the gallery.
var kumarStudies = map[string]string{
	"batch":       batchStudy(`, "load": 0.9`, `{"kind": "fcfs", "label": "FCFS"}, `+losReadings, 1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20),
	"floor-large": batchStudy(`, "load": 0.9, "sizes": "floorLarge"`, losReadings, 7),
	"unit":        batchStudy(`, "load": 0.9, "p": "unit"`, losReadings, 7),
	"load 1":      batchStudy(`, "load": 1`, losReadings, 7),

	"figure 9, limits":           dedicatedStudy(`"smallShare": 0.2, "dedicatedShare": 0.5`, ""),
	"figure 10, limits":          dedicatedStudy(`"dedicatedShare": 0.9`, ""),
	"table VII, limits":          dedicatedStudy(`"dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1`, `, "elastic": true`),
	"table VII without commands": dedicatedStudy(`"dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1`, ""),
	"figure 9, offsets":          dedicatedStudy(`"smallShare": 0.2, "dedicatedShare": 0.5`, "") + offsets,
	"figure 10, offsets":         dedicatedStudy(`"dedicatedShare": 0.9`, "") + offsets,
	"table VI, limits": `"workload": {"kind": "lublin-cwf", "extendShare": 0.2, "reduceShare": 0.1, "load": 0.9},
		"policies": [{"kind": "easy", "label": "EASY"}, {"kind": "los", "label": "LOS"}, {"kind": "delayed-los", "label": "Delayed-LOS"}, ` +
		skipLimits("delayed-los", `, "elastic": true`, 3, 7, 20) + `]`,

	"sweeps":              sweepsStudy(""),
	"sweeps, floor-large": sweepsStudy(`, "sizes": "floorLarge"`),
}

const (
	losReadings = `{"kind": "easy", "label": "EASY"}, {"kind": "los", "label": "LOS"}, {"kind": "los", "lookahead": 50, "label": "LOS, lookahead 50"},
		{"kind": "los", "reading": "oneHead", "label": "LOS, one head per event"}, `
	offsets = `, "sweep": [{"path": "/workload/meanOffset", "values": [1000, 50000]}]`
)

func batchStudy(workload, policies string, limits ...int) string {
	return `"workload": {"kind": "lublin-cwf"` + workload + `}, "sweep": [{"path": "/workload/smallShare", "values": [0.2, 0.5, 0.8]}],
		"policies": [` + policies + skipLimits("delayed-los", "", limits...) + `]`
}

func dedicatedStudy(workload, elastic string) string {
	return `"workload": {"kind": "lublin-cwf", ` + workload + `, "load": 0.9}, "policies": [{"kind": "easy-d"` + elastic + `, "label": "EASY-D"},
		{"kind": "los-d"` + elastic + `, "label": "LOS-D"}, ` + skipLimits("hybrid-los", elastic, 3, 7, 20) + ", " +
		strings.ReplaceAll(skipLimits("hybrid-los", `, "reading": "overFreeze"`+elastic, 3, 7, 20), `"C_s`, `"over-freeze, C_s`) + `,
		{"kind": "hybrid-los", "reading": "oneHead"` + elastic + `, "label": "one head per cycle"},
		{"kind": "hybrid-los", "reading": "newestFirst"` + elastic + `, "label": "newest due job first"},
		{"kind": "hybrid-los", "reading": "combinedFreeze"` + elastic + `, "label": "one combined freeze"},
		{"kind": "hybrid-los", "reading": "printed"` + elastic + `, "label": "as printed"},
		{"kind": "los-d", "reading": "oneHead"` + elastic + `, "label": "LOS-D, one head per cycle"}]`
}

func sweepsStudy(sizes string) string {
	return `"workload": {"kind": "lublin-cwf", "smallShare": 0.2` + sizes + `, "load": 0.9},
		"sweep": [{"path": "/workload/load", "values": [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]}], "policies": [` + losReadings +
		`{"kind": "los", "reading": "literal", "label": "LOS, literal"}, {"kind": "delayed-los", "maxSkip": 5, "label": "Delayed-LOS"}]`
}

// skipLimits are policies that differ in their limit on skips.
func skipLimits(kind, more string, limits ...int) string {
	var list []string
	for _, c := range limits {
		list = append(list, fmt.Sprintf(`{"kind": %q, "maxSkip": %d%s, "label": "C_s=%d"}`, kind, c, more, c))
	}
	return strings.Join(list, ", ")
}

// levels are utilization (%), wait (s) and slowdown of a policy.
func levels(policy string) []quantity {
	return []quantity{{metric: "utilization", policy: policy}, {metric: "meanWait", policy: policy}, {metric: "slowdownOfMeans", policy: policy}}
}

// gains are those of a policy over another one in wait, utilization and slowdown.
func gains(policy, versus string) []quantity {
	return []quantity{{"meanWait", policy, versus}, {"utilization", policy, versus}, {"slowdownOfMeans", policy, versus}}
}

// each is one metric of several policies.
func each(metric string, policies ...string) []quantity {
	var list []quantity
	for _, p := range policies {
		list = append(list, quantity{metric: metric, policy: p})
	}
	return list
}

var kumarTables = []quotedTable{
	{
		title: "Batch jobs", study: "batch", workloads: 1000,
		sampled: `^(FCFS|EASY|LOS|C_s=(1|3|7|20))$`,
		columns: []quotedColumn{
			{title: "P_S=0.2", point: "0.2", figures: levels("")},
			{title: "P_S=0.5", point: "0.5", figures: levels("")},
			{title: "P_S=0.8", point: "0.8", figures: levels("")},
		},
		rows: `
FCFS | 72.55 / 602 356 / 50.21 | 72.76 / 432 587 / 41.75 | 73.73 / 247 209 / 28.51
EASY | 79.65 / 298 550 / 25.39 | 81.65 / 147 279 / 14.88 | 82.08 / 80 077 / 9.91
LOS | 79.83 / 293 243 / 24.95 | 81.85 / 143 712 / 14.54 | 82.20 / 78 695 / 9.76
C_s=1 | 80.16 / 271 469 / 23.18 | 82.42 / 136 702 / 13.88 | 82.50 / 77 665 / 9.64
C_s=2 | 80.13 / 269 067 / 22.98 | 82.49 / 134 821 / 13.70 | 82.51 / 77 381 / 9.61
C_s=3 | 80.14 / 267 847 / 22.88 | 82.47 / 133 713 / 13.60 | 82.49 / 77 143 / 9.59
C_s=4 | 80.13 / 267 379 / 22.84 | 82.48 / 133 141 / 13.54 | 82.47 / 76 986 / 9.57
C_s=5 | 80.13 / 267 333 / 22.84 | 82.46 / 132 755 / 13.51 | 82.46 / 76 856 / 9.55
C_s=6 | 80.13 / 267 233 / 22.83 | 82.44 / 132 442 / 13.48 | 82.45 / 76 808 / 9.55
C_s=7 | 80.13 / 267 175 / 22.82 | 82.43 / 132 335 / 13.47 | 82.46 / 76 764 / 9.54
C_s=8 | 80.12 / 267 167 / 22.82 | 82.44 / 132 156 / 13.45 | 82.45 / 76 724 / 9.54
C_s=10 | 80.13 / 267 056 / 22.81 | 82.43 / 131 810 / 13.42 | 82.45 / 76 710 / 9.54
C_s=15 | 80.12 / 267 085 / 22.82 | 82.41 / 131 784 / 13.42 | 82.44 / 76 647 / 9.53
C_s=20 | 80.12 / 267 111 / 22.82 | 82.41 / 131 814 / 13.42 | 82.43 / 76 647 / 9.53`,
	},
	{
		title: "Batch jobs, P_S=0.2: longest wait (s)", study: "batch", workloads: 1000,
		sampled: `.`,
		columns: []quotedColumn{
			{title: "P_S=0.2", point: "0.2", figures: []quantity{{metric: "maxWait"}}},
		},
		rows: `
LOS | 0.86 M
C_s=1 | 1.00 M
C_s=7 | 1.44 M
C_s=20 | 1.62 M`,
	},
	{
		title: "Batch jobs: gains in wait / utilization / slowdown (%)", study: "batch", workloads: 600,
		sampled: `^[^,]*$`,
		columns: []quotedColumn{
			{title: "P_S=0.2", point: "0.2", figures: gains("", "")},
			{title: "P_S=0.5", point: "0.5", figures: gains("", "")},
			{title: "P_S=0.8", point: "0.8", figures: gains("", "")},
		},
		rows: `
LOS vs EASY | +1.82 [1.69,1.97] / +0.23 / +1.75 | +2.43 [2.24,2.61] / +0.24 / +2.27 | +1.86 [1.64,2.07] / +0.16 / +1.68
LOS, lookahead 50 vs EASY | -0.77 [-1.12,-0.48] | +1.02 [0.71,1.31] | -0.39 [-0.87,0.07]
LOS, one head per event vs EASY | -2.26 [-2.52,-1.98] | -6.64 [-7.25,-6.06] | -45.6 [-47.5,-43.5]
C_s=7 vs EASY | +10.62 [10.29,10.98] / +0.62 / +10.21 | +10.09 [9.71,10.44] / +0.97 / +9.41 | +4.13 [3.77,4.49] / +0.45 / +3.71
C_s=7 vs LOS | +8.96 [8.63,9.33] / +0.38 [0.33,0.43] / +8.61 | +7.85 [7.51,8.21] / +0.72 [0.67,0.78] / +7.31 | +2.31 [1.98,2.65] / +0.29 [0.23,0.35] / +2.07
C_s=7 vs LOS, one head per event | +12.60 / +1.00 / +12.12 | +15.69 / +1.83 / +14.70 | +34.15 / +8.71 / +31.78
C_s=1 vs C_s=7 | -1.58 | -3.33 | -1.18
C_s=3 vs C_s=7 | -0.24 | -1.08 | -0.48
C_s=20 vs C_s=7 | -0.01 | +0.33 | +0.17`,
	},
	{
		title: "Batch jobs, load 1", study: "load 1", workloads: 1000,
		columns: []quotedColumn{
			{title: "P_S=0.2", point: "0.2", figures: gains("", "")},
			{title: "P_S=0.5", point: "0.5", figures: gains("", "")},
			{title: "P_S=0.8", point: "0.8", figures: gains("", "")},
		},
		rows: `
C_s=7 vs LOS | +8.40 / +0.30 | +7.47 / +1.11 | +2.48 / +0.56`,
	},
	{
		title: "Batch jobs, large sizes rounded down", study: "floor-large", workloads: 1000,
		columns: []quotedColumn{
			{title: "P_S=0.2", point: "0.2", figures: levels("")},
			{title: "P_S=0.5", point: "0.5", figures: levels("")},
			{title: "P_S=0.8", point: "0.8", figures: levels("")},
		},
		rows: `
EASY | 79.82 / 272 075 / 23.37 | 81.50 / 140 561 | 82.10 / 77 522
LOS | 80.10 / 265 123 / 22.80 | 81.74 / 136 622 | 82.22 / 76 166
C_s=7 | 80.42 / 231 768 / 20.05 | 82.29 / 124 461 | 82.42 / 73 767`,
	},
	{
		title: "Batch jobs, large sizes rounded down: gains in wait / utilization / slowdown (%)", study: "floor-large", workloads: 600,
		columns: []quotedColumn{
			{title: "P_S=0.2", point: "0.2", figures: gains("", "")},
		},
		rows: `
C_s=7 vs EASY | +14.81 [14.48,15.16] / +0.76 / +14.19
C_s=7 vs LOS | +12.59 [12.26,12.93] / +0.40 / +12.04
C_s=7 vs LOS, one head per event | +18.94 / +1.66 / +18.17`,
	},
	{
		title: "Batch jobs, run times by units: gain in wait (%)", study: "unit", workloads: 600,
		columns: []quotedColumn{
			{title: "P_S=0.2", point: "0.2", figures: gains("", "")},
			{title: "P_S=0.5", point: "0.5", figures: gains("", "")},
			{title: "P_S=0.8", point: "0.8", figures: gains("", "")},
		},
		rows: `
C_s=7 vs LOS | -2.43 [-3.38,-1.38] | -2.49 | -3.46
C_s=7 vs EASY | +1.62 | +1.09 | -2.10`,
	},
	{
		title: "Figure 9, by load", study: "kumar-table-5.json", workloads: 1000,
		sampled: `^0.9$`,
		columns: []quotedColumn{
			{title: "EASY-D", figures: levels("EASY-D")},
			{title: "LOS-D", figures: levels("LOS-D")},
			{title: "Hybrid-LOS", figures: levels("Hybrid-LOS")},
			{title: "on time (%): EASY-D / LOS-D / Hybrid-LOS", figures: each("dedicatedOnTime", "EASY-D", "LOS-D", "Hybrid-LOS")},
			{title: "delay (s): EASY-D / LOS-D / Hybrid-LOS", figures: each("dedicatedDelay", "EASY-D", "LOS-D", "Hybrid-LOS")},
		},
		rows: `
0.5 | 49.55 / 65 242 / 6.33 | 49.55 / 64 490 / 6.27 | 49.56 / 62 826 / 6.14 | 24.6 / 24.5 / 24.3 | 21 392 / 21 626 / 21 730
0.6 | 58.90 / 97 626 / 8.98 | 58.91 / 96 183 / 8.86 | 58.93 / 93 514 / 8.65 | 20.1 / 19.9 / 19.6 | 26 909 / 27 279 / 27 377
0.7 | 67.56 / 145 187 / 12.87 | 67.59 / 142 289 / 12.63 | 67.63 / 138 036 / 12.29 | 16.5 / 16.3 / 16.0 | 33 189 / 33 755 / 33 863
0.8 | 74.83 / 214 051 / 18.50 | 74.92 / 208 645 / 18.06 | 74.98 / 202 442 / 17.55 | 13.8 / 13.5 / 13.2 | 40 260 / 41 060 / 41 108
0.9 | 78.82 / 312 096 / 26.51 | 79.07 / 303 517 / 25.81 | 79.08 / 295 158 / 25.12 | 11.7 / 11.5 / 11.3 | 48 346 / 49 340 / 49 412
1.0 | 80.55 / 418 138 / 35.18 | 80.87 / 407 232 / 34.29 | 80.78 / 396 705 / 33.43 | 10.5 / 10.1 / 9.9 | 57 566 / 58 754 / 58 939`,
	},
	{
		title: "Figure 9, by load: gains in wait / utilization / slowdown (%)", study: "kumar-table-5.json", workloads: 1000,
		sampled: `^0.9$`,
		columns: []quotedColumn{
			{title: "Hybrid-LOS over LOS-D", figures: gains("Hybrid-LOS", "LOS-D")},
			{title: "Hybrid-LOS over EASY-D", figures: gains("Hybrid-LOS", "EASY-D")},
		},
		rows: `
0.5 | +2.58 [+2.41,+2.75] / +0.02 [+0.01,+0.02] / +2.17 [+2.02,+2.31] | +3.70 [+3.51,+3.89] / +0.02 [+0.02,+0.03] / +3.12 [+2.96,+3.28]
0.6 | +2.77 [+2.59,+2.96] / +0.03 [+0.02,+0.04] / +2.46 [+2.30,+2.62] | +4.21 [+4.01,+4.41] / +0.05 [+0.04,+0.06] / +3.74 [+3.56,+3.92]
0.7 | +2.99 [+2.78,+3.20] / +0.06 [+0.05,+0.07] / +2.75 [+2.55,+2.94] | +4.93 [+4.70,+5.15] / +0.11 [+0.10,+0.13] / +4.54 [+4.33,+4.74]
0.8 | +2.97 [+2.75,+3.20] / +0.08 [+0.06,+0.10] / +2.81 [+2.60,+3.02] | +5.42 [+5.17,+5.68] / +0.20 [+0.18,+0.22] / +5.13 [+4.89,+5.37]
0.9 | +2.75 [+2.54,+2.97] / +0.01 [-0.02,+0.04] / +2.65 [+2.44,+2.86] | +5.43 [+5.20,+5.66] / +0.32 [+0.29,+0.36] / +5.23 [+5.00,+5.45]
1.0 | +2.59 [+2.38,+2.79] / -0.11 [-0.14,-0.08] / +2.51 [+2.32,+2.71] | +5.13 [+4.91,+5.34] / +0.29 [+0.25,+0.32] / +4.99 [+4.78,+5.19]`,
	},
	{
		title: "Figure 9, load 0.9: limits on skips", study: "figure 9, limits", workloads: 1000,
		columns: []quotedColumn{
			{title: "utilization (%) / wait (s)", figures: []quantity{{metric: "utilization"}, {metric: "meanWait"}}},
			{title: "on time (%) / delay (s)", figures: []quantity{{metric: "dedicatedOnTime"}, {metric: "dedicatedDelay"}}},
			{title: "over LOS-D: wait / utilization (%)", figures: gains("", "LOS-D")},
			{title: "over EASY-D: wait / utilization (%)", figures: gains("", "EASY-D")},
		},
		rows: `
EASY-D | 78.82 / 312 096 | 11.7 / 48 346 | -2.83 [-2.99,-2.67] / -0.31 [-0.34,-0.29] | -
LOS-D | 79.07 / 303 517 | 11.5 / 49 340 | - | +2.75 [+2.60,+2.90] / +0.31 [+0.29,+0.34]
C_s=3 | 79.06 / 296 289 | 11.3 / 49 447 | +2.38 [+2.18,+2.58] / -0.01 [-0.04,+0.02] | +5.06 [+4.85,+5.28] / +0.30 [+0.27,+0.34]
C_s=7 | 79.08 / 295 158 | 11.3 / 49 412 | +2.75 [+2.54,+2.97] / +0.01 [-0.02,+0.04] | +5.43 [+5.20,+5.66] / +0.32 [+0.29,+0.36]
C_s=20 | 79.08 / 294 088 | 11.3 / 49 531 | +3.11 [+2.87,+3.34] / +0.01 [-0.02,+0.04] | +5.77 [+5.53,+6.01] / +0.32 [+0.29,+0.35]
over-freeze, C_s=3 | 79.21 / 294 134 | 8.9 / 50 815 | +3.09 [+2.88,+3.30] / +0.18 [+0.15,+0.21] | +5.76 [+5.52,+5.99] / +0.50 [+0.46,+0.53]
over-freeze, C_s=7 | 79.17 / 293 837 | 9.9 / 50 356 | +3.19 [+2.97,+3.41] / +0.13 [+0.10,+0.16] | +5.85 [+5.62,+6.08] / +0.44 [+0.41,+0.47]
over-freeze, C_s=20 | 79.11 / 293 746 | 10.8 / 49 839 | +3.22 [+2.99,+3.45] / +0.05 [+0.02,+0.08] | +5.88 [+5.64,+6.12] / +0.36 [+0.33,+0.40]`,
	},
	{
		title: "Figure 9, load 0.9: mean time to the requested start (s)", study: "figure 9, offsets", workloads: 1000,
		columns: []quotedColumn{
			{title: "on time (%): EASY-D / LOS-D / C_s=7 / over-freeze", figures: each("dedicatedOnTime", "EASY-D", "LOS-D", "C_s=7", "over-freeze, C_s=7")},
			{title: "delay (s), same order", figures: each("dedicatedDelay", "EASY-D", "LOS-D", "C_s=7", "over-freeze, C_s=7")},
			{title: "C_s=7 over LOS-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "C_s=7", versus: "LOS-D"}}},
			{title: "C_s=7 over EASY-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "C_s=7", versus: "EASY-D"}}},
			{title: "over-freeze, C_s=7 over LOS-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "over-freeze, C_s=7", versus: "LOS-D"}}},
			{title: "over-freeze, C_s=7 over EASY-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "over-freeze, C_s=7", versus: "EASY-D"}}},
			{title: "as printed over LOS-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "as printed", versus: "LOS-D"}}},
		},
		rows: `
1000 | 8.2 / 8.0 / 7.6 / 7.5 | 53 266 / 54 312 / 54 337 / 54 477 | +2.73 [+2.50,+2.95] | +5.37 [+5.12,+5.61] | +2.73 [+2.50,+2.96] | +5.37 [+5.13,+5.62] | +2.3
50000 | 24.3 / 23.8 / 23.5 / 17.4 | 33 856 / 34 651 / 34 750 / 37 489 | +2.58 [+2.34,+2.81] | +5.83 [+5.58,+6.09] | +4.20 [+3.94,+4.46] | +7.40 [+7.13,+7.67] | +20.0`,
	},
	{
		title: "Figure 10, by load", study: "kumar-figure-10.json", workloads: 1000,
		sampled: `^0.9$`,
		columns: []quotedColumn{
			{title: "EASY-D", figures: levels("EASY-D")},
			{title: "LOS-D", figures: levels("LOS-D")},
			{title: "Hybrid-LOS", figures: levels("Hybrid-LOS")},
			{title: "on time (%): EASY-D / LOS-D / Hybrid-LOS", figures: each("dedicatedOnTime", "EASY-D", "LOS-D", "Hybrid-LOS")},
			{title: "delay (s): EASY-D / LOS-D / Hybrid-LOS", figures: each("dedicatedDelay", "EASY-D", "LOS-D", "Hybrid-LOS")},
		},
		rows: `
0.5 | 49.45 / 38 862 / 4.66 | 49.46 / 38 353 / 4.61 | 49.46 / 38 319 / 4.61 | 26.5 / 26.6 / 26.6 | 32 874 / 32 757 / 32 771
0.6 | 58.82 / 55 397 / 6.22 | 58.83 / 54 424 / 6.12 | 58.84 / 54 341 / 6.12 | 21.5 / 21.6 / 21.5 | 45 300 / 45 067 / 45 109
0.7 | 67.63 / 77 987 / 8.34 | 67.68 / 76 311 / 8.19 | 67.68 / 76 157 / 8.17 | 17.6 / 17.5 / 17.5 | 61 656 / 61 303 / 61 315
0.8 | 75.40 / 107 382 / 11.11 | 75.50 / 104 390 / 10.83 | 75.52 / 104 157 / 10.81 | 14.7 / 14.6 / 14.6 | 81 884 / 81 128 / 81 142
0.9 | 81.18 / 146 519 / 14.80 | 81.42 / 142 324 / 14.40 | 81.48 / 141 925 / 14.36 | 12.3 / 12.3 / 12.3 | 108 752 / 107 611 / 107 630
1.0 | 84.27 / 192 578 / 19.14 | 84.62 / 186 923 / 18.60 | 84.68 / 186 560 / 18.57 | 10.7 / 10.6 / 10.6 | 141 325 / 139 596 / 139 599`,
	},
	{
		title: "Figure 10, by load: gains in wait / utilization / slowdown (%)", study: "kumar-figure-10.json", workloads: 1000,
		sampled: `^0.9$`,
		columns: []quotedColumn{
			{title: "Hybrid-LOS over LOS-D", figures: gains("Hybrid-LOS", "LOS-D")},
			{title: "Hybrid-LOS over EASY-D", figures: gains("Hybrid-LOS", "EASY-D")},
		},
		rows: `
0.5 | +0.09 [+0.04,+0.13] / +0.00 [+0.00,+0.00] / +0.07 [+0.03,+0.10] | +1.40 [+1.27,+1.53] / +0.01 [+0.01,+0.02] / +1.10 [+0.99,+1.20]
0.6 | +0.15 [+0.10,+0.20] / +0.01 [+0.00,+0.01] / +0.13 [+0.08,+0.17] | +1.90 [+1.76,+2.05] / +0.04 [+0.03,+0.04] / +1.60 [+1.48,+1.72]
0.7 | +0.20 [+0.14,+0.27] / +0.01 [+0.00,+0.02] / +0.18 [+0.12,+0.23] | +2.35 [+2.19,+2.51] / +0.07 [+0.06,+0.08] / +2.06 [+1.92,+2.20]
0.8 | +0.22 [+0.15,+0.30] / +0.03 [+0.02,+0.04] / +0.20 [+0.13,+0.27] | +3.00 [+2.83,+3.18] / +0.16 [+0.14,+0.18] / +2.74 [+2.57,+2.90]
0.9 | +0.28 [+0.20,+0.36] / +0.07 [+0.06,+0.09] / +0.26 [+0.19,+0.33] | +3.14 [+2.95,+3.32] / +0.36 [+0.33,+0.40] / +2.92 [+2.75,+3.10]
1.0 | +0.19 [+0.12,+0.27] / +0.07 [+0.05,+0.09] / +0.18 [+0.12,+0.25] | +3.12 [+2.95,+3.30] / +0.48 [+0.44,+0.52] / +2.96 [+2.79,+3.13]`,
	},
	{
		title: "Figure 10, load 0.9: limits on skips", study: "figure 10, limits", workloads: 1000,
		columns: []quotedColumn{
			{title: "utilization (%) / wait (s)", figures: []quantity{{metric: "utilization"}, {metric: "meanWait"}}},
			{title: "on time (%) / delay (s)", figures: []quantity{{metric: "dedicatedOnTime"}, {metric: "dedicatedDelay"}}},
			{title: "over LOS-D: wait / utilization (%)", figures: gains("", "LOS-D")},
			{title: "over EASY-D: wait / utilization (%)", figures: gains("", "EASY-D")},
		},
		rows: `
EASY-D | 81.18 / 146 519 | 12.3 / 108 752 | -2.95 [-3.13,-2.77] / -0.29 [-0.32,-0.26] | -
LOS-D | 81.42 / 142 324 | 12.3 / 107 611 | - | +2.86 [+2.69,+3.03] / +0.29 [+0.26,+0.32]
C_s=3 | 81.47 / 141 994 | 12.3 / 107 627 | +0.23 [+0.16,+0.31] / +0.06 [+0.05,+0.08] | +3.09 [+2.91,+3.27] / +0.35 [+0.32,+0.38]
C_s=7 | 81.48 / 141 925 | 12.3 / 107 630 | +0.28 [+0.20,+0.36] / +0.07 [+0.06,+0.09] | +3.14 [+2.95,+3.32] / +0.36 [+0.33,+0.40]
C_s=20 | 81.48 / 141 896 | 12.2 / 107 670 | +0.30 [+0.22,+0.38] / +0.07 [+0.06,+0.09] | +3.16 [+2.97,+3.34] / +0.37 [+0.33,+0.40]
over-freeze, C_s=3 | 81.50 / 141 838 | 12.0 / 108 019 | +0.34 [+0.24,+0.44] / +0.09 [+0.07,+0.11] | +3.19 [+3.00,+3.38] / +0.39 [+0.35,+0.42]
over-freeze, C_s=7 | 81.50 / 141 882 | 12.1 / 107 856 | +0.31 [+0.22,+0.40] / +0.09 [+0.07,+0.11] | +3.16 [+2.98,+3.35] / +0.38 [+0.35,+0.41]
over-freeze, C_s=20 | 81.48 / 141 891 | 12.2 / 107 704 | +0.30 [+0.22,+0.39] / +0.08 [+0.06,+0.09] | +3.16 [+2.97,+3.34] / +0.37 [+0.34,+0.40]`,
	},
	{
		title: "Figure 10, load 0.9: mean time to the requested start (s)", study: "figure 10, offsets", workloads: 1000,
		columns: []quotedColumn{
			{title: "on time (%): EASY-D / LOS-D / C_s=7 / over-freeze", figures: each("dedicatedOnTime", "EASY-D", "LOS-D", "C_s=7", "over-freeze, C_s=7")},
			{title: "delay (s), same order", figures: each("dedicatedDelay", "EASY-D", "LOS-D", "C_s=7", "over-freeze, C_s=7")},
			{title: "C_s=7 over LOS-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "C_s=7", versus: "LOS-D"}}},
			{title: "C_s=7 over EASY-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "C_s=7", versus: "EASY-D"}}},
			{title: "over-freeze, C_s=7 over LOS-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "over-freeze, C_s=7", versus: "LOS-D"}}},
			{title: "over-freeze, C_s=7 over EASY-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "over-freeze, C_s=7", versus: "EASY-D"}}},
			{title: "as printed over LOS-D: wait (%)", figures: []quantity{{metric: "meanWait", policy: "as printed", versus: "LOS-D"}}},
		},
		rows: `
1000 | 10.1 / 10.0 / 10.0 / 10.0 | 109 838 / 108 507 / 108 578 / 108 598 | +0.19 [+0.11,+0.27] | +3.07 [+2.89,+3.26] | +0.19 [+0.11,+0.27] | +3.08 [+2.89,+3.26] | -44.6
50000 | 16.7 / 16.7 / 16.7 / 16.2 | 99 453 / 98 877 / 98 849 / 99 470 | +0.30 [+0.22,+0.39] | +3.04 [+2.85,+3.23] | +0.66 [+0.51,+0.81] | +3.39 [+3.18,+3.60] | +47.0`,
	},
	{
		title: "Table VI, by load", study: "kumar-table-6.json", workloads: 1000,
		sampled: `^0.9$`,
		columns: []quotedColumn{
			{title: "EASY-E", figures: levels("EASY-E")},
			{title: "LOS-E", figures: levels("LOS-E")},
			{title: "Delayed-LOS-E", figures: levels("Delayed-LOS-E")},
		},
		rows: `
0.5 | 51.66 / 45 988 / 5.13 | 51.66 / 45 448 / 5.08 | 51.70 / 42 709 / 4.83
0.6 | 61.41 / 64 809 / 6.81 | 61.43 / 63 784 / 6.71 | 61.52 / 59 357 / 6.31
0.7 | 70.51 / 90 673 / 9.11 | 70.55 / 88 854 / 8.95 | 70.74 / 82 123 / 8.34
0.8 | 78.36 / 124 298 / 12.11 | 78.48 / 121 450 / 11.86 | 78.87 / 111 971 / 11.00
0.9 | 83.84 / 168 542 / 16.05 | 84.13 / 164 351 / 15.68 | 84.91 / 151 488 / 14.51
1.0 | 86.53 / 219 703 / 20.62 | 86.94 / 214 019 / 20.10 | 88.03 / 198 951 / 18.74`,
	},
	{
		title: "Table VI, by load: gains in wait / utilization / slowdown (%)", study: "kumar-table-6.json", workloads: 1000,
		sampled: `^0.9$`,
		columns: []quotedColumn{
			{title: "Delayed-LOS-E over LOS-E", figures: gains("Delayed-LOS-E", "LOS-E")},
			{title: "Delayed-LOS-E over EASY-E", figures: gains("Delayed-LOS-E", "EASY-E")},
		},
		rows: `
0.5 | +6.03 [+5.80,+6.25] / +0.08 [+0.07,+0.10] / +4.89 [+4.70,+5.08] | +7.13 [+6.89,+7.37] / +0.09 [+0.08,+0.11] / +5.78 [+5.59,+5.98]
0.6 | +6.94 [+6.69,+7.19] / +0.15 [+0.13,+0.17] / +5.97 [+5.76,+6.18] | +8.41 [+8.16,+8.66] / +0.18 [+0.16,+0.20] / +7.24 [+7.03,+7.46]
0.7 | +7.58 [+7.32,+7.83] / +0.26 [+0.24,+0.29] / +6.80 [+6.58,+7.03] | +9.43 [+9.16,+9.70] / +0.32 [+0.29,+0.35] / +8.47 [+8.23,+8.71]
0.8 | +7.81 [+7.52,+8.09] / +0.51 [+0.47,+0.54] / +7.25 [+6.98,+7.51] | +9.92 [+9.63,+10.21] / +0.65 [+0.61,+0.69] / +9.20 [+8.94,+9.47]
0.9 | +7.83 [+7.53,+8.12] / +0.93 [+0.88,+0.98] / +7.41 [+7.14,+7.69] | +10.12 [+9.81,+10.42] / +1.28 [+1.23,+1.34] / +9.59 [+9.31,+9.88]
1.0 | +7.04 [+6.77,+7.31] / +1.26 [+1.20,+1.31] / +6.79 [+6.53,+7.04] | +9.45 [+9.17,+9.72] / +1.74 [+1.68,+1.79] / +9.11 [+8.85,+9.37]`,
	},
	{
		title: "Table VII, by load", study: "kumar-table-7.json", workloads: 1000,
		sampled: `^0.9$`,
		columns: []quotedColumn{
			{title: "EASY-DE", figures: levels("EASY-DE")},
			{title: "LOS-DE", figures: levels("LOS-DE")},
			{title: "Hybrid-LOS-E", figures: levels("Hybrid-LOS-E")},
			{title: "on time (%): EASY-DE / LOS-DE / Hybrid-LOS-E", figures: each("dedicatedOnTime", "EASY-DE", "LOS-DE", "Hybrid-LOS-E")},
			{title: "delay (s): EASY-DE / LOS-DE / Hybrid-LOS-E", figures: each("dedicatedDelay", "EASY-DE", "LOS-DE", "Hybrid-LOS-E")},
		},
		rows: `
0.5 | 51.62 / 44 128 / 4.95 | 51.63 / 43 546 / 4.90 | 51.64 / 42 442 / 4.80 | 30.8 / 30.5 / 30.0 | 16 846 / 17 166 / 17 288
0.6 | 61.30 / 63 515 / 6.68 | 61.32 / 62 370 / 6.58 | 61.36 / 60 525 / 6.41 | 25.7 / 25.4 / 24.9 | 20 865 / 21 292 / 21 448
0.7 | 70.19 / 90 533 / 9.09 | 70.24 / 88 399 / 8.90 | 70.32 / 85 485 / 8.64 | 21.6 / 21.1 / 20.6 | 25 297 / 26 038 / 26 059
0.8 | 77.62 / 126 360 / 12.29 | 77.76 / 122 764 / 11.96 | 77.94 / 118 373 / 11.57 | 18.5 / 17.9 / 17.5 | 30 069 / 30 929 / 31 125
0.9 | 82.08 / 172 824 / 16.43 | 82.38 / 167 406 / 15.95 | 82.65 / 161 495 / 15.41 | 16.0 / 15.5 / 15.0 | 35 656 / 36 796 / 36 930
1.0 | 84.25 / 223 517 / 20.96 | 84.63 / 216 293 / 20.31 | 84.86 / 209 269 / 19.68 | 14.1 / 13.5 / 13.1 | 41 709 / 43 055 / 43 356`,
	},
	{
		title: "Table VII, by load: gains in wait / utilization / slowdown (%)", study: "kumar-table-7.json", workloads: 1000,
		sampled: `^0.9$`,
		columns: []quotedColumn{
			{title: "Hybrid-LOS-E over LOS-DE", figures: gains("Hybrid-LOS-E", "LOS-DE")},
			{title: "Hybrid-LOS-E over EASY-DE", figures: gains("Hybrid-LOS-E", "EASY-DE")},
		},
		rows: `
0.5 | +2.54 [+2.36,+2.72] / +0.03 [+0.02,+0.04] / +2.02 [+1.87,+2.16] | +3.82 [+3.62,+4.02] / +0.04 [+0.03,+0.05] / +3.04 [+2.88,+3.21]
0.6 | +2.96 [+2.74,+3.17] / +0.06 [+0.04,+0.07] / +2.51 [+2.33,+2.69] | +4.71 [+4.47,+4.94] / +0.09 [+0.07,+0.10] / +4.00 [+3.81,+4.20]
0.7 | +3.30 [+3.08,+3.51] / +0.11 [+0.09,+0.13] / +2.94 [+2.74,+3.13] | +5.58 [+5.34,+5.81] / +0.20 [+0.17,+0.22] / +4.98 [+4.77,+5.18]
0.8 | +3.58 [+3.34,+3.81] / +0.23 [+0.20,+0.26] / +3.30 [+3.09,+3.51] | +6.32 [+6.07,+6.58] / +0.41 [+0.38,+0.45] / +5.84 [+5.60,+6.07]
0.9 | +3.53 [+3.30,+3.76] / +0.33 [+0.29,+0.38] / +3.34 [+3.12,+3.56] | +6.56 [+6.30,+6.81] / +0.70 [+0.65,+0.75] / +6.18 [+5.95,+6.42]
1.0 | +3.25 [+3.04,+3.45] / +0.27 [+0.22,+0.32] / +3.10 [+2.91,+3.29] | +6.37 [+6.15,+6.59] / +0.73 [+0.68,+0.78] / +6.09 [+5.88,+6.30]`,
	},
	{
		title: "Table VII, load 0.9: limits on skips", study: "table VII, limits", workloads: 1000,
		columns: []quotedColumn{
			{title: "utilization (%) / wait (s)", figures: []quantity{{metric: "utilization"}, {metric: "meanWait"}}},
			{title: "on time (%) / delay (s)", figures: []quantity{{metric: "dedicatedOnTime"}, {metric: "dedicatedDelay"}}},
			{title: "over LOS-D: wait / utilization (%)", figures: gains("", "LOS-D")},
			{title: "over EASY-D: wait / utilization (%)", figures: gains("", "EASY-D")},
		},
		rows: `
EASY-D | 82.08 / 172 824 | 16.0 / 35 656 | -3.24 [-3.44,-3.03] / -0.36 [-0.40,-0.32] | -
LOS-D | 82.38 / 167 406 | 15.5 / 36 796 | - | +3.14 [+2.95,+3.33] / +0.37 [+0.32,+0.41]
C_s=3 | 82.66 / 162 088 | 15.1 / 36 938 | +3.18 [+2.95,+3.40] / +0.34 [+0.29,+0.38] | +6.21 [+5.97,+6.46] / +0.71 [+0.66,+0.76]
C_s=7 | 82.65 / 161 495 | 15.0 / 36 930 | +3.53 [+3.30,+3.76] / +0.33 [+0.29,+0.38] | +6.56 [+6.30,+6.81] / +0.70 [+0.65,+0.75]
C_s=20 | 82.64 / 160 702 | 14.9 / 36 945 | +4.00 [+3.75,+4.26] / +0.32 [+0.27,+0.37] | +7.01 [+6.75,+7.28] / +0.69 [+0.64,+0.74]
over-freeze, C_s=3 | 82.81 / 161 543 | 13.4 / 37 751 | +3.50 [+3.27,+3.73] / +0.52 [+0.47,+0.56] | +6.53 [+6.28,+6.78] / +0.89 [+0.83,+0.94]
over-freeze, C_s=7 | 82.75 / 161 035 | 14.0 / 37 499 | +3.81 [+3.56,+4.05] / +0.44 [+0.40,+0.49] | +6.82 [+6.57,+7.08] / +0.81 [+0.76,+0.86]
over-freeze, C_s=20 | 82.68 / 160 687 | 14.6 / 37 126 | +4.01 [+3.77,+4.26] / +0.36 [+0.31,+0.41] | +7.02 [+6.76,+7.29] / +0.73 [+0.68,+0.78]`,
	},
	{
		title: "Table VI, load 0.9: limits on skips, and without commands: gains in wait / utilization (%)", study: "table VI, limits", workloads: 1000,
		columns: []quotedColumn{
			{title: "gain", figures: gains("", "")},
		},
		rows: `
C_s=3 vs C_s=7 | -1.16 [-1.36,-0.96]
C_s=20 vs C_s=7 | +0.40 [+0.26,+0.54]
Delayed-LOS vs LOS | +8.12 [7.84,8.40] / +0.69
Delayed-LOS vs EASY | +10.28 [9.99,10.57] / +0.93`,
	},
	{
		title: "Table VII, load 0.9, without commands: gain in wait (%)", study: "table VII without commands", workloads: 1000,
		columns: []quotedColumn{
			{title: "gain", figures: gains("", "")},
		},
		rows: `
C_s=7 vs LOS-D | +3.64 [3.41,3.87]
C_s=7 vs EASY-D | +6.42 [6.18,6.66]`,
	},
	{
		title: "Readings, load 0.9: gains in wait / utilization / slowdown (%)", study: "figure 9, limits", workloads: 1000,
		columns: []quotedColumn{
			{title: "Figure 9", figures: gains("", "")},
			{title: "Figure 10", study: "figure 10, limits", figures: gains("", "")},
			{title: "Table VII", study: "table VII, limits", figures: gains("", "")},
		},
		rows: `
C_s=7 vs LOS-D | +2.75 | +0.28 | +3.53
over-freeze, C_s=7 vs LOS-D | +3.19 | +0.31 | +3.81
one head per cycle vs LOS-D | -2.90 | -8.21 | -7.10
newest due job first vs LOS-D | +1.81 | -3.19 | +2.78
one combined freeze vs LOS-D | +2.72 | -0.64 | +2.82
as printed vs LOS-D | +28.4 / +4.2 / +27.0 | +14.9 / +2.4 | +12.9 / +4.0
as printed vs EASY-D | +30.3 / +4.5 / +28.9 | - | -
one head per cycle vs LOS-D, one head per cycle | +3.53 | +0.32 | +5.06
LOS-D, one head per cycle vs EASY-D | -3.73 | -5.46 | -9.27
C_s=7 vs LOS-D, one head per cycle | +8.83 | +8.15 | +14.48`,
	},
}
