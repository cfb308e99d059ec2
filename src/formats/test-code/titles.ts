import { partsOf } from '../../compile/test-program/request-parts.ts'
import type { Value } from '../../compile/test-program/test-program.ts'
import { valueText } from '../../util/value-text.ts'

type Column = Extract<Value, { kind: 'column' }>

/** A title as a text in which columns are in braces. */
export function titleText(
  title: Value,
  plain = (written: string): string => written,
  column: (column: Column) => string = braced,
): string {
  return partsOf(title)
    .map(part => {
      if (typeof part === 'string') return plain(part)
      if (part.kind === 'literal') return plain(valueText(part.value))
      return part.kind === 'column' ? column(part) : ''
    })
    .join('')
}

/** `{name}` */
export function braced({ name }: Column): string {
  return `{${name}}`
}

/** The words of a title that holds values, without them; undefined where it holds none. */
export function plainTitle(title: Value): string | undefined {
  if (title.kind !== 'template') return undefined
  return title.parts.map(part => (typeof part === 'string' ? part : '')).join(' ')
}
