import { encodePercent } from '../../util/encode-percent.ts'

/** A text percent-encoded as curl does (RFC 3986, unreserved characters stay); variables of the shell stay marks. */
export function encodeAround(text: string): string {
  return text
    .split(/(\ue000[^\ue001]*\ue001)/)
    .map((part, index) => (index % 2 === 1 ? part : encode(part)))
    .join('')
}

function encode(text: string): string {
  return encodePercent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
