package timeline

// Zone tells local time.
type Zone struct {
	Name string // as shown, such as "Europe/Stockholm"
	// Offset is seconds east of UTC at unix seconds. nil is UTC.
	Offset func(unix int64) int
}

// LoadZone finds a zone by its name in the host's zone database. Without one (as
// in a browser) the caller supplies Offset itself. If the zone is unknown it returns
// UTC, named so, and the error.
func LoadZone(name string) (Zone, error) { panic("todo") }
