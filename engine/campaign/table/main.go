// Command table writes what is kept of campaigns into CAMPAIGNS.md, the table of the module. It knows package campaign alone.
package main

import (
	"fmt"
	"os"

	"backfill/engine/campaign"
)

func main() {
	root, err := campaign.Root()
	if err == nil {
		err = campaign.WriteTable(root)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
