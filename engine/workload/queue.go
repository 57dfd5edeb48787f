package workload

// Queue is what queueing theory knows of jobs on a machine that serves them first come, first served: means in
// steady state, which a simulation that begins with an empty machine comes near after a while.
type Queue struct {
	Name        string  // in Kendall's notation, such as "M/M/4"
	Formula     string  // what the mean wait is called after, such as "Erlang C"
	Wait        float64 // mean, s
	Response    float64 // mean, s
	Length      float64 // mean number of waiting jobs: by Little's law, arrivals per second times Wait
	Utilization float64 // below 1
}
