
# One shard of the experiment. The ledger keeps each unit that was computed, so that a task goes on
# where it was, however it ended.
set -u
task=$SLURM_ARRAY_TASK_ID
# Not $SLURM_JOB_ID: for one of the tasks that is the number of the whole array.
job=${SLURM_ARRAY_JOB_ID}_$task
restarts=${SLURM_RESTART_COUNT:-0}
experiment=(
    "$program" run "$manifest" --shard "$task/$shards" --root "$root" --work "$work"
    --threads "$SLURM_CPUS_PER_TASK" --progress never --format csv
)
[ -z "$memory" ] || experiment+=(--memory "$memory")

say() { printf '%s shard %s of %s, restart %s: %s\n' "$(date -u +%FT%TZ)" "$task" "$shards" "$restarts" "$1"; }

# How many units of the shard are still to be computed.
pending() (
    set -o pipefail
    "${experiment[@]}" --dry-run | awk -F , 'NR > 1 { units += $5 } END { print units + 0 }'
)

# Before the time limit, Slurm sends TERM to this script alone, which passes it on.
signals=0
child=
trap 'signals=$((signals + 1)); [ -z "$child" ] || kill -TERM "$child" 2> /dev/null' TERM

before=$(pending) || exit
say "$before units are to be computed"
"${experiment[@]}" &
child=$!
# It may have come when there was nobody yet to pass it on to.
[ "$signals" = 0 ] || kill -TERM "$child" 2> /dev/null
# The wait ends with the program, and with each signal.
seen=
until [ "$seen" = "$signals" ]; do
    seen=$signals
    wait "$child"
    status=$?
done
child=

if [ "$status" = 0 ]; then
    say 'done'
    exit
fi
# 143 is the end of a program that was hardly begun.
if [ "$signals" = 0 ] || { [ "$status" != 3 ] && [ "$status" != 143 ]; }; then
    say "failed: sowlab ended with exit code $status"
    exit "$status"
fi
# A task that somebody cancels, or that Slurm itself requeues, is not running any more.
state=$(squeue --noheader --format %T --jobs "$job")
if [ "$state" != RUNNING ]; then
    say "stopped by a signal; the state of the task is ${state:-unknown}, and it does not requeue itself"
    exit 3
fi
after=$(pending) || exit
if [ "$after" -ge "$before" ] && [ "$restarts" -ge "$fruitless" ]; then
    say "failed: no unit was computed before the signal came, after $restarts restarts; more time is needed"
    exit 3
fi
say "stopped by a signal; requeued with $after units to be computed"
scontrol requeue "$job" || exit 3
# Slurm ends this script; its own end would be that of the task.
sleep 60
exit 3
