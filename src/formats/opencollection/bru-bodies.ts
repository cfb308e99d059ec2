import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import { list } from '../../util/read-values.ts'
import { defined } from '../../util/defined.ts'
import { type BruBlocks, marks } from './bru-blocks.ts'
import type { BruEntry } from './read-bru.ts'

/** The names of bodies in the line `body:` and in the names of blocks. */
const bodies: Readonly<Record<string, string>> = {
  json: 'json',
  text: 'text',
  xml: 'xml',
  sparql: 'sparql',
  formUrlEncoded: 'form-urlencoded',
  'form-urlencoded': 'form-urlencoded',
  multipartForm: 'multipart-form',
  'multipart-form': 'multipart-form',
  file: 'file',
}

/** The bodies of a request: the one that is sent, or all where there are several. */
export function bodyKeys(file: BruBlocks, kind: string, mode: JsonValue | undefined): JsonObject {
  if (kind === 'websocket') return messages(file, 'body:ws')
  if (kind === 'grpc') return messages(file, 'body:grpc')
  if (kind === 'graphql' || mode === 'graphql') {
    const [query, variables] = [file.text('body:graphql'), file.text('body:graphql:vars')]
    return query === undefined ? {} : { body: defined({ query, variables }) }
  }
  const isOld = file.has('body') && (mode === undefined || mode === 'json')
  const selected = bodies[isOld ? 'json' : typeof mode === 'string' ? mode : ''] ?? ''
  const types = ['json', 'text', 'xml', 'sparql', 'form-urlencoded', 'multipart-form', 'file']
  const found = types.flatMap(type => {
    const body = bodyOf(file, type)
    return body === undefined ? [] : [{ type, body }]
  })
  const [only] = found
  if (only === undefined) return {}
  if (found.length === 1 && only.type === selected) return { body: only.body }
  return {
    body: found.map(({ type, body }) =>
      defined({ title: type, selected: type === selected ? true : undefined, body }),
    ),
  }
}

function bodyOf(file: BruBlocks, type: string): JsonObject | undefined {
  const block = `body:${type}`
  if (['json', 'text', 'xml', 'sparql'].includes(type)) {
    const data = file.text(block) ?? (type === 'json' ? file.text('body') : undefined)
    return data === undefined ? undefined : { type, data }
  }
  if (!file.has(block)) return undefined
  if (type === 'form-urlencoded') return { type, data: file.named(block) }
  return { type, data: file.entries(block).map(entry => (type === 'file' ? fileOf(entry) : partOf(entry))) }
}

/** `@file(a|b) @contentType(text/csv)`. */
function partOf(entry: BruEntry): JsonObject {
  const [, value = entry.value, contentType] = /^(.*?)\s*@contentType\((.*?)\)\s*$/s.exec(entry.value) ?? []
  const [, files] = /^@file\((.*)\)$/s.exec(value) ?? []
  return defined({
    name: entry.name,
    type: files === undefined ? 'text' : 'file',
    value: files === undefined ? value : files.split('|').filter(one => one !== ''),
    contentType,
    ...marks(entry),
  })
}

function fileOf(entry: BruEntry): JsonObject {
  const { value, contentType } = partOf(entry)
  const [filePath = ''] = isList(value ?? null) ? list(value) : [value ?? '']
  return defined({
    filePath,
    contentType,
    selected: !entry.disabled,
    description: entry.annotations.get('description'),
  })
}

function messages(file: BruBlocks, block: string): JsonObject {
  const found = file.all(block).map(({ entries }) => {
    const values = Object.fromEntries(entries.map(entry => [entry.name, entry.value]))
    const { name = '', content = '', type = 'text', selected } = values
    const message = block === 'body:ws' ? { type, data: content } : content
    return defined({ title: name, selected: selected === 'true' ? true : undefined, message })
  })
  const [only] = found
  if (only === undefined) return {}
  return { message: found.length === 1 ? only.message : found }
}
