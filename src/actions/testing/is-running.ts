import { spawnSync } from 'node:child_process'
import assert from 'node:assert/strict'

/** True where there is a process of that number that has not ended; one that nobody asked after yet has. */
export function isRunning(pid: number): boolean {
  const { stdout, error } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  assert.ifError(error)
  return stdout !== '' && !stdout.startsWith('Z')
}
