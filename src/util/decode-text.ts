import { isUtf8 } from 'node:buffer'

/** A text that is not written in UTF-8. Its message begins after the file's name: "is not written in UTF-8 …". */
export class EncodingError extends Error {
  /** The first line that is not UTF-8, from 1. */
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** The hint for an `EncodingError`. */
export const encodingHint = 'Save it in UTF-8.'

/** The text of a file without its byte order mark. Other encodings than UTF-8 would send other letters than written. */
export function decodeText(bytes: Buffer): string | EncodingError {
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\uFEFF/, '')
  const isWide = [0xfeff, 0xfffe].includes(bytes.length < 2 ? 0 : bytes.readUInt16BE())
  return isWide
    ? new EncodingError('is written in UTF-16, not in UTF-8', 1)
    : new EncodingError('is not written in UTF-8', firstWrongLine(bytes))
}

/** The byte of a line feed is never a part of another character in UTF-8, so lines are told apart before they are read. */
function firstWrongLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start)
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}
