package opened

import (
	"backfill/ui/result"
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

// zipped is a text as a .gz file has it.
func zipped(t *testing.T, text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A file of a configuration is known by what it holds, gzipped or not, as far as its beginning tells; logs are not taken for one.
func TestWhatIsAConfiguration(t *testing.T) {
	const associations = "Cluster|Account|User|Partition|Share|MaxJobs\nx|chem|||1|4\n"
	long := strings.Repeat("# a comment of a generator, line after line\n", 60) + "ClusterName=x\n"
	for _, c := range []struct {
		name, text string
		is         bool
	}{
		{"limits.txt", associations, true}, {"a.txt", long, true}, {"slurm.conf", "", true}, {"Slurm.Conf.gz", "", true},
		{"nodes", "NodeName=n1 Arch=x86_64 CoresPerSocket=2\n   CPUAlloc=0 CPUTot=4\n", true},
		{"log.txt", "JobID|Account|User|Partition|State|Start|End\n1|chem|ann|a|COMPLETED|0|1\n", false}, {"a.swf", "; Computer: x\n1 0 1 1 1\n", false}, {"a.json", "{}", false},
	} {
		packed := zipped(t, c.text)
		packed = packed[:min(len(packed), BytesThatTell)]
		if plain, gz := IsConfiguration(c.name, []byte(c.text)), IsConfiguration(c.name, packed); plain != c.is || gz != c.is {
			t.Errorf("%s: a configuration: %v, gzipped %v; want %v", c.name, plain, gz, c.is)
		}
	}
	ref := result.FileRef{Name: "a.gz", Size: 10}
	for _, c := range []struct {
		data []byte
		want string
	}{{zipped(t, associations), ""}, {zipped(t, associations)[:40], "a.gz: the gzip data are damaged; a whole .gz file is accepted"}, {zipped(t, strings.Repeat(" ", 17<<20)), "a.gz: the gzip data hold more than 16777216 bytes"}} {
		f, err := ReadConfiguration(ref, func() ([]byte, error) { return c.data, nil })
		if c.want == "" && (err != nil || f.Text != associations || f.Name != "a.gz") || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%q, %v; want %q", f.Text, err, c.want)
		}
	}
	ref.Size = 17 << 20
	if _, err := ReadConfiguration(ref, func() ([]byte, error) { panic("it is not to be read") }); err == nil || !strings.Contains(err.Error(), "a.gz: 17,825,792 bytes; a configuration of at most 16,777,216 is accepted") {
		t.Error(err)
	}
}

// A table of actions is known by its first line, gzipped or not; a table of demands is not taken for one.
func TestWhatIsATableOfActions(t *testing.T) {
	const text = "at,do,jobs\n2026-11-26 10:00:07,hold,2\n"
	for name, c := range map[string]struct {
		start []byte
		is    bool
	}{"plain": {[]byte(text), true}, "gzipped": {zipped(t, text), true}, "demands": {[]byte("job,bandwidth\n1,2\n"), false}} {
		if IsActions(c.start) != c.is {
			t.Errorf("%s: a table of actions: %v, want %v", name, !c.is, c.is)
		}
	}
	if read, err := ReadActions(result.FileRef{Name: "a.csv.gz"}, func() ([]byte, error) { return zipped(t, text), nil }); err != nil || string(read) != text {
		t.Errorf("%q, %v", read, err)
	}
}
