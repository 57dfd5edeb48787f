// Package inspector has the panel that tells everything about the pinned job: what it asks for, what became of it under each policy, why
// it waited and who overtook it, what it lost to shared bandwidth, and what it would have needed to start earlier. The reasons are asked
// of the policies by repeating the simulation; ui/explain puts them into sentences.
package inspector
