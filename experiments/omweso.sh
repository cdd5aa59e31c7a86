#!/bin/sh
# Regenerates everything in data/omweso and notebooks-out/omweso, byte for byte.
#
#   experiments/omweso.sh [ROOT]
#
# ROOT is the folder that holds data/ and notebooks-out/; without it, this repository.
# SOWLAB may name a built binary; without it, cargo builds one.
set -eu

repository=$(cd "$(dirname "$0")/.." && pwd)
data=data/omweso
charts=notebooks-out/omweso

sowlab() {
    if [ -n "${SOWLAB:-}" ]; then
        "$SOWLAB" --quiet "$@"
    else
        cargo run --manifest-path "$repository/Cargo.toml" --release --locked --quiet -- --quiet "$@"
    fi
}

root=${1:-$repository}
mkdir -p "$root/$data" "$root/$charts"
cd "$root"

# Every position with so many seeds, on boards of 2, 3, 4 and 8 columns.
exhaustive() {
    sowlab omweso hunt --exhaustive --columns "$1" --own-seeds "$2" --opponent-seeds "$3" --counts \
        --output $data/exhaustive-"$1".csv --chart $charts/share-"$1".svg
}
exhaustive 2 2..16 0..16
exhaustive 3 2..12 0..12
exhaustive 4 2..10 0..12
exhaustive 8 8..10 0..8

# Random openings: the share that never ends in a million of them, and the moves in 100,000.
sowlab omweso hunt --random 1000000 --seed 1 --counts --output $data/random.csv
sowlab omweso hunt --random 100000 --seed 1 --output $data/random-finds.csv \
    --certificates $data/random-certificates.jsonl

# First moves that capture in every column and never end.
sowlab omweso hunt --opening "$repository/experiments/omweso-openings.txt" --no-period \
    --output $data/akawumbi.csv --certificates $data/akawumbi-certificates.jsonl

# Back from the cycles of 34 seeds to openings: all with one leg, and the first hundred.
cycles=$(mktemp -d)
trap 'rm -rf "$cycles"' EXIT
sowlab relay census --pits 16 --seeds 34 --catalogue "$cycles/34.parquet" --output "$cycles/34.csv"
sowlab omweso hunt --backward "$cycles/34.parquet" --most-legs 2 --counts --output $data/backward.csv
sowlab omweso hunt --backward "$cycles/34.parquet" --limit 100 --output $data/backward-finds.csv \
    --certificates $data/backward-certificates.jsonl

# Whole games from the two usual openings, and the shortest that is annulled.
sowlab omweso perft --depth 7 --output $data/perft-traditional.csv
sowlab omweso perft --opening even --depth 4 --output $data/perft-even.csv
sowlab omweso play --moves '0 2 2 4:cw-ccw 9 11' --output $data/annulled.csv
