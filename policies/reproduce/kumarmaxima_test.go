//go:build reproduce

package reproduce

// quotedMaximum is a maximum that the paper prints, of the gains at the loads of one
// sweep of single runs, and what many such sweeps gave.
type quotedMaximum struct {
	study, policy, versus, metric string
	published                     float64 // %
	sweeps                        int
	mean, reaching                string // mean maximum (%); share of sweeps that reach the published one (%)
}

var kumarMaxima = []quotedMaximum{
	{"sweeps", "Delayed-LOS", "EASY", "utilization", 1.52, 200, "0.94", "13"},
	{"sweeps", "Delayed-LOS", "EASY", "meanWait", 21.65, 200, "14.3", "1.5"},
	{"sweeps", "Delayed-LOS", "EASY", "slowdownOfMeans", 20.41, 200, "13.3", "2"},
	{"sweeps", "Delayed-LOS", "LOS", "utilization", 4.1, 200, "0.70", "0"},
	{"sweeps", "Delayed-LOS", "LOS", "meanWait", 31.88, 200, "12.9", "0"},
	{"sweeps", "Delayed-LOS", "LOS", "slowdownOfMeans", 30.3, 200, "11.9", "0"},
	{"sweeps", "Delayed-LOS", "LOS, one head per event", "utilization", 4.1, 200, "1.41", "0"},
	{"sweeps", "Delayed-LOS", "LOS, one head per event", "meanWait", 31.88, 200, "18.4", "0.5"},
	{"sweeps", "Delayed-LOS", "LOS, one head per event", "slowdownOfMeans", 30.3, 200, "17.0", "0.5"},
	{"sweeps", "Delayed-LOS", "LOS, literal", "utilization", 4.1, 200, "10.3", "100"},
	{"sweeps", "Delayed-LOS", "LOS, literal", "meanWait", 31.88, 200, "46.9", "100"},
	{"sweeps", "Delayed-LOS", "LOS, literal", "slowdownOfMeans", 30.3, 200, "45.1", "100"},
	{"sweeps, floor-large", "Delayed-LOS", "EASY", "utilization", 1.52, 200, "1.22", "27"},
	{"sweeps, floor-large", "Delayed-LOS", "EASY", "meanWait", 21.65, 200, "17.7", "13"},
	{"sweeps, floor-large", "Delayed-LOS", "EASY", "slowdownOfMeans", 20.41, 200, "16.7", "14"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS", "utilization", 4.1, 200, "0.88", "0"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS", "meanWait", 31.88, 200, "15.6", "0"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS", "slowdownOfMeans", 30.3, 200, "14.6", "0"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS, one head per event", "utilization", 4.1, 200, "2.35", "8"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS, one head per event", "meanWait", 31.88, 200, "23.7", "4.5"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS, one head per event", "slowdownOfMeans", 30.3, 200, "22.3", "5.5"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS, literal", "utilization", 4.1, 200, "15.0", "100"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS, literal", "meanWait", 31.88, 200, "54.6", "100"},
	{"sweeps, floor-large", "Delayed-LOS", "LOS, literal", "slowdownOfMeans", 30.3, 200, "52.7", "100"},
	{"kumar-table-5.json", "Hybrid-LOS", "LOS-D", "utilization", 4.55, 1000, "0.4", "0.0"},
	{"kumar-table-5.json", "Hybrid-LOS", "LOS-D", "meanWait", 25.31, 1000, "6.3", "0.0"},
	{"kumar-table-5.json", "Hybrid-LOS", "LOS-D", "slowdownOfMeans", 24.29, 1000, "5.9", "0.0"},
	{"kumar-table-5.json", "Hybrid-LOS", "EASY-D", "utilization", 2.33, 1000, "0.7", "0.1"},
	{"kumar-table-5.json", "Hybrid-LOS", "EASY-D", "meanWait", 18.24, 1000, "8.9", "0.7"},
	{"kumar-table-5.json", "Hybrid-LOS", "EASY-D", "slowdownOfMeans", 17.43, 1000, "8.3", "0.6"},
	{"kumar-table-6.json", "Delayed-LOS-E", "LOS-E", "utilization", 4.93, 1000, "1.6", "0.0"},
	{"kumar-table-6.json", "Delayed-LOS-E", "LOS-E", "meanWait", 18.94, 1000, "12.1", "3.4"},
	{"kumar-table-6.json", "Delayed-LOS-E", "LOS-E", "slowdownOfMeans", 18.39, 1000, "11.0", "2.0"},
	{"kumar-table-6.json", "Delayed-LOS-E", "EASY-E", "utilization", 1.78, 1000, "2.0", "59.5"},
	{"kumar-table-6.json", "Delayed-LOS-E", "EASY-E", "meanWait", 12.19, 1000, "14.2", "69.1"},
	{"kumar-table-6.json", "Delayed-LOS-E", "EASY-E", "slowdownOfMeans", 11.79, 1000, "13.0", "62.3"},
	{"kumar-table-7.json", "Hybrid-LOS-E", "LOS-DE", "utilization", 1.88, 1000, "0.9", "5.3"},
	{"kumar-table-7.json", "Hybrid-LOS-E", "LOS-DE", "meanWait", 20.76, 1000, "7.3", "0.1"},
	{"kumar-table-7.json", "Hybrid-LOS-E", "LOS-DE", "slowdownOfMeans", 19.81, 1000, "6.6", "0.0"},
	{"kumar-table-7.json", "Hybrid-LOS-E", "EASY-DE", "utilization", 3.02, 1000, "1.3", "1.6"},
	{"kumar-table-7.json", "Hybrid-LOS-E", "EASY-DE", "meanWait", 10.18, 1000, "10.3", "48.9"},
	{"kumar-table-7.json", "Hybrid-LOS-E", "EASY-DE", "slowdownOfMeans", 14.6, 1000, "9.4", "5.5"},
}
