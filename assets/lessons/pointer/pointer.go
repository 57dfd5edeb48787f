// Package pointer reads and changes what stands at a JSON pointer (RFC 6901) of a scenario, such as /workload/load. The pages of lessons do so in assets/pointer.js.
package pointer

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// steps are the keys of a JSON pointer.
func steps(pointer string) []string {
	if pointer == "" {
		return nil
	}
	all := strings.Split(pointer[1:], "/")
	for i := range all {
		all[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(all[i])
	}
	return all
}

// At is what stands at a JSON pointer of a value that was decoded from JSON, nil if nothing does. The pointer is empty or begins with a slash.
func At(value any, pointer string) any {
	for _, key := range steps(pointer) {
		switch v := value.(type) {
		case map[string]any:
			value = v[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

// With is a scenario with another value at a JSON pointer. The last key may be new; it is an error if what it would stand in is not there.
func With(scenario []byte, pointer string, value any) ([]byte, error) {
	return edited(scenario, pointer, func(parent any, last string) error {
		switch parent := parent.(type) {
		case map[string]any:
			parent[last] = value
			return nil
		case []any:
			if i, err := strconv.Atoi(last); err == nil && i >= 0 && i < len(parent) {
				parent[i] = value
				return nil
			}
		}
		return fmt.Errorf("there is no %s", pointer)
	})
}

// Without is a scenario that leaves out the key at a JSON pointer. Entries of lists cannot be left out.
func Without(scenario []byte, pointer string) ([]byte, error) {
	return edited(scenario, pointer, func(parent any, last string) error {
		keys, ok := parent.(map[string]any)
		if !ok {
			return fmt.Errorf("%s cannot be left out", pointer)
		}
		delete(keys, last)
		return nil
	})
}

// edited is a scenario after an edit of what the value at a JSON pointer stands in; last is its key there.
func edited(scenario []byte, pointer string, edit func(parent any, last string) error) ([]byte, error) {
	var root any
	if err := json.Unmarshal(scenario, &root); err != nil {
		return nil, err
	}
	keys := steps(pointer)
	if len(keys) == 0 {
		return nil, fmt.Errorf("%q names no value", pointer)
	}
	if err := edit(At(root, pointer[:strings.LastIndexByte(pointer, '/')]), keys[len(keys)-1]); err != nil {
		return nil, err
	}
	return json.Marshal(root)
}
