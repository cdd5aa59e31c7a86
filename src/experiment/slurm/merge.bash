
# Joins the shards, which are all there when this begins.
set -u
cd "$ledgers" || exit
ledgers=()
for ((shard = 1; shard <= shards; shard++)); do
    ledgers+=("shard-$shard-of-$shards.sqlite")
done
exec "$program" merge "${ledgers[@]}" -o "$root"
