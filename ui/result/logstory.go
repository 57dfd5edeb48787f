package result

import "backfill/engine/workload/story"

// LogStory says of which log a story is told, how it is read, and of which of its jobs.
type LogStory struct {
	File   FileRef           `json:"file"`
	Kind   string            `json:"kind"` // of the workload that reads it
	Params map[string]string `json:"params"`
	Filter []story.Condition `json:"filter"`
}
