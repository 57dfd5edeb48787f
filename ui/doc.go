// Package ui is the page: it composes the panels, and shows itself as a frame of another page where it is embedded.
//
// Page holds the panels, and what they share: the session (ui/session), what is selected, and the scene of the timeline (ui/panel). A
// panel lies in a folder of its own below ui/panel, with its template beside it, and knows no other panel. What one of them needs of
// another is handed over here, in NewPage. The type watching shows on the page what happens in the session.
//
// The package knows no browser: what it asks of it is session.Browser, which wasm/browser implements. Templates (.vugu) become Go by
// "make generate".
package ui
