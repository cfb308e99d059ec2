import { type OptionTable, text, yes } from '../command.ts'

/**
 * Options that people type for curl, and whose effect comes here without being asked for: lines of curl can be pasted
 * as they are. The word behind `--url` is a word like any other.
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
