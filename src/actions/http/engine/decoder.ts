import type { Duplex, Transform } from 'node:stream'
import { createZstdDecoder } from './zstd-decoder.ts'

/** Undoes a body's content codings piece by piece. */
export interface Decoder {
  /** False when it must not be given more before `drained` is called. */
  write(chunk: Buffer): boolean
  end(): void
  destroy(): void
}

/** The events of a decoder, in the order they happen. */
export interface DecoderEvents {
  readonly data: (chunk: Buffer) => void
  readonly drained: () => void
  readonly ended: () => void
  readonly failed: (error: Error) => void
}

/** The codings of a content-encoding header that have to be undone, in the order they were applied. */
export function contentCodings(header: string): readonly string[] {
  return header
    .split(',')
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity')
}

/** More codings on top of each other than this are no honest answer. */
const mostCodings = 5

/**
 * A decoder for these codings. `first` is the body's first piece. Undefined when a coding is unknown (or there are too
 * many of them): the body stays as it is.
 */
export function openDecoder(
  codings: readonly string[],
  first: Buffer,
  events: DecoderEvents,
): Decoder | undefined {
  if (codings.length > mostCodings) return undefined
  const streams = codings
    .toReversed()
    .map((coding, index) => openStream(coding, index === 0 ? first : undefined))
  if (!streams.every(stream => stream !== undefined)) return undefined
  const [input] = streams
  const output = streams.reduce((previous, stream) => previous.pipe(stream))
  if (input === undefined) return undefined
  for (const stream of streams) stream.on('error', events.failed)
  input.on('drain', events.drained)
  output.on('data', events.data).on('end', events.ended)
  return {
    write: chunk => input.write(chunk),
    end: () => input.end(),
    destroy: () => {
      for (const stream of streams) stream.destroy()
    },
  }
}

/** The codings that the engine asks for unless the step says otherwise: those that it can undo. */
export const acceptedCodings = 'gzip, deflate, br, zstd'

function openStream(coding: string, first: Buffer | undefined): Duplex | undefined {
  // Not imported above: it takes time to load, and most test APIs send their bodies as they are.
  const zlib = process.getBuiltinModule('node:zlib')
  if (coding === 'gzip' || coding === 'x-gzip') return zlib.createGunzip()
  if (coding === 'br') return zlib.createBrotliDecompress()
  if (coding === 'zstd') return hasZstd(zlib) ? zlib.createZstdDecompress(nodeLimits) : createZstdDecoder()
  if (coding !== 'deflate') return undefined
  // Some servers send raw deflate data although RFC 9110 section 8.4.1.2 asks for the zlib format around it.
  return first !== undefined && !hasZlibHeader(first) ? zlib.createInflateRaw() : zlib.createInflate()
}

/** ZSTD_d_windowLogMax: the window that `createZstdDecoder` allows, too. */
const nodeLimits = { params: { 100: 23 } }

/** Node has it from 22.15 on. */
function hasZstd(zlib: object): zlib is { createZstdDecompress(options: object): Transform } {
  return 'createZstdDecompress' in zlib
}

/** RFC 1950 section 2.2: method 8, and the first two bytes are a multiple of 31. */
function hasZlibHeader(data: Buffer): boolean {
  const [first = 0, second = 0] = data
  return (first & 0x0f) === 8 && (data.length < 2 || ((first << 8) | second) % 31 === 0)
}
