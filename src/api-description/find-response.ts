import type { Content, Operation, ResponseDescription } from './api-description.ts'

/** Finds the response that an operation documents for a status: the exact one before its range, that before `default`. */
export function responseFor(operation: Operation, status: number): ResponseDescription | undefined {
  const wanted = [String(status), `${Math.trunc(status / 100)}XX`, 'default']
  return wanted
    .map(name => operation.responses.find(response => response.status === name))
    .find(response => response !== undefined)
}

/**
 * The documented content that a media type belongs to: the same type before `type/*`, that before any. Parameters such as
 * `charset` count only between contents that differ in nothing else.
 */
export function contentFor(contents: readonly Content[], mediaType: string): Content | undefined {
  const wanted = bareType(mediaType)
  const whole = contents.find(({ type }) => normalised(type) === normalised(mediaType))
  const range = `${wanted.split('/')[0] ?? ''}/*`
  return (
    whole ??
    [wanted, range, '*/*']
      .map(type => contents.find(content => bareType(content.type) === type))
      .find(content => content !== undefined)
  )
}

/** `type/subtype` in lower case, without parameters. */
export function bareType(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase()
}

/** True where a media type is JSON: `application/json`, `text/json`, or one that ends with `+json`. */
export function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[\w.!#$&^-]+\+)?json$/.test(bareType(mediaType))
}

function normalised(mediaType: string): string {
  return mediaType.toLowerCase().replace(/\s|"/g, '')
}
