// Package belief has what schedulers believe of run times instead of what users request: predictors, which are asked when a job is
// submitted, and correctors, which are asked when a job outlives what was believed of it.
//
// A Belief implements what engine.Believer asks for beside Schedule; a policy embeds a pointer to it.
package belief
