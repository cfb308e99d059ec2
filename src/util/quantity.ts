const sizeUnits = ['B', 'KiB', 'MiB', 'GiB'] as const

/**
 * Milliseconds for people: `41 ms`, `10 s`, `1.24 s`, `2 m`, `2 m 03 s`. From a second on at most two decimals are
 * written, and none that are zero.
 */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_995) return `${Number((milliseconds / 1000).toFixed(2))} s`
  const seconds = Math.round(milliseconds / 1000)
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} m${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')} s`}`
}

/** Bytes for people, in powers of 1024 as all limits are: `312 B`, `16 KiB`, `1.5 MiB`. */
export function formatSize(bytes: number): string {
  let amount = bytes
  let unit = 0
  while (tenths(amount) >= 1024 && unit < sizeUnits.length - 1) {
    amount /= 1024
    unit++
  }
  return `${tenths(amount)} ${sizeUnits[unit] ?? ''}`
}

/** `1 step`, `2 steps`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function tenths(amount: number): number {
  return Math.round(amount * 10) / 10
}
