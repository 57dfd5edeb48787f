// Package share has what the dialog "Share" offers: the link that holds the experiment, and the code that shows it in pages of others with
// the parts and controls that one wants.
package share
