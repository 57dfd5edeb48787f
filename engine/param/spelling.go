package param

import "strings"

// Nearest are the names that differ least from a word, in at most so many letters, in their order. Capitals are no difference.
func Nearest(word string, names []string, most int) []string {
	var list []string
	for _, name := range names {
		d := distance(strings.ToLower(word), strings.ToLower(name))
		if d < most {
			most, list = d, nil
		}
		if d == most {
			list = append(list, name)
		}
	}
	return list
}

// distance is how many letters have to be changed, left out, put in or swapped with the next to make one word of another.
func distance(a, b string) int {
	before, last, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(last[j+1]+1, next[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(b)]
}
