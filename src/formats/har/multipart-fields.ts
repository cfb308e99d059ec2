import type { RecordedField } from './har-document.ts'

/** The parts of a multipart form that was recorded as text (RFC 7578); undefined when it is none. */
export function multipartFields(type: string, text: string): readonly RecordedField[] | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1] ?? /^--([^\r\n]+)/.exec(text)?.[1]
  if (boundary === undefined) return undefined
  const pieces = `\n${text}`.split(`\n--${boundary}`).slice(1)
  const fields = pieces.filter(piece => !piece.startsWith('--')).map(fieldOf)
  return fields.every(field => field !== undefined) ? fields : undefined
}

function fieldOf(piece: string): RecordedField | undefined {
  const [, head, value] = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?$/.exec(piece) ?? []
  if (head === undefined || value === undefined) return undefined
  const name = parameter(head, 'name')
  const filename = parameter(head, 'filename')
  const type = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1]
  if (name === undefined) return undefined
  return {
    name,
    value,
    ...(filename === undefined ? {} : { filename }),
    ...(type === undefined ? {} : { type }),
  }
}

function parameter(head: string, name: string): string | undefined {
  const found = new RegExp(`^content-disposition:.*[;\\s]${name}="((?:[^"\\\\]|\\\\.)*)"`, 'im').exec(
    head,
  )?.[1]
  return found?.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"')
}
