# check-fs.  Every list below is read from the folders: adding a file never edits this one.
# `make help` lists the targets.  Builds out of tree in $(BUILD); bin/ points to $(BUILD)/bin.
CC      ?= cc
MPICC   ?= $(or $(MPI_CC),mpicc)
BUILD   ?= build
CFLAGS  ?= -O2 -g
PKGCONF ?= pkg-config
WARN     = -std=c11 -Wall -Wextra -Wshadow -Wstrict-prototypes
CPPFLAGS += -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -Isrc -Iharness -I$(BUILD)/gen -I.

# Libraries: looked up only when something is built, so that a bare machine gets as far as ci/install; and once.
pkg      = $(shell $(PKGCONF) $(1) $(2) 2>/dev/null)
CORE_CFLAGS    = $(eval CORE_CFLAGS := $(call pkg,--cflags,gsl jansson))$(CORE_CFLAGS)
CORE_LIBS      = $(eval CORE_LIBS := $(or $(call pkg,--libs,gsl jansson),-lgsl -lgslcblas -ljansson) -lm)$(CORE_LIBS)
HARNESS_CFLAGS = $(eval HARNESS_CFLAGS := $(call pkg,--cflags,libxml-2.0 inih zlib))$(HARNESS_CFLAGS)
HARNESS_LIBS   = $(eval HARNESS_LIBS := $(or $(call pkg,--libs,libxml-2.0 inih zlib),-lxml2 -linih -lz))$(HARNESS_LIBS)

# -- what there is ---------------------------------------------------------
core    := $(wildcard src/core/*.c)
# A backend whose first line is /* needs: PACKAGE... */ is left out where pkg-config does not know these packages.
wanted  := $(shell grep -H '^/\* needs: ' src/io/*.c | sed 's,^\([^:]*\):/\* needs: \(.*\) \*/.*,\1=\2,; s/ /+/g')
has      = $(shell $(PKGCONF) --exists $(subst +, ,$(1)) 2>/dev/null && echo yes)
absent  := $(foreach w,$(wanted),$(if $(call has,$(lastword $(subst =, ,$w))),,$(firstword $(subst =, ,$w))))
extras  := $(subst +, ,$(foreach w,$(wanted),$(if $(filter $(absent),$(firstword $(subst =, ,$w))),,$(lastword $(subst =, ,$w)))))
IO_CFLAGS = $(if $(extras),$(call pkg,--cflags,$(extras)))
IO_LIBS   = $(if $(extras),$(call pkg,--libs,$(extras))) -ldl
rooms   := $(filter-out $(absent),$(wildcard src/par/*.c src/io/*.c src/bench/*.c))
benches := $(sort $(notdir $(patsubst %/,%,$(dir $(wildcard src/bench/*/*.c)))))
harness := $(wildcard harness/*.c harness/*/*.c)
units   := $(wildcard tests/src/*/*.c tests/src/*/*/*.c tests/harness/*/*.c)
obj      = $(patsubst %.c,$(BUILD)/%.o,$(1))
bin      = $(BUILD)/bin
# As many compilers as there are cores, unless -j says otherwise.
jobs     = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2))

all: $(benches:%=$(bin)/%) $(bin)/IOR $(bin)/check-fs bin ## build everything (the default)

# -- the main job ----------------------------------------------------------
# TARGET MACHINE PROFILE NP NODES LAUNCHER ARGS are passed on; make turns any failure into its own exit 2,
# so CI calls bin/check-fs itself.
run_args = $(if $(TARGET),--target='$(TARGET)') $(if $(MACHINE),--machine='$(MACHINE)') \
           $(if $(PROFILE),--profile='$(PROFILE)') $(if $(NP),--ranks='$(NP)') \
           $(if $(NODES),--nodes='$(NODES)') $(if $(LAUNCHER),--launcher='$(LAUNCHER)') $(ARGS)
scratch  = $(if $(TARGET),,@mkdir -p $(BUILD)/scratch && \
           echo 'check-fs: no TARGET given: measuring $(BUILD)/scratch, the file system of this checkout')
run_here = $(if $(TARGET),,--target=$(BUILD)/scratch)

check-fs: install-build ## measure TARGET=DIR and compare it with this machine's baseline
	@$(MAKE) $(jobs) --no-print-directory -s all
	$(scratch)
	@bin/check-fs run $(run_args) $(run_here)
baseline: install-build ## measure TARGET=DIR and accept the result as this machine's baseline
	@$(MAKE) $(jobs) --no-print-directory -s all
	$(scratch)
	@bin/check-fs baseline measure $(run_args) $(run_here) $(if $(SESSIONS),--sessions='$(SESSIONS)') $(if $(EVERY),--every='$(EVERY)')
compare: install-build ## compare two machines, baselines or logs: A= B=
	@$(MAKE) $(jobs) --no-print-directory -s all
	@bin/check-fs compare '$(A)' '$(B)' $(ARGS)
install-build:
	@ci/install build

