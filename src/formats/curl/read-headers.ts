import { authOfHeader } from '../../compile/auth-of-header.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Given, Piece } from './given.ts'
import { defined } from '../../util/defined.ts'

/** Headers that say how a message is framed, which is for the engine to say. */
const framing = new Set([
  'transfer-encoding',
  'content-length',
  'keep-alive',
  'upgrade',
  'expect',
  'connection',
])

/** The header lines of a call, and the content type that they name. */
export interface ReadHeaders extends Piece {
  /** Null where the header is left out, undefined where none is given. */
  readonly contentType: string | null | undefined
}

/** Reads -H, -A, -e, -b, -r and what --json sets. A bearer or basic Authorization becomes the step's `auth`. */
export function readHeaders(given: Given): ReadHeaders {
  const lines = given.all('header').flatMap(({ value }) => linesOf(value, given).map(headerLine))
  const refused = lines.flatMap(line => ('refused' in line ? [line.refused] : []))
  const named = lines.flatMap(line => ('refused' in line ? [] : [line]))
  const written = named.filter(({ name }) => !framing.has(name.toLowerCase()))
  const has = (name: string): boolean => written.some(line => line.name.toLowerCase() === name)
  const added = addedLines(given).filter(({ name }) => !has(name.toLowerCase()))
  const all = [...written, ...added.filter(({ value }) => value !== '')]
  const type = all.findLast(({ name }) => name.toLowerCase() === 'content-type')
  const authorization = all.filter(({ name }) => name.toLowerCase() === 'authorization')
  const [only] = authorization
  const auth =
    authorization.length === 1 && typeof only?.value === 'string' ? authOfHeader(only.value) : undefined
  const isForm = given.all('form', 'form-string').length > 0
  // A form has its own type, and another kind of multipart is said beside it.
  const isBeside = !isForm || (typeof type?.value === 'string' && /^multipart\//i.test(type.value))
  const sent = all.filter(line => !(line === type && isBeside) && !(line === only && auth !== undefined))
  const headers: JsonObject = {
    ...namedValues(sent.map(({ name, value }) => [name, value])),
    ...(type?.value === null ? { 'Content-Type': null } : {}),
  }
  const cookies = given.all('cookie').find(({ value }) => value !== '' && !value.includes('='))
  return {
    keys: defined({ ...(Object.keys(headers).length === 0 ? {} : { headers }), auth }),
    refused: [
      ...refused,
      ...(cookies === undefined ? [] : [`--cookie ${cookies.value}: the file is not in the command`]),
    ],
    losses: named
      .filter(line => !written.includes(line))
      .map(({ name }) => ({ what: `header ${name}`, why: 'it belongs to the connection' })),
    contentType: type === undefined ? undefined : (type.value as string | null),
  }
}

interface Line {
  readonly name: string
  /** Null for a header that is left out. */
  readonly value: JsonValue
}

/** A header line, or those of a file. */
function linesOf(written: string, given: Given): readonly string[] {
  const text = written.startsWith('@') ? given.textOf(written.slice(1)) : undefined
  return text === undefined ? [written] : text.split(/\r?\n/).filter(line => line !== '')
}

/** `Name: value`; `Name:` leaves a header out, and `Name;` sends it empty. */
function headerLine(written: string): Line | { readonly refused: string } {
  if (written.startsWith('@')) return { refused: `--header ${written}: the file is not in the command` }
  const [, name, sign, value = ''] = /^([^:;]+?)\s*([:;])\s*(.*?)\s*$/s.exec(written) ?? []
  if (name === undefined) return { refused: `--header ${written} is not Name: value` }
  if (sign === ';')
    return value === '' ? { name, value: '' } : { refused: `--header ${written} is not Name: value` }
  return { name, value: value === '' ? null : value }
}

/** Headers that options of their own add, unless a header says otherwise. */
function addedLines(given: Given): readonly { readonly name: string; readonly value: string }[] {
  const cookies = given.all('cookie').flatMap(({ value }) => (value.includes('=') ? [value] : []))
  const referer = given.last('referer')?.replace(/;auto$/, '')
  const range = given.last('range')
  return [
    ...(given.all('json').length > 0
      ? [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'Accept', value: 'application/json' },
        ]
      : []),
    { name: 'User-Agent', value: given.last('user-agent') ?? '' },
    { name: 'Referer', value: referer ?? '' },
    { name: 'Cookie', value: cookies.join(';') },
    { name: 'Range', value: range === undefined ? '' : `bytes=${range}` },
  ]
}
