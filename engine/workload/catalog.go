package workload

// Kinds is the table of the sources of jobs.
var Kinds = []Kind{
	swfKind,
	cwfKind,
	jobsKind,
	lublinKind,
	lublinCWFKind,
	o2kKind,
	powerOfTwoKind,
	farmKind,
}

// Transforms is the table of the transformations.
var Transforms = []Transform{
	firstTransform,
	windowTransform,
	loadTransform,
	estimatesTransform,
	elasticTransform,
	splitTransform,
	bandwidthTransform,
	closedLoopTransform,
	tooWideTransform,
	changeTransform,
}
