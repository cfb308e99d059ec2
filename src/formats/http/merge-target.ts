import { silent } from '../told.ts'
import type { HttpRequest } from './http-file.ts'
import type { Change } from './step-parts.ts'
import { addressOf } from './request-step.ts'

/** The request line, and those that its URL goes on in, of which only what differs is written anew. */
export function mergedTarget(
  lines: readonly string[],
  request: HttpRequest,
  { parts, former, spelled }: Pick<Change, 'parts' | 'former' | 'spelled'>,
): readonly string[] {
  const [first = '', ...more] = lines
  const [, margin = '', line = '', version = '', rest = ''] =
    /^(\s*)(.*?)([ \t]+HTTP\/\d(?:\.\d)?)?(\s*)$/i.exec(first) ?? []
  const [, said = '', gap = ''] = new RegExp(String.raw`^(${request.method})([ \t]+)`, 'i').exec(line) ?? []
  const url = line.slice(said.length + gap.length)
  const method = former.isSame('method') ? said + gap : `${parts.method}${gap === '' ? ' ' : gap}`
  const ownVersion = former.isSame('http-version') ? version : parts.version
  const pieces = [url, ...more.map(one => one.trim())]
  const [own = '', ...others] = former.isSame('url', 'query')
    ? pieces
    : mergedPieces(pieces, shortened(spelled(parts.url), request))
  const continued = others.map((piece, index) => {
    const [indent = ''] = /^\s*/.exec(more[index] ?? '') ?? []
    return piece === '' ? '' : indent + piece
  })
  const isSound =
    own !== '' && continued.every(one => one === '' || /^(?:[ \t]+(?!\?\?)\S|\?(?!\?)|&)/.test(one))
  const head = (text: string): string => `${margin}${method}${text}${ownVersion}${rest}`
  return isSound ? [head(own), ...continued.filter(one => one !== '')] : [head(own + others.join(''))]
}

/** A URL without what was not written of the former one: its scheme, or the host that is in a header. */
function shortened(url: string, request: HttpRequest): string {
  const [written = ''] = request.url.split('#')
  const whole = addressOf(request, { tell: silent })
  const added = whole.slice(0, whole.length - written.replaceAll(' ', '%20').length)
  return whole !== written && url.startsWith(added) ? url.slice(added.length) : url
}

/** The pieces of a URL, all of which but those in the middle that differ stay as they are. */
function mergedPieces(pieces: readonly string[], url: string): readonly string[] {
  const plain = pieces.map(piece => piece.replace(/ (?![^{}]*\}\})/g, '%20'))
  let left = url
  let start = 0
  while (start < plain.length && left.startsWith(plain[start] ?? ''))
    left = left.slice((plain[start++] ?? '').length)
  let end = plain.length
  while (end > start && left.endsWith(plain[end - 1] ?? ''))
    left = left.slice(0, left.length - (plain[--end] ?? '').length)
  if (start === end) {
    const at = Math.max(start - 1, 0)
    return pieces.map((piece, index) => (index === at ? (start === 0 ? left + piece : piece + left) : piece))
  }
  return pieces.map((piece, index) => (index < start || index >= end ? piece : index === start ? left : ''))
}
