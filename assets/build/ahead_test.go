package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// applied is a list with changes made, as ahead.js makes them.
func applied(list []string, changes []change) []string {
	list = slices.Clone(list)
	for _, c := range changes {
		list = slices.Replace(list, c.At, c.At+c.Gone, c.New...)
	}
	return list
}

func TestChangesMakeOneListOfAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 12)
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		if got := applied(a, changes(a, b)); !slices.Equal(got, b) {
			t.Fatalf("%v changed is %v, want %v", a, got, b)
		}
	})
}

// The page made ahead differs by window and theme in what it should, and is the same whenever it is made.
func TestAhead(t *testing.T) {
	text, err := makeAhead()
	if err != nil {
		t.Fatal(err)
	}
	again, err := makeAhead()
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(again) {
		t.Error("it is another one each time")
	}
	var made ahead
	if err := json.Unmarshal(text, &made); err != nil {
		t.Fatal(err)
	}
	wide := strings.Join(made.Page, "")
	for _, c := range []struct {
		name     string
		changes  []change
		narrow   bool
		offering string
	}{
		{"wide and light", nil, false, ">Dark</button>"},
		{"wide and dark", made.Dark, false, ">Light</button>"},
		{"narrow and light", made.Narrow, true, ">Dark</button>"},
		{"narrow and dark", made.NarrowDark, true, ">Light</button>"},
	} {
		html := strings.Join(applied(made.Page, c.changes), "")
		if !strings.Contains(html, c.offering) || strings.Contains(html, `id="field-machine-processors"`) == c.narrow {
			t.Errorf("the page that is %s offers another theme, or has the wrong cards open", c.name)
		}
		want, _, err := showFirst(map[bool]string{true: "light", false: "dark"}[c.offering == ">Dark</button>"], map[bool]int{true: 320, false: 1200}[c.narrow])
		if err != nil {
			t.Fatal(err)
		}
		if html != want {
			t.Errorf("the page that is %s is not what the program shows", c.name)
		}
	}
	if !strings.Contains(wide, "EASY waits") || strings.Contains(wide, "simulated in") {
		t.Error("the page has no answer, or tells how long a simulation took elsewhere")
	}
}
