# "make run" and "make test" do all of their own set-up; they need Go, Node.js with npm, and make.

ADDR = 127.0.0.1:8080
FUZZTIME = 20s
SEED = 1

GO_FILES = find . -name '*.go' -not -path './assets/node_modules/*'
WASM = GOOS=js GOARCH=wasm
# What is tested in Node too: everything that decides a schedule.
PORTABLE = ./engine/... ./policies/...
# What has files for the browser alone.
BROWSER = ./wasm/browser ./wasm/browser/address ./wasm/browser/files ./wasm/browser/render ./wasm/browser/screen \
	./wasm/browser/storage ./wasm/browser/workers ./wasm/written ./wasm/lesson ./wasm/javascript ./wasm/simulator ./wasm/timezone
# Go's WebAssembly programs do not start where the environment is larger than some 8 kB.
NODE_EXEC = env -i 'PATH=$$PATH' 'HOME=$$HOME' '$$(go env GOROOT)/lib/wasm/go_js_wasm_exec'

.PHONY: run build dist generate cold renew test test-long test-slurm compare-slurm slurm lint race bench bench-commit growth profile fuzz campaign reproduce screenshot chromium clean

run: build
	exec bin/serve -addr $(ADDR)

# The page, into assets/dist, and the static server with the page inside. Only what changed is compressed again.
build: assets/node_modules/.package-lock.json
	go run ./wasm/site
	go build -o bin/serve ./serve

# The page as a folder for any static host, in any sub-folder: compressed as hard as can be, which takes some minutes.
dist: assets/node_modules/.package-lock.json
	go run ./wasm/site -hard -out dist
	@echo "the page is in $(CURDIR)/dist"

# Everything that is generated and committed.
generate:
	go tool vugugen -r -skip-main -skip-go-mod ./ui
	gofmt -w ui/*_gen.go ui/*/*_gen.go ui/*/*/*_gen.go
	go generate ./...

# What names functions of the program and goes stale when code moves, which tests tell: the profile for the compiler and the list of
# cold functions, which come after the first picture.
renew: profile cold

# The cold functions of the program, which come after the first picture: those that a browser did not call before it.
cold: chromium build
	go run ./wasm/browser/cold

assets/node_modules/.package-lock.json: assets/package.json assets/package-lock.json
	cd assets && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

# What decides a schedule is tested in Node as well, with a twentieth of the random trials. What lint has vetted is not vetted again.
test: chromium lint build
	go test -vet=off -timeout 1h ./...
	$(WASM) go test -vet=off -short -exec="$(NODE_EXEC)" $(PORTABLE)

# What takes too long for every day, or measures memory and long tasks: the browser tests as a whole, one after another so that nothing
# else runs beside what measures, and all random trials in Node.
test-long: chromium build
	go test -count=1 -timeout 2h -parallel 1 ./wasm/browser/e2e -args -long
	go test -count=1 -run '^TestLiveBytes$$' -v ./wasm/site -args -long
	$(WASM) go test -timeout 2h -exec="$(NODE_EXEC)" $(PORTABLE)

# A job array on a real Slurm: three daemons on loopback, in a temporary folder. "make test" skips it where Slurm is not installed.
test-slurm: slurm
	go test -count=1 -v -run '^TestSlurm' ./wasm/headless -args -slurm

# The policy slurm, compared with a real Slurm that schedules jobs of 8 emulated nodes for some five minutes. What that did stays in bin/.
# Other jobs: make compare-slurm SEED=2.
compare-slurm: slurm
	go test -count=1 -timeout 20m -v -run '^TestRealSlurm$$' ./policies/slurm -args -slurm '$(CURDIR)/bin/compare-slurm' -seed $(SEED)

slurm:
	@PATH=$$PATH:/usr/sbin; \
	if command -v sbatch >/dev/null && command -v slurmctld >/dev/null && command -v slurmd >/dev/null && command -v munged >/dev/null; then exit; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends slurm-wlm munge; \
	else \
		echo "This test needs Slurm: please install the packages \"slurm-wlm\" and \"munge\"." >&2; exit 1; \
	fi

# The race detector needs a C compiler and some minutes, so that it is not part of "make test".
race:
	go test -race $(PORTABLE) ./serve/...

lint: bin/staticcheck
	@unformatted=$$($(GO_FILES) -exec gofmt -l {} +); test -z "$$unformatted" || { echo "not formatted by gofmt:"; echo "$$unformatted"; exit 1; }
	go vet -tags=reproduce,campaign ./...
	$(WASM) go vet $(BROWSER)
	@if go env GOVERSION | grep -q '^go1\.2[67]\(\.\|$$\)'; then \
		echo "staticcheck" && bin/staticcheck ./... && $(WASM) bin/staticcheck $(BROWSER); \
	else \
		echo "staticcheck is left out: it was not tried with $$(go env GOVERSION)"; \
	fi

