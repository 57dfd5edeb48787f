// Package priorities has the panel on what a policy's priorities are made of: those of the pinned job over time, who is ahead of it and what
// would have to change for it to be the next; fair-share over time, and the tree of accounts and users at an instant.
package priorities
