import type { ChildProcess } from 'node:child_process'

/** Milliseconds between asking to end and ending by force. */
const patience = 1000

/** Ends a program started in a group of its own, with everything it started: first by asking, then by force. */
export function killGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM')
  const timer = setTimeout(() => {
    signalGroup(child, 'SIGKILL')
  }, patience)
  child.once('exit', () => {
    if (!signalGroup(child, 0)) clearTimeout(timer)
  })
}

/** Sends a signal to the group; false when none of it is left. Signal 0 only asks. */
function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (child.pid === undefined) return false
  if (process.platform === 'win32') return child.kill(signal)
  try {
    return process.kill(-child.pid, signal)
  } catch {
    return false
  }
}
