#!/bin/bash
# Both live and die together: the container is the machine.
set -a; . /etc/gostiny/etcd.env; set +a
etcd & patroni /etc/gostiny/patroni.yml &
trap 'kill %2; wait %2; kill %1' TERM INT
wait -n
exit 1