# A binary of its own: "go tool" would build it for WebAssembly when that is what it is to check.
bin/staticcheck: go.mod
	go build -o $@ honnef.co/go/tools/cmd/staticcheck

# The table of goals, and what has changed since the committed results. "make bench-commit" replaces those and the table in
# PERFORMANCE.md by the last ones.
COMMITTED = wasm/browser/bench/committed.txt
COMMA = ,
SURROUNDINGS = cpu|go|browser|commit|date|load

bench: chromium dist
	@go run ./wasm/browser/bench; status=$$?; \
	echo 'The committed results were measured with'; grep -E '^($(SURROUNDINGS)): ' $(COMMITTED); echo; \
	go tool benchstat -ignore '$(subst |,$(COMMA),$(SURROUNDINGS))' committed=$(COMMITTED) now=bin/bench.txt; exit $$status

bench-commit:
	cp bin/bench.txt $(COMMITTED)
	sed -i -e '/^<!-- goals -->/,/^<!-- end of goals -->/{//!d}' -e '/^<!-- goals -->/r bin/goals.md' PERFORMANCE.md

# What is called often, natively, for the compiler of the page's program. Worth repeating when that has changed much.
PROFILES = bin/profiles
PROFILED = go test -run '^$$' -o $(PROFILES)/profiled.test -cpuprofile

profile:
	mkdir -p $(PROFILES)
	$(PROFILED) $(PROFILES)/easy.prof -bench 'Logs/.*/(easy|fcfs)|DeepQueue' -benchtime 3s ./policies
	$(PROFILED) $(PROFILES)/conservative.prof -bench 'Logs/.*/conservative' -benchtime 2s ./policies
	$(PROFILED) $(PROFILES)/los.prof -bench 'Lookahead/lublin' -benchtime 2s ./policies/los
	$(PROFILED) $(PROFILES)/priority.prof -bench '^BenchmarkQueueDepth$$/requested/.*/fixed=false/k=2/depth=(200|10000)$$' -benchtime 4s ./policies/priority
	$(PROFILED) $(PROFILES)/reading.prof -bench ReadSWF -benchtime 2s ./engine/workload/logs
	$(PROFILED) $(PROFILES)/metrics.prof -bench 'Of$$|Series' -benchtime 2s ./engine/metrics
	$(PROFILED) $(PROFILES)/timeline.prof -bench 'Draw$$|Layout|Hit' -benchtime 2s ./ui/timeline
	go tool pprof -proto $(PROFILES)/*.prof > wasm/browser/default.pgo

# What an event costs against the number of waiting jobs, as the pictures in PERFORMANCE.md.
growth:
	mkdir -p bin
	go test -run '^$$' -bench '^Benchmark(Growth|QueueDepth|QueueDepthEASY|QueueDepthFPFS|Reservations)$$' -benchtime 1x -count 3 -timeout 1h ./policies ./policies/priority | tee bin/growth.txt
	go test -run '^$$' -bench '^BenchmarkPlan$$' -benchtime 5x -count 3 -timeout 1h ./policies/convergent | tee -a bin/growth.txt
	go run ./wasm/browser/bench/growth bin/growth.txt

fuzz:
	@for package in $$(go list ./...); do \
		list=$$(go test -list '^Fuzz' $$package) || exit 1; \
		for target in $$(echo "$$list" | grep '^Fuzz'); do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
		done; \
	done

# The long comparisons with published and independently measured results (tests with the build tag "reproduce"). What
# was simulated is kept in bin/reproduce*.csv, so that a broken off run goes on where it was; "make clean" removes it.
reproduce:
	go test -count=1 -timeout=0 -tags=reproduce -run '^TestReproduce' -v ./...

# Random cases, hours of them (tests with the build tag "campaign"): what is done is kept in bin/campaign, so that a broken off campaign goes
# on, and the table in CAMPAIGNS.md says what came of it. Each campaign for ten minutes, on one processor: make campaign CAMPAIGN_TIME=10m GOMAXPROCS=1.
# One of them: make campaign CAMPAIGN=TestCampaignFuzz.
CAMPAIGN = ^TestCampaign

campaign:
	@status=0; \
	go test -count=1 -timeout=0 -p 1 -tags=campaign -run '$(CAMPAIGN)' -v $$(grep -rl --include='*_test.go' '^//go:build campaign' . | xargs -n 1 dirname | sort -u) || status=$$?; \
	go run ./engine/campaign/table && exit $$status

# The picture in the README.
screenshot: chromium build
	go test -count=1 -run '^TestScreenshot$$' ./wasm/browser/e2e -args -screenshot '$(CURDIR)/assets/screenshot.png'

# The browser of the browser tests.
chromium:
	@for browser in chromium chromium-browser google-chrome; do command -v $$browser >/dev/null && exit; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-liberation; \
	else \
		echo "The browser tests need Chromium: please install the package \"chromium\"." >&2; exit 1; \
	fi

clean:
	rm -rf bin dist assets/node_modules
	find assets/dist -mindepth 1 -not -name .keep -delete
