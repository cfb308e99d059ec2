import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/**
 * Keeps the groups whose leaders it is told on its input, and kills those that are left when that ends: also where the program that
 * tells is killed, and has no time to end anything itself.
 */
const script = `groups=
while read -r sign group; do
  case $sign in
    +) groups="$groups $group" ;;
    -) rest=
       for one in $groups; do [ "$one" = "$group" ] || rest="$rest $one"; done
       groups=$rest ;;
  esac
done
for one in $groups; do kill -s KILL -- "-$one" 2>/dev/null; done`

let input: Writable | undefined

/** Has a group of processes killed when this program ends in whatever way, until the returned function is called. */
export function watchGroup(group: number): () => void {
  input ??= startWatcher()
  input?.write(`+ ${group}\n`)
  return () => input?.write(`- ${group}\n`)
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
