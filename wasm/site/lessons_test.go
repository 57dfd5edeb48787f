package main

import (
	"testing"

	"backfill/assets/lessons"
)

// C needs A and B: it hangs below B, the later one, and A is named. D needs nothing.
func TestLessonTree(t *testing.T) {
	a, b := lessons.Need{Name: "a", Title: "A & co."}, lessons.Need{Name: "b", Title: "B"}
	got := lessonTree([]*lessons.Lesson{
		{Name: "a", Title: "A & co."},
		{Name: "b", Title: "B", Needs: []lessons.Need{a}},
		{Name: "c", Title: "C", Needs: []lessons.Need{a, b}},
		{Name: "d", Title: "D"},
	})
	const want = `<ul>
<li><a href="lesson-a.html">A &amp; co.</a><ul>
<li><a href="lesson-b.html">B</a><ul>
<li><a href="lesson-c.html">C</a> and after “A &amp; co.”</li>
</ul>
</li>
</ul>
</li>
<li><a href="lesson-d.html">D</a></li>
</ul>
`
	if string(got) != want {
		t.Errorf("the tree is\n%s", got)
	}
}
