/** An element of DER: a tag, and a value that for many tags consists of further elements (X.690 section 8.1). */
export interface DerElement {
  readonly tag: number
  readonly value: Buffer
}

/** The tags that are looked for (X.690 section 8). */
export const derTags = { integer: 0x02, sequence: 0x30, utcTime: 0x17, generalizedTime: 0x18 } as const

/** The elements that follow each other in these bytes. Ends where the bytes do not go on as DER does. */
export function derElements(bytes: Buffer): readonly DerElement[] {
  const elements: DerElement[] = []
  let offset = 0
  while (offset + 2 <= bytes.length) {
    const { length, start } = lengthAt(bytes, offset + 1)
    if (start + length > bytes.length) return elements
    elements.push({ tag: bytes[offset] ?? 0, value: bytes.subarray(start, start + length) })
    offset = start + length
  }
  return elements
}

/** The length of a value, and where it begins. From 128 on the length stands in bytes of its own. */
function lengthAt(bytes: Buffer, offset: number): { readonly length: number; readonly start: number } {
  const first = bytes[offset] ?? 0
  if (first < 128) return { length: first, start: offset + 1 }
  const size = first - 128
  if (size === 0 || size > 4 || offset + 1 + size > bytes.length) return { length: Infinity, start: offset }
  return { length: bytes.readUIntBE(offset + 1, size), start: offset + 1 + size }
}
