#!/bin/bash
# Fills in the files of this folder: ./configure.sh [cluster.env] writes filled/<machine>/… for each database machine,
# and filled/… for those of the application. docs/cluster.md says where each file goes.
set -euo pipefail
cd "$(dirname "$0")"
set -a; . "./${1:-cluster.env}"; set +a
for name in POSTGRES_PASSWORD REPLICATION_PASSWORD APP_PASSWORD PATRONI_PASSWORD; do
  [ -n "${!name:-}" ] || { echo "$name is empty in ${1:-cluster.env}" >&2; exit 1; }
done
mkdir -p filled && chmod 700 filled
for number in 1 2 3; do
  export NODE=db$number
  for name in DB ETCD_CLIENT_ ETCD_PEER_ POSTGRES_ PATRONI_PORT_; do
    value=$name$number; own=${name%_}; [ "$own" = DB ] && own=ADDRESS
    export "$own=${!value}"
  done
  mkdir -p "filled/$NODE"
  for file in etcd.env patroni.yml; do envsubst < "$file" > "filled/$NODE/$file"; done
done
for file in haproxy.cfg pgbouncer.ini gostiny.env; do envsubst < "$file" > "filled/$file"; done
echo "\"gostiny\" \"$APP_PASSWORD\"" > filled/userlist.txt
