// Package jobs has the job table: filtered, sorted in short steps so that a million jobs do not block the page, page by page; and the
// commands of elastic jobs that were refused.
package jobs