# -- programs: a benchmark is its own folder plus the shared rooms ---------
.SECONDEXPANSION:
$(benches:%=$(bin)/%): $$(call obj,$$(wildcard src/bench/$$(@F)/*.c) $(rooms) $(core))
	@mkdir -p $(@D)
	$(MPICC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(IO_LIBS) $(CORE_LIBS) $(LDLIBS)
$(bin)/check-fs: $(call obj,$(harness) $(core))
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HARNESS_LIBS) $(CORE_LIBS) $(LDLIBS)
$(bin)/IOR: $(bin)/ior
	ln -sfn ior $@
bin: | $(bin)/check-fs
	ln -sfn $(bin) $@
# Short names for one program: make mdtest, make ior.
$(benches): %: $(bin)/% bin

# -- unit tests: tests/PATH/foo.c is a program that checks PATH/foo.c ------
unit       = $(patsubst tests/%.c,$(BUILD)/tests/%,$(units))
unit_bench = $(wildcard src/bench/$(notdir $(patsubst %/,%,$(dir $(1))))/*.c)
unit_srcs  = $(if $(filter harness/%,$(1)),$(filter-out harness/main.c,$(harness)),$(filter-out src/bench/main.c,$(rooms)) $(call unit_bench,$(1))) $(core)
# A roundtrip.c prints with the benchmark's printer and reads with the harness's parser.
unit_parse = $(if $(filter %/roundtrip,$(1)),$(wildcard harness/parse/*.c))
unit_link  = $(if $(filter harness/%,$(1)),$(CC),$(MPICC)) $(CFLAGS) $(LDFLAGS)
unit-tests: $(unit)
$(unit): $(BUILD)/tests/%: $(BUILD)/tests/%.o $$(call obj,$$(call unit_srcs,$$*) $$(call unit_parse,$$*))
	$(call unit_link,$*) -o $@ $^ $(if $(filter harness/%,$*),,$(IO_LIBS)) $(if $(filter harness/% %/roundtrip,$*),$(HARNESS_LIBS)) $(CORE_LIBS) $(LDLIBS)

# -- objects: core and harness never see MPI -------------------------------
$(BUILD)/%.o: COMPILE = $(MPICC)
$(BUILD)/src/core/%.o $(BUILD)/harness/%.o $(BUILD)/tests/harness/%.o: COMPILE = $(CC)
$(BUILD)/harness/%.o $(BUILD)/tests/harness/%.o: LIBCFLAGS = $(HARNESS_CFLAGS)
$(BUILD)/src/io/%.o: LIBCFLAGS = $(IO_CFLAGS)
$(BUILD)/%.o: %.c | $(BUILD)/gen/registry.h
	@mkdir -p $(@D)
	$(COMPILE) $(CPPFLAGS) $(CORE_CFLAGS) $(LIBCFLAGS) $(WARN) $(CFLAGS) -MMD -MP -c -o $@ $<
-include $(patsubst %.c,$(BUILD)/%.d,$(wildcard src/*/*.c src/*/*/*.c) $(harness) $(units))

