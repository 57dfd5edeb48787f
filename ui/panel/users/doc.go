// Package users has the table of what came of the jobs of each user, group or queue: how many there are, what they use and how long
// they wait, under one policy or under all side by side.
package users
