import { jsonIn } from '../../util/json-in.ts'

/** Names the media types that the bytes of a body may have, by how they begin; several where a content has several names. */
export function contentTypeOfBytes(bytes: Uint8Array): readonly string[] {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('hex')
  const known = signatures.find(([signature]) => signature.test(start))
  if (known !== undefined) return known[1]
  return isText(bytes) ? textTypes(Buffer.from(bytes).toString('utf8').trim()) : ['application/octet-stream']
}

/** Beginnings of common files, in hexadecimal digits. */
const signatures: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^89504e470d0a1a0a/, ['image/png']],
  [/^ffd8ff/, ['image/jpeg', 'image/jpg']],
  [/^(?:47494638(?:37|39)61)/, ['image/gif']],
  [/^52494646.{8}57454250/, ['image/webp']],
  [/^52494646.{8}57415645/, ['audio/x-wav', 'audio/wav']],
  [/^424d/, ['image/bmp']],
  [/^(?:49492a00|4d4d002a)/, ['image/tiff']],
  [/^00000100/, ['image/vnd.microsoft.icon', 'image/x-icon']],
  [/^255044462d/, ['application/pdf']],
  [/^(?:504b(?:0304|0506|0708))/, ['application/zip']],
  [/^1f8b/, ['application/gzip', 'application/x-gzip']],
  [/^425a68/, ['application/x-bzip2']],
  [/^fd377a585a00/, ['application/x-xz']],
  [/^377abcaf271c/, ['application/x-7z-compressed']],
  [/^526172211a07/, ['application/vnd.rar']],
  [/^28b52ffd/, ['application/zstd']],
  [/^4f676753/, ['audio/ogg', 'application/ogg']],
  [/^664c6143/, ['audio/x-flac']],
  [/^(?:494433|fff[b32])/, ['audio/mpeg']],
  [/^.{8}66747970/, ['video/mp4']],
  [/^1a45dfa3/, ['video/webm', 'video/x-matroska']],
  [/^774f4646/, ['application/font-woff', 'font/woff']],
  [/^774f4632/, ['application/font-woff', 'font/woff2']],
  [/^0061736d/, ['application/wasm']],
  [/^53514c69746520666f726d6174203300/, ['application/vnd.sqlite3']],
]

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

function textTypes(text: string): readonly string[] {
  if (/^<\?xml/.test(text)) return ['application/xml', 'text/xml']
  if (/^<!doctype html|^<html/i.test(text)) return ['text/html']
  if (/^<\w/.test(text)) return ['application/xml', 'text/xml']
  return jsonIn(text) !== undefined ? ['application/json', 'text/plain'] : ['text/plain']
}
