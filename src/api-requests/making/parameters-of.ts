import { writeJson } from '../../util/exact-number.ts'
import { isCollection } from '../../util/is-json.ts'
import type { Operation, Parameter } from '../../api-description/api-description.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ExampleFactory } from './example-factory.ts'
import { literalText, literalValue } from '../../compile/literal-text.ts'
import { headerText, type Pair, pairsOf, pathPart } from './serialise-parameter.ts'
import { variableName } from './variable-names.ts'
import { encodePercent } from '../../util/encode-percent.ts'

/** The parts of a request that are made from the parameters of its operation. */
export interface RequestParameters {
  /** The path with `{{name}}` for each parameter. */
  readonly path: string
  /** Values of the parameters in the path. */
  readonly variables: JsonObject
  /** The query behind the URL, encoded, without its question mark. */
  readonly queryText: string
  /** Parameters of the query that are switched off. */
  readonly query: JsonObject
  readonly headers: JsonObject
  /** Values that could not be made, or not as they should be. */
  readonly troubles: readonly Trouble[]
}

/** Something to report of a request: a loss, unless it is only a note. */
export interface Trouble {
  readonly what: string
  readonly why: string
  readonly isNote?: boolean
}

/** A parameter with its example. */
interface Valued {
  readonly parameter: Parameter
  readonly value: JsonValue
}

/** Headers that belong to the connection: a value made up for them would break the request. */
const ofTheConnection = new Set(['connection', 'content-length', 'host', 'transfer-encoding'])

/**
 * Fills in the parameters of an operation: required ones with an example, optional ones switched off. `taken` are names of
 * variables that mean something else.
 */
export function parametersOf(
  operation: Operation,
  factory: ExampleFactory,
  taken: ReadonlySet<string>,
): RequestParameters {
  const troubles: Trouble[] = []
  const valued = operation.parameters.map((parameter): Valued => {
    const { value, complaint, schema } = factory.parameter(operation, parameter)
    const what = `${parameter.in} parameter ${parameter.name}`
    if (complaint !== undefined)
      troubles.push({ what, why: `no value was found that its schema allows: ${complaint}` })
    for (const { reference, reason } of schema.unresolved)
      troubles.push({ what: `reference ${reference} of ${what}`, why: reason })
    return { parameter, value }
  })
  const isIn = (place: Parameter['in']) => valued.filter(({ parameter }) => parameter.in === place)
  const { path, variables } = fillPath(operation, isIn('path'), taken, troubles)
  return {
    path,
    variables,
    queryText: isIn('query')
      .flatMap(({ parameter, value }) =>
        parameter.required ? pairsOf(parameter, value, queryValue).map(queryPair) : [],
      )
      .join('&'),
    query: switchedOff(
      isIn('query').flatMap(({ parameter, value }) => (parameter.required ? [] : pairsOf(parameter, value))),
    ),
    headers: { ...headersOf(isIn('header'), troubles), ...cookiesOf(isIn('cookie')) },
    troubles,
  }
}

