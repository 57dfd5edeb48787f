package campaign

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Table is the file with the table of campaigns, in the module.
const Table = "CAMPAIGNS.md"

const (
	beginOfTable = "<!-- campaigns -->\n"
	endOfTable   = "<!-- end of campaigns -->\n"
)

const headOfTable = "\n| campaign | what a case is held against | cases | findings | date | commit | processor hours |\n|---|---|--:|--:|---|---|--:|\n"

// WriteTable writes what is kept of campaigns into the table, between its markers. The rows of other campaigns stay.
func WriteTable(root string) error {
	campaigns, err := readAll(filepath.Join(root, folder))
	if err != nil {
		return err
	}
	file := filepath.Join(root, Table)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	changed, err := tableWith(string(text), campaigns)
	if err != nil {
		return fmt.Errorf("%s: %w", Table, err)
	}
	return os.WriteFile(file, []byte(changed), 0o644)
}

// readAll reads all campaigns that are kept below a folder.
func readAll(folder string) (list []*kept, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		k, err := read(path)
		list = append(list, k)
		return err
	})
	return list, err
}

// tableWith is a text with the rows of these campaigns in its table.
func tableWith(text string, campaigns []*kept) (string, error) {
	before, rest, ok := strings.Cut(text, beginOfTable)
	table, after, ends := strings.Cut(rest, endOfTable)
	if !ok || !ends {
		return "", fmt.Errorf("no table between %q and %q", strings.TrimSpace(beginOfTable), strings.TrimSpace(endOfTable))
	}
	rows := map[string]string{}
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, " | "); len(cells) == 7 && !strings.HasPrefix(line, "| campaign |") {
			rows[strings.TrimPrefix(cells[0], "| ")] = line
		}
	}
	for _, k := range campaigns {
		rows[k.Name] = k.row()
	}
	var b strings.Builder
	b.WriteString(before + beginOfTable + headOfTable)
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		b.WriteString(rows[name])
	}
	b.WriteString("\n" + endOfTable + after)
	return b.String(), nil
}

// row is the line of a campaign in the table.
func (k *kept) row() string {
	return fmt.Sprintf("| %s | %s | %s of %s | %d | %s | %s | %.3f |\n", k.Name, k.About, thousands(k.Done), thousands(k.Cases), len(k.Findings), k.Date, k.Commit, k.Hours)
}

// thousands writes a number with commas.
func thousands(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
