// Command schema writes the JSON Schemas of scenario and result into a folder.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/engine/schema"
	"backfill/policies"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "schema: one folder is accepted")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "schema: %v\n", err)
		os.Exit(1)
	}
}

// all are the schemas; each $id is the name of its file.
func all() []*schema.Schema {
	return []*schema.Schema{scenario.Schema(policies.Catalogs()), experiment.Schema()}
}

func write(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, s := range all() {
		text, err := s.JSON()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, s.ID), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
