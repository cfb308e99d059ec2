/** A text percent-encoded as curl does (RFC 3986, unreserved characters stay); variables of the shell stay marks. */
export function encodeAround(text: string): string {
  return text
    .split(/(\ue000[^\ue001]*\ue001)/)
    .map((part, index) => (index % 2 === 1 ? part : encode(part)))
    .join('')
}

function encode(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Halves of a character alone cannot be encoded. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}
