# Every target works on a fresh clone with Go alone, but for those that say what they install.

GO        ?= go
# Releases and the analysis tools are built with this toolchain; see docs/dependencies.md.
TOOLCHAIN  = go1.27.3
VERSION   ?= $(shell git describe --tags --always 2>/dev/null || echo dev)

.PHONY: help build check fmt vet lint test fuzz bench real

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 12

build: ## the binary, ./curtsy
	CGO_ENABLED=0 $(GO) build -trimpath -o curtsy ./cmd/curtsy

check: fmt vet lint real test ## what every change must pass

fmt:
	@out=$$(gofmt -l .); test -z "$$out" || { echo "not formatted:"; echo "$$out"; exit 1; }

vet:
	$(GO) vet ./...

lint:
	GOTOOLCHAIN=$(TOOLCHAIN) $(GO) tool -modfile=tools.mod staticcheck ./...

test: ## all tests, with the race detector, in shuffled order
	$(GO) test -race -shuffle=on -timeout 9m ./...

fuzz: ## every fuzz target for a minute each
	@./scripts/fuzz 60s

bench: ## the benchmarks whose figures are in docs/bench.md
	@./scripts/bench

real: ## a Debian documentation tree behind nginx, mapped, crawled, killed and resumed (installs both)
	@./scripts/real
