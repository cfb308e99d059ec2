import { type OptionTable, text, yes } from '../command.ts'

/**
 * What people type for curl, and what is done here without being asked: lines of curl can be pasted as they are. What
 * stands behind `--url` is a word like any other.
 */
export const idleOptions = {
  compressed: yes,
  'connect-timeout': text,
  fail: { ...yes, alias: 'f' },
  'fail-with-body': yes,
  globoff: { ...yes, alias: 'g' },
  include: { ...yes, alias: 'i' },
  'keepalive-time': text,
  'no-buffer': { ...yes, alias: 'N' },
  'no-keepalive': yes,
  'no-progress-meter': yes,
  'progress-bar': { ...yes, alias: '#' },
  'show-error': { ...yes, alias: 'S' },
  silent: yes,
  url: yes,
  'write-out': { ...text, alias: 'w' },
} as const satisfies OptionTable
