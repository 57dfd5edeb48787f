package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

func TestAgainstStandardLibrary(t *testing.T) {
	data := make([]byte, 1000)
	for i := range data {
		data[i] = byte(i * i >> 3)
	}
	for n := range data {
		sum := sha256.Sum256(data[:n])
		if got, want := SHA256(data[:n]), hex.EncodeToString(sum[:]); got != want {
			t.Fatalf("%d bytes: %s, want %s", n, got, want)
		}
	}
}

func BenchmarkSHA256(b *testing.B) {
	data := make([]byte, 1<<20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		SHA256(data)
	}
}
