import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/**
 * Keeps what it is told on its input, groups of processes by their leaders and trees by the variable that marks them, and kills what
 * is left of them when that ends: also where the program that tells is killed, and has no time to end anything itself. Processes
 * are known by their environment where the system shows it, twice, as one may just be about to begin.
 */
const script = `kept=
while read -r sign name; do
  case $sign in
    +) kept="$kept $name" ;;
    -) rest=
       for one in $kept; do [ "$one" = "$name" ] || rest="$rest $one"; done
       kept=$rest ;;
  esac
done
kill_kept() {
  for name in $kept; do
    case $name in
      *[!0-9]*)
        for file in $(grep -ls "$name=1" /proc/[0-9]*/environ); do
          place=\${file%/environ}
          kill -s KILL "\${place#/proc/}" 2>/dev/null
        done ;;
      *) kill -s KILL -- "-$name" 2>/dev/null ;;
    esac
  done
}
kill_kept
[ -z "$kept" ] || { sleep 1; kill_kept; }`

let input: Writable | undefined

/**
 * Has all processes of a group, or all that have a variable, killed when this program ends in whatever way, until the returned function
 * is called.
 */
export function watch(groupOrVariable: number | string): () => void {
  input ??= startWatcher()
  input?.write(`+ ${groupOrVariable}\n`)
  return () => input?.write(`- ${groupOrVariable}\n`)
}

/** In a session of its own: what ends this program at a terminal must not end it first. */
function startWatcher(): Writable | undefined {
  if (process.platform === 'win32') return undefined
  const watcher = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: {},
  })
  // Without it, only what is killed leaves something behind.
  watcher.on('error', () => undefined)
  watcher.stdin.on('error', () => undefined)
  watcher.unref()
  // It is a socket, which alone is no reason to go on.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
  return watcher.stdin
}
