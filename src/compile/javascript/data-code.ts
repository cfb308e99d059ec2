import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { CodeScope, RowsInScope } from './code-scope.ts'
import { printText } from './print-text.ts'
import { defined } from '../../util/defined.ts'

/** Data rows as an expression, and what is known of them. `read` gives the text of a file. */
export function dataCode(
  data: JsonValue,
  scope: CodeScope,
  read: (file: string) => string,
): { readonly code: string; readonly columns?: ReadonlySet<string> } {
  if (isList(data)) {
    const rows = data.filter(isObject)
    return { code: scope.value(rows, 2), columns: columnsOf(rows) }
  }
  const file = typeof data === 'string' ? data : ''
  const text = read(printText(file))
  if (/\.csv$/i.test(file)) return { code: `${scope.helper('parseCsv')}(${text})` }
  return { code: `[JSON.parse(${text})].flatMap(data => data.rows ?? data)` }
}

function columnsOf(rows: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(rows.flatMap(row => Object.keys(row)))
}

/** Rows with their name in the code. */
export function rowsInScope(identifier: string, columns: ReadonlySet<string> | undefined): RowsInScope {
  return defined({ identifier, columns })
}

/** Whether a row may say which status is right for it. */
export function mayExpectStatus({ columns }: RowsInScope): boolean {
  return columns === undefined || columns.has('expected_status')
}
