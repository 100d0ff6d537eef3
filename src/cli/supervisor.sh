# The supervisor of `hearth serve`: runs "$0" with its arguments, and again when it crashes. It is a
# shell, because one needs 0.3 MB where a second Node needs 23. What a crash means, and
# whether to go on, the server itself decides at its next start: see supervised.ts.

unset HEARTH_SUPERVISOR
HEARTH_SUPERVISED=$$
HEARTH_CRASHES=
export HEARTH_SUPERVISED HEARTH_CRASHES
child=
asked=

pass_on() {
  asked=$1
  if [ -n "$child" ]; then kill -s "$1" "$child" 2>/dev/null; fi
}
trap 'pass_on TERM' TERM
trap 'pass_on INT' INT
trap 'pass_on HUP' HUP

# Whether a server crashed six times within a minute, which it should have ended by itself.
is_hopeless() {
  [ $# -gt 5 ] || return 1
  shift $(($# - 6))
  [ $((now - ${1#*@})) -lt 60 ]
}

while :; do
  "$0" "$@" &
  child=$!
  # A signal that came before the shell knew the child was passed on to nothing.
  if [ -n "$asked" ]; then kill -s "$asked" "$child" 2>/dev/null; fi
  # A signal ends the waiting, not the child.
  while :; do
    wait "$child"
    status=$?
    kill -0 "$child" 2>/dev/null || break
  done
  child=

  case $asked:$status in
    # The codes of a server that ends in an orderly way.
    :[012]) exit "$status" ;;
    # There is no program to start.
    :12[67]) exit 1 ;;
    :*) ;;
    # HUP, INT or TERM ended it before it could handle signals, or ended the waiting.
    *:129 | *:130 | *:143) exit 0 ;;
    # An error while it stopped.
    *:70) exit 1 ;;
    *) exit "$status" ;;
  esac
  now=$(date +%s) || now=0
  HEARTH_CRASHES="$HEARTH_CRASHES $status@$now"
  if is_hopeless $HEARTH_CRASHES; then exit 1; fi
done
