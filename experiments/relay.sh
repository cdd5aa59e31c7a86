#!/bin/sh
# Regenerates everything in data/relay and notebooks-out/relay, byte for byte.
#
#   experiments/relay.sh [ROOT]
#
# ROOT is the folder that holds data/ and notebooks-out/; without it, this repository.
# SOWLAB may name a built binary; without it, cargo builds one.
set -eu

repository=$(cd "$(dirname "$0")/.." && pwd)
data=data/relay
charts=notebooks-out/relay

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

# Omweso's side: every never-ending cycle of 16 pits, counted, and a chart for each count.
for kind in states share mayer-share longest-period; do
    sowlab relay census --pits 16 --seeds 2..28 --output $data/census.csv \
        --chart $charts/$kind.svg --chart-kind $kind
done

# The small ones by name, each of which `sowlab verify` plays, and how long they are.
sowlab relay census --pits 16 --seeds 2..18 --catalogue $data/cycles.csv > /dev/null
sowlab relay census --pits 16 --seeds 2..28 --chart $charts/periods.svg --chart-kind periods \
    > /dev/null

# Other circuits: the share and the periods for each number of pits.
sowlab relay census --pits 2..12 --seeds 2..24 --output $data/circuits.csv \
    --chart $charts/circuits-share.svg --chart-kind share
sowlab relay census --pits 2..12 --seeds 2..24 --output $data/circuits.csv \
    --chart $charts/circuits-periods.svg --chart-kind periods

# Certificates of the cycles of 16 pits and up to 14 seeds: by coming back, and without playing.
for proof in recurrence mayer; do
    awk -F, 'NR > 1 && $2 <= 14 { print $3 }' $data/cycles.csv | while read -r position; do
        sowlab relay certify --position "$position" --pit 0 --proof $proof
    done
done > $data/certificates.jsonl

# States that pass the Mayer test, by formula.
sowlab relay mayer --pits 16 --seeds 2..400 --output $data/mayer.csv

# The longest moves that end.
sowlab relay longest --pits 16 --seeds 2..20 --output $data/longest.csv

# OEIS A216476.
sowlab relay digits 1..1000 --output $data/digits.csv
