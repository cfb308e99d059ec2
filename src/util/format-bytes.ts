const units = ['KiB', 'MiB', 'GiB'] as const

/** A number of bytes for people: `17 bytes`, `16 KiB`, `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  let amount = bytes / 1024
  let index = 0
  while (amount >= 1024 && index < units.length - 1) {
    amount /= 1024
    index++
  }
  return `${Math.round(amount * 10) / 10} ${units[index] ?? ''}`
}
