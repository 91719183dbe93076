#!/bin/sh
# Tries slurm-parts.sbatch on a Slurm of two nodes on this machine, and kills one of them at half-time.
#
#   TAQUIN=target/release/taquin deploy/cluster/try-slurm.sh
#
# Needs root, Slurm (Debian: slurm-wlm) and a folder of its own; it stops what it starts.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
taquin=$(realpath "${TAQUIN:-target/release/taquin}")
root=$(mktemp -d)
host=$(hostname -s)
board="15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4" # number 88 of Korf's hundred
algo=pdb-ida:tables=4-4-4-3
trap 'kill $(cat "$root"/*.pid 2>/dev/null) 2>/dev/null || true; sleep 1; rm -rf "$root"' EXIT

mkdir "$root/state" "$root/n1" "$root/n2"
cat > "$root/slurm.conf" <<END
ClusterName=taquin
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort=16817
SlurmctldPidFile=$root/ctld.pid
SlurmctldLogFile=$root/ctld.log
StateSaveLocation=$root/state
SlurmdSpoolDir=$root/%n
SlurmdPidFile=$root/%n.pid
SlurmdLogFile=$root/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmctldTimeout=10
SlurmdTimeout=10
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
NodeName=n1 NodeHostname=$host Port=16818 CPUs=2 State=UNKNOWN
NodeName=n2 NodeHostname=$host Port=16819 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
END
export SLURM_CONF=$root/slurm.conf
slurmctld
slurmd -N n1
slurmd -N n2
for _ in $(seq 60); do
    [ "$(sinfo -h -t idle -o %D | head -1)" = 2 ] && break
    sleep 0.5
done
sinfo

# Threshold, expanded and generated of each threshold that ended.
ends() { cut -f4,5,10,11 "$1"/*.tsv | awk '$2 == "exhausted" || $2 == "solved"' | sort -un; }
# Nodes of the parts so far.
searched() { cut -f5,10 "$1"/*.tsv 2>/dev/null | awk '$1 == "span" { n += $2 } END { print n + 0 }'; }
XDG_CACHE_HOME=$root/cache
export XDG_CACHE_HOME
"$taquin" solve --algo $algo --goal blank-first --parts "$root/one" --quiet "$board" > "$root/one.out"
ends "$root/one"
all=$(searched "$root/one")
echo "one process: $all nodes in parts"

submit() {
    sbatch --parsable --array=1-4 --output="$root/$1-%a.out" \
        --export=ALL,BOARD="$board",GOAL=blank-first,ALGO=$algo,PARTS="$root/$1",TAQUIN="$taquin" \
        "$here/slurm-parts.sbatch"
}
await() {
    # Slurm waits two minutes before it starts a task again.
    for _ in $(seq 500); do
        [ -z "$(squeue -h -j "$1" 2>/dev/null)" ] && return
        sleep 0.5
    done
    echo "the job does not end" && squeue && exit 1
}
compare() {
    [ "$(ends "$root/$1")" = "$(ends "$root/one")" ] || { ends "$root/$1"; echo "not the same"; exit 1; }
    for task in 1 2 3 4; do
        grep -qf "$root/one.out" "$root/$1-$task.out" || { cat "$root/$1-$task.out"; exit 1; }
    done
}

job=$(submit whole)
await "$job"
compare whole
echo "four tasks on two nodes: the same moves, the same nodes in each threshold"

job=$(submit lost)
for _ in $(seq 600); do
    [ "$(searched "$root/lost")" -ge $((all / 2)) ] && break
    sleep 0.05
done
echo "killing node n2 after $(searched "$root/lost") nodes"
squeue
# The daemon of the node, then each of its tasks with the step daemons above it, the topmost first.
kill -9 "$(cat "$root/n2.pid")"
for process in $(pgrep -x taquin); do
    if tr '\0' '\n' < "/proc/$process/environ" 2>/dev/null | grep -qx "SLURMD_NODENAME=n2"; then
        chain=$process
        above=$(awk '{ print $4 }' "/proc/$process/stat")
        while [ "$(cat "/proc/$above/comm")" = slurmstepd ]; do
            chain="$above $chain"
            above=$(awk '{ print $4 }' "/proc/$above/stat")
        done
        # shellcheck disable=SC2086 # several numbers
        kill -9 $chain || true
    fi
done
await "$job"
compare lost
echo "a node killed at half-time: the same moves, the same nodes in each threshold"
