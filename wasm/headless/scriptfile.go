package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
)

// scriptKind is the policy that is a script, with the names of its parameters.
const scriptKind, sourceField, fileField = "script", "source", "file"

// namesScripts says whether the text of a scenario may name files of scripts.
func namesScripts(text []byte) bool {
	s, err := scenario.Read(text)
	if err != nil {
		return false
	}
	for _, p := range s.Policies {
		if p.Kind == scriptKind && p.Fields[fileField] != nil {
			return true
		}
	}
	return false
}

// readScripts puts the scripts that policies have in files into the scenario. Without a label such a policy is called as its file.
func readScripts(s *scenario.Scenario, open func(string) (io.ReadCloser, error)) error {
	for i := range s.Policies {
		p := &s.Policies[i]
		raw := p.Fields[fileField]
		var name string
		if p.Kind != scriptKind || raw == nil || json.Unmarshal(raw, &name) != nil || name == "" {
			continue // what is no name of a file is refused where the scenario is checked
		}
		at := func(reason string) error {
			return &param.Error{Path: fmt.Sprintf("/policies/%d/%s", i, fileField), Value: param.Excerpt(raw), Reason: reason}
		}
		if p.Fields[sourceField] != nil {
			return at("there is a source beside it; one of the two is accepted")
		}
		source, err := readScript(name, open)
		if err != nil {
			return at(err.Error())
		}
		if p.Fields[sourceField], err = json.Marshal(source); err != nil {
			return at(err.Error())
		}
		delete(p.Fields, fileField)
		if p.Label == "" {
			p.Label = strings.TrimSuffix(filepath.Base(name), ".star")
		}
	}
	return nil
}

// readScript is the text of a file, which is longer than a script may be if the file is.
func readScript(name string, open func(string) (io.ReadCloser, error)) (string, error) {
	f, err := open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, param.MaxScript+1))
	if err != nil {
		return "", fmt.Errorf("read the script: %w", err)
	}
	return string(text), nil
}
