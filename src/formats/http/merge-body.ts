import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { jsonText } from '../../compile/json-text.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { jsonIn } from '../../util/json-in.ts'
import type { Change } from './merge-request.ts'
import { placeholders } from './client-text.ts'

/** The lines of a body; what says the same as before is laid out as it was. */
export function mergedBody(
  former: readonly string[],
  written: readonly string[],
  { json, form, multipart }: JsonObject,
  { spelled, isText }: Pick<Change, 'spelled' | 'isText'>,
): readonly string[] {
  if (form !== undefined) return mergedForm(former, written)
  if (multipart !== undefined) return withBoundary(former, written)
  const text = former.join('\n')
  const before = json === undefined ? undefined : jsonIn(text)
  if (json === undefined || before === undefined) return written
  const edited = editedJson(text, before, json, {
    translated: one => spelled(placeholders(one)),
    isText,
  })
  return edited === undefined ? written : edited.split('\n')
}

/** The fields of a form: each that is the same when it is decoded stays, and so do the lines that they are in. */
function mergedForm(former: readonly string[], written: readonly string[]): readonly string[] {
  const text = former.map(line => line.trim()).join('')
  const decoded = (field: string): string => decodePercent(field.replaceAll('+', ' '))
  const left = text.split('&')
  const fields = written.map(line => {
    const field = line.replace(/^&/, '')
    const at = left.findIndex(other => decoded(other) === decoded(field))
    return at < 0 ? field : (left.splice(at, 1)[0] ?? field)
  })
  if (former.length <= 1) return [fields.join('&')]
  const lines = former.map(
    line =>
      line
        .trim()
        .split('&')
        .filter(field => field !== '').length,
  )
  if (lines.reduce((sum, count) => sum + count, 0) !== fields.length) return written
  return former.map((line, index) => {
    const own = fields.splice(0, lines[index])
    const [, start = '', end = ''] = /^(\s*&?).*?(&?\s*)$/.exec(line) ?? []
    return start + own.join('&') + end
  })
}

/** The parts of a form between the lines that parted them before. */
function withBoundary(former: readonly string[], written: readonly string[]): readonly string[] {
  const [first = ''] = former
  const [own = ''] = written
  if (!/^--\S/.test(first)) return written
  return written.map(line =>
    line === own || line === `${own}--` ? first.trimEnd() + line.slice(own.length) : line,
  )
}

/** A text of JSON with other values in it; undefined where it has other members, too. */
function editedJson(
  text: string,
  before: JsonValue,
  after: JsonValue,
  { translated, isText }: { readonly translated: (text: string) => string } & Pick<Change, 'isText'>,
): string | undefined {
  const edits: { start: number; end: number; text: string }[] = []
  const collect = (node: unknown, old: JsonValue, anew: JsonValue): boolean => {
    if (isMap(node) && isObject(old) && isObject(anew)) {
      const members = new Map(Object.entries(anew).map(([key, member]) => [translated(key), member]))
      const keys = Object.keys(old)
      if (members.size !== keys.length || !keys.every(key => members.has(key))) return false
      return node.items.every(({ key, value }) => {
        const name = isScalar(key) ? String(key.value) : ''
        return collect(value, old[name] ?? null, members.get(name) ?? null)
      })
    }
    if (isSeq(node) && isList(old) && isList(anew) && old.length === anew.length)
      return node.items.every((item, index) => collect(item, old[index] ?? null, anew[index] ?? null))
    const { range } = node as { readonly range?: readonly [number, number, number] | null }
    if (jsonEqual(old, typeof anew === 'string' ? translated(anew) : anew)) return true
    if (range === undefined || range === null) return false
    const column = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', range[0] - 1) + 1))?.[0] ?? ''
    const written = jsonText(anew, isText, translated).replaceAll('\n', `\n${column}`)
    edits.push({ start: range[0], end: range[1], text: written })
    return true
  }
  const document = parseDocument(text, { logLevel: 'silent' })
  if (document.errors.length > 0 || !collect(document.contents, before, after)) return undefined
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((all, { start, end, text: own }) => all.slice(0, start) + own + all.slice(end), text)
}
