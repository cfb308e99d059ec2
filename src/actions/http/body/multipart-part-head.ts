import { withNetworkLineBreaks, type Part } from './multipart-parts.ts'

/** The header lines of a part, each with its line break. */
export function partHead(part: Pick<Part, 'name' | 'filename' | 'contentType'>): string {
  const filename = part.filename === undefined ? '' : `; filename="${escapeQuoted(part.filename)}"`
  const type = part.contentType === undefined ? '' : `Content-Type: ${part.contentType}\r\n`
  const name = escapeQuoted(withNetworkLineBreaks(part.name))
  return `Content-Disposition: form-data; name="${name}"${filename}\r\n${type}`
}

/** HTML standard, "escape a multipart/form-data name": UTF-8 stays, what would end the quoted text does not. */
function escapeQuoted(text: string): string {
  return text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}
