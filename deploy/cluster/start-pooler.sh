#!/bin/bash
# Both live and die together: the container starts again within a second.
haproxy -f /etc/gostiny/haproxy.cfg & pgbouncer /etc/gostiny/pgbouncer.ini &
trap 'kill %1 %2' TERM INT
wait -n
exit 1
