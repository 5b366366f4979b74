#!/usr/bin/env bash
# build.sh NAME builds bin/NAME, or says in one line why it cannot. Always
# succeeds: the rivals that are missing are missing from the tables, too.
set -uo pipefail
cd "$(dirname "$0")"
name=$1
mkdir -p bin

refuse() {
	rm -f "bin/$name" # an old one would answer for this one
	echo "$name: not built: $*"
	exit 0
}

need() {
	command -v "$1" >/dev/null || refuse "$1 is missing; make -C bench/native deps"
}

# compile runs a command quietly; what it says is of interest if it fails.
compile() {
	local said
	said=$("$@" 2>&1) || { echo "$said" >&2; refuse "the compiler failed"; }
}

# A rival that Debian does not have lies in the folder RIVALS, as its repository has it:
# checkout NAME FILE wants that file there, and sets src and revision.
checkout() {
	[ -n "${RIVALS:-}" ] || refuse "it needs RIVALS=FOLDER; see README.md"
	src=$(realpath "$RIVALS")/$1
	[ -e "$src/$2" ] || refuse "$src/$2 is missing; see README.md"
	revision=$(git --git-dir="$src/.git" describe --tags --always --long 2>/dev/null || echo unknown)
}

# Cargo runs where it finds the configuration of the sources.
build_rayon() {
	need cargo
	compgen -G '/usr/share/cargo/registry/rayon-[0-9]*' >/dev/null || refuse "librust-rayon-dev is missing; make -C bench/native deps"
	compile env -C rayon cargo build --quiet --release --offline
	cp rayon/target/release/rivals-rayon bin/rayon
}

# The program of Debian's rayon, with a newer one in its place. It has a manifest and a lock file
# of its own; the newer rayon takes what it needs itself from Debian.
build_rayon-now() {
	need cargo
	checkout rayon rayon-core/Cargo.toml
	mkdir -p bin/rayon-now.build
	cp -r rayon/Cargo.toml rayon/.cargo bin/rayon-now.build
	ln -sfn ../../rayon/src bin/rayon-now.build/src
	compile env -C bin/rayon-now.build RIVAL_REVISION="$revision" cargo build --quiet --release --offline \
		--config "patch.crates-io.rayon.path='$src'" --config "patch.crates-io.rayon-core.path='$src/rayon-core'"
	cp bin/rayon-now.build/target/release/rivals-rayon bin/rayon-now
}

build_chili() {
	need cargo
	checkout chili Cargo.toml
	compile env -C chili RIVAL_REVISION="$revision" cargo build --quiet --release --offline --config "patch.crates-io.chili.path='$src'"
	cp chili/target/release/rivals-chili bin/chili
}

build_tbb() {
	need g++
	echo '#include <oneapi/tbb.h>' | g++ -E -xc++ - >/dev/null 2>&1 || refuse "libtbb-dev is missing; make -C bench/native deps"
	compile g++ -std=c++17 -O3 -Wall -Wextra -flto -Icommon -o bin/tbb tbb/*.cpp -xc++ common/*.c -ltbb -lm
}

# sorter builds a program of the folder sorts: sorter NAME HEADER PACKAGE FLAG….
sorter() {
	need g++
	echo "#include <$2>" | g++ -std=c++17 -mcx16 -pthread -E -xc++ - >/dev/null 2>&1 || refuse "$3 is missing; make -C bench/native deps"
	compile g++ -std=c++17 -O3 -Wall -Wextra -Wno-unknown-pragmas -Icommon -o "bin/$1" "sorts/$1.cpp" -xc++ common/*.c "${@:4}" -lm
}

build_vqsort() { sorter vqsort hwy/contrib/sort/vqsort.h libhwy-dev -lhwy_contrib -lhwy; }

build_ips4o() {
	local version
	version=$(dpkg-query -W -f '${Version}' libips4o-dev 2>/dev/null)
	sorter ips4o ips4o.hpp libips4o-dev -mcx16 -pthread -latomic "-DIPS4O_VERSION=\"${version:-unknown}\""
}

build_libstdcxx() { sorter libstdcxx parallel/algorithm "g++'s parallel mode" -fopenmp; }

build_openmp() {
	need gcc
	compile gcc -std=gnu11 -O3 -Wall -Wextra -fopenmp -flto -Icommon -o bin/openmp openmp/*.c common/*.c -lm
}

# The switches of Lace that count events are off, as its own build has them.
build_lace() {
	need gcc
	checkout lace src/lace.c
	mkdir -p bin/lace.build
	sed 's/^#cmakedefine01 \(.*\)/#define \1 0/' "$src/src/lace_config.h.in" >bin/lace.build/lace_config.h
	compile gcc -std=gnu11 -O3 -Wall -Wextra -flto -pthread "-DLACE_REVISION=\"$revision\"" -Icommon -isystem "$src/src" -isystem bin/lace.build \
		-o bin/lace lace/*.c common/*.c "$src/src/lace.c" -lm
}

build_forkunion() {
	need g++
	checkout fork_union include/fork_union.hpp
	compile g++ -std=c++17 -O3 -Wall -Wextra -flto -pthread -DFU_ENABLE_NUMA=0 "-DFORKUNION_REVISION=\"$revision\"" -Icommon -isystem "$src/include" \
		-o bin/forkunion forkunion/*.cpp -xc++ common/*.c -lm
}

build_parlay() {
	need g++
	checkout parlaylib include/parlay/parallel.h
	compile g++ -std=c++17 -O3 -Wall -Wextra -flto -pthread "-DPARLAY_REVISION=\"$revision\"" -Icommon -isystem "$src/include" \
		-o bin/parlay parlay/*.cpp -xc++ common/*.c -lm
}

build_java() {
	need javac
	compile javac -Xlint:all -d bin/classes java/*.java
	cp java/java.sh bin/java
}

"build_$name"
echo "$name: built"
