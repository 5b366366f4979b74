#!/bin/sh
# The rows of ForkJoinPool, with the settings that java has by itself.
exec java -cp "$(dirname "$0")/classes" Main "$@"
