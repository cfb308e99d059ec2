import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/**
 * Keeps the groups whose leaders it is told on its input, each with the variable that marks all processes of its tree, and kills those
 * that are left when that ends: also where the program that tells is killed, and has no time to end anything itself. A process
 * that has left its group is known by its environment, where the system shows it.
 */
const script = `trees=
while read -r sign tree; do
  case $sign in
    +) trees="$trees $tree" ;;
    -) rest=
       for one in $trees; do [ "$one" = "$tree" ] || rest="$rest $one"; done
       trees=$rest ;;
  esac
done
for tree in $trees; do
  kill -s KILL -- "-\${tree%%:*}" 2>/dev/null
  for file in $(grep -ls "\${tree#*:}=1" /proc/[0-9]*/environ); do
    place=\${file%/environ}
    kill -s KILL "\${place#/proc/}" 2>/dev/null
  done
done`

let input: Writable | undefined

/**
 * Has a group of processes, and all that have this variable, killed when this program ends in whatever way, until the returned
 * function is called.
 */
export function watchTree(group: number, variable: string): () => void {
  input ??= startWatcher()
  input?.write(`+ ${group}:${variable}\n`)
  return () => input?.write(`- ${group}:${variable}\n`)
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
