package link

import "errors"

// shortenJumps rewrites how the functions of a Go program jump. Go's compiler writes the
// number of the next basic block to local 0 and goes back to the beginning of the function, where
// a table of branches leads to that block; and it leaves all blocks where a call did not
// return normally. Jumps forward become plain branches here, which do the same in fewer
// bytes and less time, and whoever leaves the function returns at once, so that all calls look
// the same: together a tenth of what is transferred.
func shortenJumps(module []byte) ([]byte, error) {
	shortened := 0
	module, err := editBodies(module, func(_ int, f *body) {
		if branchForward(f.instructions) {
			shortened++
		}
		returnAtOnce(f.instructions)
		dropBlocks(f.instructions)
	})
	if err == nil && shortened == 0 {
		err = errors.New("no function jumps as those of Go do")
	}
	return module, err
}

// branchForward makes branches of the jumps forward, and tells whether the function is one that jumps.
func branchForward(body []instruction) bool {
	loop, table := dispatch(body)
	if loop < 0 || !jumpsAsExpected(body, loop, table) {
		return false
	}
	for at := table + 1; at < len(body); at++ {
		if !isJump(body, at, loop) {
			continue
		}
		blocks := body[table].labels
		target := blocks[min(body[at].value, int64(len(blocks)-1))]
		if body[target].end < at {
			continue // backward
		}
		branch := &body[at+2]
		branch.labels = []int{target}
		body[at].gone, body[at+1].gone = true, true
		if condition := at - 1; body[condition].code == codeIf && body[condition].end == at+3 {
			branch.code = codeBrIf
			body[condition].gone, body[at+3].gone = true, true
		}
	}
	return true
}

// dispatch finds the loop and the table of branches that lead to the blocks; loop is -1 if there are none.
func dispatch(body []instruction) (loop, table int) {
	loop = -1
	for at := 2; at+1 < len(body); at++ { // after the two instructions that fetch the stack's pointer
		switch in := body[at]; {
		case in.code == codeBlock:
		case in.code == codeLoop && loop < 0:
			loop = at
		case in.code == codeLocalGet && in.value == 0 && body[at+1].code == codeBrTable:
			return loop, at + 1
		default:
			return -1, -1
		}
	}
	return -1, -1
}

// jumpsAsExpected tells whether local 0 is only read by the table, or right after it was written,
// and whether all that goes to the loop are jumps.
func jumpsAsExpected(body []instruction, loop, table int) bool {
	for _, block := range body[table].labels {
		if block <= loop {
			return false
		}
	}
	for at := table + 1; at < len(body); at++ {
		in := body[at]
		if in.code == codeLocalGet && in.value == 0 && !(body[at-1].code == codeI32Const && body[at-2].code == codeLocalSet && body[at-2].value == 0) {
			return false
		}
		for _, label := range in.labels {
			if label == loop && !isJump(body, at-2, loop) {
				return false
			}
		}
	}
	return true
}

// isJump tells whether the three instructions at a position jump to a block by way of the table.
func isJump(body []instruction, at, loop int) bool {
	return at+2 < len(body) && body[at].code == codeI32Const && body[at].value >= 0 &&
		body[at+1].code == codeLocalSet && body[at+1].value == 0 &&
		body[at+2].code == codeBr && body[at+2].labels[0] == loop
}

// returnAtOnce makes returns of what leaves a block after which the function only returns a number.
func returnAtOnce(body []instruction) {
	for at := range body {
		in := &body[at]
		if in.code != codeBrIf || in.labels[0] == function || body[in.labels[0]].code != codeBlock {
			continue
		}
		end := body[in.labels[0]].end
		if end+3 != len(body) || body[end+1].code != codeI32Const {
			continue
		}
		in.code, in.labels = codeIf, nil
		in.copied = append([]byte{0x40, codeI32Const}, body[end+1].copied...)
		in.copied = append(in.copied, codeReturn, codeEnd)
	}
}

// dropBlocks drops the blocks and loops that no branch names.
func dropBlocks(body []instruction) {
	named := make([]bool, len(body))
	for _, in := range body {
		for _, label := range in.labels {
			if label != function {
				named[label] = true
			}
		}
	}
	for at, in := range body {
		if (in.code == codeBlock || in.code == codeLoop) && !named[at] {
			body[at].gone, body[in.end].gone = true, true
		}
	}
}
