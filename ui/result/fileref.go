package result

// FileRef names a log without holding it. A share link holds nothing more of one.
type FileRef struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"` // lower-case hexadecimal
}

// Key stands for a log of a name with a content.
func (f FileRef) Key() string { return f.Name + " " + f.SHA256 }
