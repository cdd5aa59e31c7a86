#!/bin/sh
# Regenerates everything in data/el-mirall and notebooks-out/el-mirall, byte for byte.
#
#   experiments/el-mirall.sh [ROOT]
#
# ROOT is the folder that holds data/ and notebooks-out/; without it, this repository.
# SOWLAB may name a built binary; without it, cargo builds one.
set -eu

repository=$(cd "$(dirname "$0")/.." && pwd)
data=data/el-mirall
charts=notebooks-out/el-mirall

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

# The table as it was published, one cell a line and in its own layout.
sowlab mirall table --pits 1..4 --seeds 1..5 --output $data/published.csv --chart $charts/published.svg
sowlab mirall table --pits 1..4 --seeds 1..5 --output $data/published-grid.md --grid

# The same table, larger: as cells, as a sequence by antidiagonals, as a map.
sowlab mirall table --pits 1..100 --seeds 1..100 --output $data/table.csv --chart $charts/table.svg
sowlab mirall table --pits 1..100 --seeds 1..100 --output $data/b-file.txt --bfile \
    --chart $charts/table.png

# How the moves grow with the seeds, and with the pits.
sowlab mirall table --pits 2..12 --seeds 1..100 --output $data/against-seeds.csv \
    --chart $charts/against-seeds.svg --chart-kind against-seeds
sowlab mirall table --pits 1..100 --seeds 1..6 --output $data/against-pits.csv \
    --chart $charts/against-pits.svg --chart-kind against-pits

# One seed in each pit: M(n,1) from ten pits to ten million.
sowlab mirall table --pits 10,100,1000,10^4,10^5,10^6,10^7 --seeds 1 --output $data/one-seed.csv

# The totals of seeds at which the period grows.
sowlab mirall staircase --pits 2..6 --up-to 10^4 --output $data/staircase.csv \
    --chart $charts/staircase.svg
