#!/bin/sh
# The `pulumi` of tests that need no engine: the n-th call of a command prints what the folder of that number contains, later calls what the
# last one contains. Every call is noted. A script of the shell, because Node takes ten times as long to start.
printf '%s\0' "$#" "$@" "${GITHUB_TOKEN-${GH_TOKEN-${GITLAB_TOKEN-}}}" "${GRAPHPLANE_APPROVAL+approves}" >>"$STAND_IN/calls"

call=0
[ -e "$STAND_IN/$1.count" ] && read -r call <"$STAND_IN/$1.count"
call=$((call + 1))
echo "$call" >"$STAND_IN/$1.count"
while [ "$call" -gt 1 ] && [ ! -d "$STAND_IN/$1/$call" ]; do call=$((call - 1)); done
prints=$STAND_IN/$1/$call
[ -d "$prints" ] || exit 0

previous=
for argument; do
  [ "$previous" = --event-log ] && [ -e "$prints/events" ] && cat "$prints/events" >"$argument"
  previous=$argument
done
[ -n "${GRAPHPLANE_RECORDS-}" ] && sed "s/^/$GRAPHPLANE_RUN_KEY /" "$prints/records" >>"$GRAPHPLANE_RECORDS"
cat "$prints/stdout"
cat "$prints/stderr" >&2
read -r code <"$prints/code"
exit "$code"
