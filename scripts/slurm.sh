# shellcheck shell=bash
# For slurm_e2e.sh to source: a SLURM of three nodes on this one machine, started and taken down again.

# Where SLURM cannot be started at all, such as in a container that forbids munge its socket.
# shellcheck disable=SC2034  # for who sources this
SLURM_PROBLEM=""

slurm_conf() {
  local host directory=$1 node
  host=$(hostname -s)
  cat <<EOF
ClusterName=atomesh
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$directory/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
KillWait=5
SlurmctldPort=26817
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/slurmd-%n.pid
SlurmdSpoolDir=$directory/spool/%n
StateSaveLocation=$directory/state
SlurmctldLogFile=$directory/log/slurmctld.log
SlurmdLogFile=$directory/log/slurmd-%n.log
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
EOF
  for node in 0 1 2; do
    echo "NodeName=n$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$((27001 + node)) CPUs=4 State=UNKNOWN"
  done
  echo "PartitionName=main Nodes=n[0-2] Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES"
}

# Starts the daemons below a directory and waits until three nodes are idle. 1, with SLURM_PROBLEM, where that fails.
slurm_start() {
  local directory=$1 node
  mkdir -p "$directory"/{state,log,spool/n0,spool/n1,spool/n2}
  chmod 755 "$directory"
  install -d -o munge -g munge -m 755 "$directory/munge"
  dd if=/dev/urandom of="$directory/munge/key" bs=128 count=1 status=none
  chown munge:munge "$directory/munge/key"
  chmod 600 "$directory/munge/key"
  ln -sfn munge/socket "$directory/munge.socket"
  if ! runuser -u munge -- /usr/sbin/munged --socket="$directory/munge/socket" --key-file="$directory/munge/key" \
    --pid-file="$directory/munge/pid" --log-file="$directory/munge/log" --seed-file="$directory/munge/seed" --force; then
    SLURM_PROBLEM="munged does not start"
    return 1
  fi
  slurm_conf "$directory" >"$directory/slurm.conf"
  export SLURM_CONF=$directory/slurm.conf
  slurmctld -f "$SLURM_CONF" || { SLURM_PROBLEM="slurmctld does not start"; return 1; }
  for node in n0 n1 n2; do
    slurmd -f "$SLURM_CONF" -N "$node" || { SLURM_PROBLEM="slurmd $node does not start"; return 1; }
  done
  for _ in $(seq 60); do
    [[ $(sinfo --noheader --Node --states=idle 2>/dev/null | wc -l) == 3 ]] && return 0
    sleep 0.5
  done
  SLURM_PROBLEM="three idle nodes were not seen within 30 s: $(sinfo --noheader 2>&1 | tr '\n' ' ')"
  return 1
}

# Ends the daemons, and waits until they are gone.
slurm_stop() {
  local directory=$1 file pid
  for file in "$directory"/slurmd-*.pid "$directory/slurmctld.pid" "$directory/munge/pid"; do
    [[ -s $file ]] || continue
    pid=$(<"$file")
    kill "$pid" 2>/dev/null || continue
    for _ in $(seq 100); do
      [[ $(ps -o stat= -p "$pid" 2>/dev/null) == [!Z]* ]] || break
      sleep 0.1
    done
  done
}