# -- plug-ins: X_LIST has one X(name) for each file that defines `const struct x_ops x_name` ----
plugs = $(foreach f,$(filter-out $(absent),$(sort $(shell grep -l '^const struct $(1)_ops $(1)_' $(2)/*.c 2>/dev/null))),X($(patsubst queue_%,%,$(basename $(notdir $(f))))))
$(BUILD)/gen/registry.h: FORCE
	@mkdir -p $(@D)
	@{ echo '#define IO_LIST(X)     $(call plugs,io,src/io)'; \
	   echo '#define IO_QUEUE_LIST(X) $(call plugs,io_queue,src/io)'; \
	   echo '#define CMD_LIST(X)    $(call plugs,cmd,harness/cmd)'; \
	   echo '#define LAUNCH_LIST(X) $(call plugs,launch,harness/launch)'; \
	   echo '#define PARSE_LIST(X)  $(call plugs,parse,harness/parse)'; \
	   echo '#define REPORT_LIST(X) $(call plugs,report,harness/report)'; \
	 } >$@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# -- checks ----------------------------------------------------------------
test: ## install what the tests need, build, run every test
	@ci/install test
	@tests/checkers $(BUILD)
	@$(MAKE) $(jobs) --no-print-directory -s all unit-tests
	@ci/test
# One program; the name it is run by says which dialect's opening lines come before the input.  A finding is
# left in $(BUILD)/fuzz.
FUZZ_RUNS ?= 50000
fuzz_clang = clang -std=c11 -g -O2 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined
fuzz: $(BUILD)/gen/registry.h ## feed FUZZ_RUNS=50000 mutated logs to every dialect (clang, AddressSanitizer, UBSan)
	@mkdir -p $(BUILD)/fuzz
	@$(fuzz_clang) $(CPPFLAGS) $(CORE_CFLAGS) $(HARNESS_CFLAGS) -o $(BUILD)/fuzz/parse tests/fuzz/parse.c \
	  $(wildcard harness/cmd/values*.c) $(wildcard harness/parse/*.c) $(core) $(CORE_LIBS) -lz
	@for d in $(notdir $(wildcard tests/fuzz/corpus/*)); do \
	  cp $(BUILD)/fuzz/parse $(BUILD)/fuzz/$$d && mkdir -p $(BUILD)/fuzz/corpus-$$d && \
	  $(BUILD)/fuzz/$$d -runs=$(FUZZ_RUNS) -max_len=2000 -timeout=20 -rss_limit_mb=2048 -dict=tests/fuzz/parse.dict \
	    -artifact_prefix=$(BUILD)/fuzz/$$d- $(BUILD)/fuzz/corpus-$$d tests/fuzz/corpus/$$d \
	    >$(BUILD)/fuzz/$$d.log 2>&1 || { tail -n 40 $(BUILD)/fuzz/$$d.log; exit 1; }; \
	  sed -n "s/^Done/$$d:/p" $(BUILD)/fuzz/$$d.log; \
	done
bench: all ## measure mdtest and ior against bare loops of the same system calls (some minutes)
	@rc=0; for b in $(filter-out %-depth.sh %/scale.sh,$(wildcard tests/bench/*.sh)); do $$b || rc=1; done; exit $$rc
bench-depth: all ## measure many operations in flight on a slow file system (as root, with FUSE)
	@tests/bench/mdtest-depth.sh
bench-scale: all ## show what grows with the number of ranks, 1 to 64 of them (some minutes)
	@tests/bench/scale.sh
sim: $(BUILD)/tests/harness/compare/sim ## simulate the verdict: how often it is wrongly red, what it finds
	@$< full
e2e: all ## judge a real file system that is throttled, measure GlusterFS (as root; some minutes)
	@CHECK_FS_E2E=1 bats tests/e2e

# -- install and packages --------------------------------------------------
PREFIX  ?= /usr/local
version  = $(shell sed -n 's/.*VERSION_TEXT "\([^"]*\)".*/\1/p' src/core/version.h)
man      = $(wildcard harness/*.1 src/bench/*/*.1)
share    = $(DESTDIR)$(PREFIX)/share
install: all ## install into PREFIX=/usr/local (DESTDIR= for packagers)
	install -d $(DESTDIR)$(PREFIX)/bin $(share)/check-fs/profiles $(share)/check-fs/charts $(share)/man/man1 \
	  $(share)/bash-completion/completions $(share)/modulefiles/check-fs $(share)/doc/check-fs/ci
	install -m 755 $(benches:%=$(bin)/%) $(bin)/check-fs $(DESTDIR)$(PREFIX)/bin
	ln -sfn ior $(DESTDIR)$(PREFIX)/bin/IOR
	install -m 644 harness/plan/*.ini $(share)/check-fs/profiles
	install -m 644 harness/report/charts/* $(share)/check-fs/charts
	for m in workstation raid6; do [ ! -d baselines/$$m ] || (cd baselines && find $$m -type f \
	  -exec install -D -m 644 {} $(share)/check-fs/baselines/{} \;) || exit 1; done
	$(if $(man),install -m 644 $(man) $(share)/man/man1)
	install -m 644 ci/completion.bash $(share)/bash-completion/completions/check-fs
	for b in $(benches) IOR; do ln -sfn check-fs $(share)/bash-completion/completions/$$b || exit 1; done
	sed 's,@PREFIX@,$(PREFIX),; s,@VERSION@,$(version),' ci/modulefile >$(share)/modulefiles/check-fs/$(version)
	install -m 644 README.md CHANGELOG.md LICENSE $(share)/doc/check-fs
	install -m 644 $(filter-out ci/debian,$(wildcard ci/*)) $(share)/doc/check-fs/ci
dist: ## build/check-fs-VERSION.tar.gz of what is committed
	@mkdir -p $(BUILD)
	git archive --prefix=check-fs-$(version)/ -o $(BUILD)/check-fs-$(version).tar.gz HEAD
	@echo $(BUILD)/check-fs-$(version).tar.gz
deb: dist ## a Debian package in build/ of what is committed (needs debhelper)
	rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb
	tar -C $(BUILD)/deb -xzf $(BUILD)/check-fs-$(version).tar.gz
	cd $(BUILD)/deb/check-fs-$(version) && cp -r ci/debian debian && dpkg-buildpackage -b -us -uc
	mv $(BUILD)/deb/*.deb $(BUILD)
clean: ## remove what was built (reports and baselines stay)
	rm -rf $(BUILD) bin
help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16
	@echo
	@echo 'Variables: TARGET=DIR MACHINE=NAME PROFILE=smoke|quick|standard|FILE NP=RANKS NODES=N LAUNCHER=NAME ARGS=...'
.DELETE_ON_ERROR:
.PHONY: bench bench-depth bench-scale fuzz sim e2e install dist deb all check-fs baseline compare install-build unit-tests test clean help FORCE $(benches)
