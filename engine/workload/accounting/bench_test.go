package accounting

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// dump is what SlurmCommand prints of so many jobs, a minute apart.
func dump(jobs int) []byte {
	_, columns, _ := strings.Cut(SlurmCommand, "-o ")
	var b bytes.Buffer
	b.WriteString(strings.ReplaceAll(columns, ",", "|") + "\n")
	at := func(minutes int) string {
		return time.Date(2026, 1, 1, 0, minutes, 0, 0, time.UTC).Format("2006-01-02T15:04:05")
	}
	for j := range jobs {
		id, cpus := 1_000_000+j, 1+j*7%64
		fmt.Fprintf(&b, "%d|%d|%d|%d|project-%d|long|normal|%s|%s|%s|%s|3600|00:00:00|COMPLETED|240|%d|%d|1|%dM|billing=%d,cpu=%d,mem=%dM,node=1|billing=%d,cpu=%d,mem=%dM,node=1|n[%d]|SchedBackfill,StartRecieved\n",
			id, id, 1000+j%300, 100, j%40, at(j), at(j), at(j+30), at(j+90), cpus, cpus, 4000*cpus, cpus, cpus, 4000*cpus, cpus, cpus, 4000*cpus, j%500)
	}
	return b.Bytes()
}

func BenchmarkReadSlurm(b *testing.B) {
	text := dump(100_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		log, err := Read(bytes.NewReader(text), "log", Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := log.Workload("log", "UTC", nil); err != nil {
			b.Fatal(err)
		}
	}
}
