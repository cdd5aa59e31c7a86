
# Submits both, and prints the numbers of the jobs.
set -euo pipefail
array_job=$(sbatch --parsable "$array")
array_job=${array_job%%;*}
if ! merge_job=$(sbatch --parsable --dependency "afterok:$array_job" "$merge"); then
    scancel "$array_job"
    exit 1
fi
printf 'array %s\nmerge %s\n' "$array_job" "${merge_job%%;*}"
