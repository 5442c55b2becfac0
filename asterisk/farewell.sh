# The last service to the people on the line: waits until the appliance is gone, however it went, and then has its
# Asterisk say the last words to everybody and hang up, so that nobody's telephone stays off the hook, and ends it. Ends at once when Asterisk is
# gone already, which is how every ordinary end looks.
#
#     sh -c "$(cat farewell.sh)" farewell PID START ASTERISK ARGUMENTS...  <a pipe that only the appliance holds open
#
# START is the process's start time in clock ticks (field 22 of its stat): a process id alone may be somebody else's by
# now. The appliance itself uses it too, with an empty standard input, before it kills an Asterisk that is left over or
# no longer answers. Runs as Asterisk's own user.
pid=$1 start=$2
shift 2

while read -r _; do :; done

lives() {
  now=$(cut -d ' ' -f 3,22 "/proc/$pid/stat" 2>/dev/null)
  [ "${now#* }" = "$start" ] && [ "${now% *}" != Z ]
}
ask() { timeout -k 1 2 "$@" 2>/dev/null </dev/null; }
channels() { ask "$@" -rx 'core show channels count' | sed -n 's/^\([0-9]*\) active channel.*/\1/p'; }

# The answered calls: each its own last words, then its BYE (extensions-farewell.conf).
apologise() {
  ask "$@" -rx 'core show channels concise' | sed -n 's/^\(PJSIP\/[^!]*\)!.*!Up!.*/\1/p' | {
    while read -r channel; do
      ask "$@" -rx "channel redirect $channel farewell,s,1" >/dev/null &
    done
    wait
  }
}
apologising() { ask "$@" -rx 'core show channels concise' | grep -q '^PJSIP/[^!]*!farewell!.*!Up!'; }

lives || exit 0
left=$(channels "$@")
# No answer: whoever is frozen hangs up nobody.
if [ -n "$left" ]; then
  if [ "$left" != 0 ]; then
    apologise "$@"
    # Who only hears it ring need not wait for that.
    ask "$@" -rx 'core show channels concise' | sed -n 's/^\(PJSIP\/[^!]*\)!.*/\1 &/p' | grep -v '!Up!' |
      while read -r channel _; do
        ask "$@" -rx "channel request hangup $channel" >/dev/null
      done
    tries=0
    while [ "$tries" -lt 30 ] && apologising "$@"; do
      tries=$((tries + 1))
      sleep 0.2
    done
    ask "$@" -rx 'channel request hangup all' >/dev/null
    tries=0
    while [ "$tries" -lt 15 ] && [ "$(channels "$@")" != 0 ]; do
      tries=$((tries + 1))
      sleep 0.2
    done
    # A BYE that got lost is sent again half a second later, and a second after that.
    sleep 1.7
  fi
  ask "$@" -rx 'core stop now' >/dev/null
  tries=0
  while [ "$tries" -lt 20 ] && lives; do
    tries=$((tries + 1))
    sleep 0.1
  done
fi
lives && kill -KILL "$pid"
exit 0
