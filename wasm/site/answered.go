package main

import (
	"encoding/hex"
	"encoding/json"

	"backfill/engine/experiment"
	"backfill/policies"
	"backfill/ui/result"
	"backfill/wasm/simulator"
	"backfill/wasm/wire"
)

// answered is what a first visit asks a worker first, with the answers: nobody waits for the worker then (assets/answered.js).
type answered struct {
	Head    string  `json:"head"` // the request
	Answers []reply `json:"answers"`
}

// reply is an answer as it is posted.
type reply struct {
	Head string `json:"head"`
	Data string `json:"data,omitempty"` // hexadecimal, which is compressed better than base64
}

// answer does a worker's work, as the first task of its page, and gives each answer to hear.
func answer(scenario []byte, files []result.FileRef, cell experiment.Cell, hear func(wire.Answer, []byte)) (*answered, error) {
	request := wire.Request{Ask: wire.Simulate, Task: 1, Scenario: scenario, Files: files, Cell: cell}
	head, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	all := &answered{Head: string(head)}
	simulator.New(policies.Catalogs(), func(a wire.Answer, data wire.Packed) {
		a.Seconds = 0 // how long it takes here tells nothing
		bytes := data.Bytes()
		head, wrong := json.Marshal(a)
		if wrong != nil {
			err = wrong
		}
		all.Answers = append(all.Answers, reply{string(head), hex.EncodeToString(bytes)})
		hear(a, bytes)
	}).Receive(request, nil)
	return all, err
}
