/**
 * Random hexadecimal digits, to tell one thing from others. They are no secret: for one there is node:crypto, which takes 3 ms
 * and 3 MB to load.
 */
export function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) digits += thirtyTwoBits().toString(16).padStart(8, '0')
  return digits.slice(0, count)
}

/** A random UUID (RFC 9562, version 4); no secret, either. */
export function randomUuid(): string {
  const [, ...parts] = /^(.{8})(.{4})(.{3})(.{3})(.{12})$/.exec(randomDigits(30)) ?? []
  const [low, middle, high, sequence, node] = parts
  const variant = (8 + (thirtyTwoBits() % 4)).toString(16)
  return `${low}-${middle}-4${high}-${variant}${sequence}-${node}`
}

function thirtyTwoBits(): number {
  return Math.floor(Math.random() * 4_294_967_296)
}
