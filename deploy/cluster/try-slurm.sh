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
board="11 14 13 1/2 3 12 4/15 7 9 5/10 6 8 0"
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

expanded() { cut -f5,10 "$1"/*.tsv | awk '$1 == "exhausted" || $1 == "solved" { print }' | sort -u | awk '{ n += $2 } END { print n }'; }
XDG_CACHE_HOME=$root/cache
export XDG_CACHE_HOME
"$taquin" solve --algo $algo --goal blank-first --format json "$board" > "$root/plain.json"
plain=$(grep -o '"expanded":[ 0-9]*' "$root/plain.json" | tr -dc 0-9)
echo "one process: $plain expanded"

submit() {
    sbatch --parsable --array=1-4 --output="$root/$1-%a.out" --signal= \
        --export=ALL,BOARD="$board",GOAL=blank-first,ALGO=$algo,PARTS="$root/$1",TAQUIN="$taquin" \
        "$here/slurm-parts.sbatch"
}
await() {
    for _ in $(seq 240); do
        [ -z "$(squeue -h -j "$1" 2>/dev/null)" ] && return
        sleep 0.5
    done
    echo "the job does not end" && squeue && exit 1
}

job=$(submit whole)
await "$job"
echo "four tasks on two nodes: $(expanded "$root/whole") expanded"
[ "$(expanded "$root/whole")" = "$plain" ]

job=$(submit lost)
rows=$(cat "$root"/whole/*.tsv | wc -l)
for _ in $(seq 600); do
    [ "$(cat "$root"/lost/*.tsv 2>/dev/null | wc -l)" -ge $((rows / 2)) ] && break
    sleep 0.1
done
echo "killing node n2 after $(cat "$root"/lost/*.tsv | wc -l) of about $rows rows"
squeue
node=$(cat "$root/n2.pid")
for step in $(pgrep -f "slurmstepd" || true); do
    tr '\0' '\n' < "/proc/$step/environ" 2>/dev/null | grep -q "SLURMD_NODENAME=n2" && pkill -9 -P "$step" ; true
done
kill -9 "$node"
await "$job"
echo "after the loss of a node: $(expanded "$root/lost") expanded"
[ "$(expanded "$root/lost")" = "$plain" ]
sacct -X 2>/dev/null || true
echo "as with one process"
