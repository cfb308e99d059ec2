import type { JsonObject } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { cellTypes, type DataSource, type TypedColumn } from '../model/suite.ts'
import type { YamlSource } from '../document/index.ts'
import { defined } from '../util/defined.ts'
import { isObject } from '../util/is-json.ts'
import { mapping, text } from '../util/read-values.ts'

type Places = Pick<YamlSource, 'spanOf' | 'keySpanOf' | 'lineText'>

/** Where data rows come from: a file's path as written, or the rows themselves. */
export function buildData(value: unknown, source: Places, path: DocumentPath): DataSource | undefined {
  if (typeof value === 'string') return { kind: 'file', file: value, span: source.spanOf(path) }
  if (isObject(value)) return buildDataFile(value, source, path)
  if (!Array.isArray(value)) return undefined
  const places = value.flatMap((row, index) => {
    if (!isObject(row)) return []
    const span = source.spanOf([...path, index])
    return [{ span, sourceLine: source.lineText(span.start.line) }]
  })
  return { kind: 'inline', rows: value.filter(isObject), span: source.spanOf(path), places }
}

function buildDataFile(
  { file, separator, types }: JsonObject,
  source: Places,
  path: DocumentPath,
): DataSource | undefined {
  if (typeof file !== 'string') return undefined
  const columns = Object.entries(mapping(types)).flatMap(([name, written]): [string, TypedColumn][] => {
    const type = cellTypes.find(one => one === text(written)?.replace(/\?$/, ''))
    const orNull = text(written)?.endsWith('?') === true
    return type === undefined
      ? []
      : [[name.trim(), { type, orNull, span: source.keySpanOf([...path, 'types', name]) }]]
  })
  return defined({
    kind: 'file',
    file,
    // Any other is refused.
    separator: separator === 'tab' ? '\t' : /^(?:[^\sA-Za-z0-9"]|\t|any)$/u.exec(text(separator) ?? '')?.[0],
    types: columns.length === 0 ? undefined : new Map(columns),
    span: source.spanOf([...path, 'file']),
  })
}