/** Replaces `{name}` anywhere in a path; a name that no parameter describes gets a value all the same. */
function fillPath(
  { path }: Operation,
  valued: readonly Valued[],
  taken: ReadonlySet<string>,
  troubles: Trouble[],
): Pick<RequestParameters, 'path' | 'variables'> {
  const variables: Record<string, JsonValue> = {}
  const names = new Map<string, string>()
  const filled = path.replace(/\{([^{}]+)\}/g, (_, written: string) => {
    const wanted = written.replace(/^[+#./;?&]/, '').replace(/\*$/, '')
    const found = valued.find(({ parameter }) => parameter.name === wanted || parameter.name === written)
    const name =
      names.get(wanted) ?? freeName(variableName(wanted), new Set([...taken, ...Object.keys(variables)]))
    names.set(wanted, name)
    if (found === undefined) {
      variables[name] = '1'
      troubles.push({
        what: `path parameter ${wanted}`,
        why: 'the document does not describe it; its value is made up',
        isNote: true,
      })
      return `{{${name}}}`
    }
    const part = pathPart(found.parameter, found.value, pathItem)
    variables[name] = 'text' in part ? filledPath(part.text) : pathValue(part.value)
    return `${part.prefix}{{${name}}}`
  })
  for (const { parameter } of valued)
    if (!names.has(parameter.name))
      troubles.push({ what: `path parameter ${parameter.name}`, why: `${path} has no place for it` })
  return { path: filled.replaceAll(' ', '%20'), variables }
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = taken.has(wanted) ? `path${wanted.slice(0, 1).toUpperCase()}${wanted.slice(1)}` : wanted
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`
  return name
}

/** A value that stays within its segment of the path, and is never empty. */
function pathValue(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return isCollection(value) ? writeJson(value) : value
  return filledPath(value.replace(/[\s/?#%]/g, encodeURIComponent))
}

/** An item of a list in a path: without what separates items in any style. */
function pathItem(text: string): string {
  return text.replace(/[\s/?#%,;=]/g, encodeURIComponent)
}

function filledPath(encoded: string): JsonValue {
  return encoded === '' ? '1' : literalText(encoded)
}

/** A value in a query; a comma separates the items of a list, and may stand elsewhere. */
function queryValue(text: string, isInList: boolean): string {
  return encodePart(text, isInList ? /%(?:2F|3A|40|24)/g : /%(?:2C|2F|3A|40|24)/g)
}

/** A pair whose value is encoded, but for what separates items. */
function queryPair([name, value]: Pair): string {
  const separated = String(value).replace(/[ |\t]/g, encodeURIComponent)
  return `${encodePart(name, /%(?:5B|5D|2F|3A|24)/g)}=${separated}`
}

/** Percent-encodes, but keeps what a query may hold and people like to read. */
function encodePart(text: string, readable: RegExp): string {
  return encodePercent(text).replace(readable, code => decodeURIComponent(code))
}

/** Parameters that are kept and not sent; of a name that comes several times each is. */
function switchedOff(pairs: readonly Pair[]): JsonObject {
  const values = new Map<string, JsonValue[]>()
  for (const [name, value] of pairs)
    values.set(name, [...(values.get(name) ?? []), { disabled: literalValue(value) }])
  return Object.fromEntries(
    [...values].map(([name, list]) => [literalText(name), list.length === 1 ? (list[0] ?? null) : list]),
  )
}

function headersOf(valued: readonly Valued[], troubles: Trouble[]): JsonObject {
  return Object.fromEntries(
    valued.flatMap(({ parameter, value }): [string, JsonValue][] => {
      const written = literalText(headerText(parameter, value).replace(/[\r\n]+/g, ' '))
      if (!parameter.required) return [[parameter.name, { disabled: written }]]
      if (!ofTheConnection.has(parameter.name.toLowerCase())) return [[parameter.name, written]]
      troubles.push({
        what: `header ${parameter.name}`,
        why: 'it is sent with its true value anyway',
        isNote: true,
      })
      return []
    }),
  )
}

/** Cookies are one header: the required ones in one line, each of the others switched off. */
function cookiesOf(valued: readonly Valued[]): JsonObject {
  const lines = (required: boolean): readonly string[] =>
    valued
      .filter(({ parameter }) => parameter.required === required)
      .flatMap(({ parameter, value }) => pairsOf(parameter, value))
      .map(([name, value]) => `${name}=${encodePart(String(value), /%(?:2F|3A|40|24)/g)}`)
  const required = lines(true)
  const sent = required.length === 0 ? [] : [required.join('; ')]
  const all: JsonValue[] = [...sent, ...lines(false).map(line => ({ disabled: line }))]
  const [first] = all
  if (first === undefined) return {}
  return { Cookie: all.length === 1 ? first : all }
}
