package hosts

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
)

// Nodes are numbered as people count them; a list that cannot be read has none.
func TestNumber(t *testing.T) {
	lists, names, tooMany := Number([]string{"n[9-10],gpu1", "n2,n2", "n[1-", "n10"})
	if got, want := fmt.Sprintf("%d %q %v", lists, names, tooMany), `[[1 3 4] [2] [] [4]] ["gpu1" "n2" "n9" "n10"] false`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if lists, names, tooMany := Number([]string{"n[1-9000]", "m[1-9000]"}); len(lists) != 2 || lists[0] != nil || names != nil || !tooMany {
		t.Errorf("of too many nodes: %d lists, %d names, %v", len(lists), len(names), tooMany)
	}
}

// Whatever can be read can be written and read again.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"", "1-4,7", "3", "1,3,5-6", "1-2,3", "4-4", "0", "10001", "2,1", "1-", "-1", "1,,2", "1,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Read([]byte(text))
		if err != nil {
			return
		}
		written := Append(nil, list)
		if again, err := Read(written); err != nil || !slices.Equal(again, list) {
			t.Fatalf("%q is read as %d, written as %q, and that read as %d", text, list, written, again)
		}
		if !slices.IsSorted(list) || len(list) > 0 && (list[0] < 1 || list[len(list)-1] > mostHosts) {
			t.Fatalf("%q is read as %d", text, list)
		}
	})
}

func TestRead(t *testing.T) {
	if list, err := Read([]byte("1-3,7,9-10")); err != nil || !reflect.DeepEqual(list, []int32{1, 2, 3, 7, 9, 10}) {
		t.Errorf("%d, %v", list, err)
	}
	for _, text := range []string{"0", "4-4", "3,1", "1-2,3", "10001", "x"} {
		if list, err := Read([]byte(text)); err == nil {
			t.Errorf("%q is read as %d", text, list)
		}
	}
}
