import { literalText } from '../../compile/literal-text.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** How texts of a command become texts of a suite. */
export interface Filling {
  /** Variables that the script sets itself; others are those of the environment. */
  readonly known: ReadonlySet<string>
  /** Whether `{{name}}` in a command is a placeholder already, as in examples of documentation. */
  readonly isTemplate: boolean
}

/** A value in which the marks of shell variables have become placeholders, and other braces are literal. */
export function fillMarks(value: JsonValue, filling: Filling): JsonValue {
  if (typeof value === 'string') return fillText(value, filling)
  if (isList(value)) return value.map(item => fillMarks(item, filling))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [fillText(key, filling), fillMarks(inside, filling)]),
  )
}

function fillText(text: string, { known, isTemplate }: Filling): string {
  return (isTemplate ? text : literalText(text)).replace(/\ue000([^\ue001]*)\ue001/g, (_, name: string) =>
    known.has(name) ? `{{${name}}}` : `{{env.${name}}}`,
  )
}
