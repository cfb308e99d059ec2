import type { JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'

/** Result of a target in an exchange. */
export type Selected =
  | {
      readonly found: true
      readonly value: JsonValue
      /** The value can only ever be text (a header, a body as text), so whatever is expected compares as text. */
      readonly textual: boolean
      /** A query for any number of values, such as `$.items[*]`, selected none; the value is the empty list. */
      readonly noneSelected: boolean
      /** Details of the values that a query for any number of them selects; absent for a single value. */
      readonly several?: {
        /** The way to each, in the order of the list. */
        places(): readonly string[]
        /** They can only ever be text, as the nodes of a document. */
        readonly areTexts?: true
      }
      /** As below, where nothing is selected. */
      obstacle?(): string | undefined
      /** The class of a status, such as `4xx`. */
      readonly alias?: string
    }
  | {
      readonly found: false
      /** True where it is known to be absent; false when nobody can tell, as in a body that is empty or not JSON. */
      readonly absent: boolean
      /** Why nothing could ever be there, so that its absence proves nothing. */
      obstacle?(): string | undefined
      /** The target itself cannot be read, or not be looked for in so large a body. */
      readonly wrong?: true
      /** Description of the part that is there instead: `nothing`, `a body that is not JSON (...)`. */
      readonly instead: string
    }

/** There is no such thing. */
export const nothing: Selected = { found: false, absent: true, instead: 'nothing' }

/** A JSON value that was found. */
export function foundJson(value: JsonValue): Selected {
  return { found: true, value, textual: false, noneSelected: false }
}

/** A text that was found where only text can be, or null in its place. */
export function foundText(value: string | null): Selected {
  return { found: true, value, textual: true, noneSelected: false }
}

/** A status, which also goes by its class. */
export function foundStatus(value: JsonValue): Selected {
  const alias = statusClass(value)
  return alias === undefined
    ? foundJson(value)
    : { found: true, value, textual: false, noneSelected: false, alias }
}

/** The class of a status of HTTP, such as `4xx`. */
export function statusClass(value: JsonValue): string | undefined {
  return typeof value === 'number' ? classes[Math.floor(value / 100)] : undefined
}

const classes = [undefined, '1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Of nodes that are texts the only one, as one value; whatever else is found stays as it is. */
export function onlyNode(selected: Selected): Selected {
  if (!selected.found || selected.several?.areTexts !== true || !isList(selected.value)) return selected
  const [only, ...others] = selected.value
  if (only === undefined)
    return {
      ...nothing,
      ...(selected.obstacle === undefined ? {} : { obstacle: () => selected.obstacle?.() }),
    }
  return others.length === 0 && typeof only === 'string' ? foundText(only) : selected
}

/** Everything a query for any number of values selected. */
export function foundList(
  values: readonly JsonValue[],
  places: () => readonly string[],
  obstacle: () => string | undefined,
): Selected {
  return {
    found: true,
    value: values,
    textual: false,
    noneSelected: values.length === 0,
    several: { places },
    obstacle,
  }
}
