import { jsonText } from '../../compile/json-text.ts'
import { editJson } from '../../document/edit-json.ts'
import type { JsonObject } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import type { Change } from './step-parts.ts'
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
  if (json === undefined) return written
  const translated = (one: string): string => spelled(placeholders(one))
  return editJson(former.join('\n'), jsonText(json, isText, translated)).split('\n')
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
