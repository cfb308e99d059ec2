import type { Content, Operation } from '../../api-description/api-description.ts'
import { type ItemShapes, namedIn, type Place, toldOf } from '../../api-description/collections.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import type { ExampleFactory } from '../../api-requests/making/example-factory.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { escapePointerPart } from '../../util/json-pointer.ts'
import { mapping, property, texts } from '../../util/read-values.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import type { SchemaMessage } from '../../validations/schema/schema-message.ts'
import type { Page, Told } from './listing.ts'

/** The body of a response, or why it cannot be written as the description wants it. */
export type ToldBody =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly findings: readonly ToldFinding[] }

/** Something that is wrong with an answer. */
export interface ToldFinding extends SchemaMessage {
  /** Where it is in the item or the list that is told, as a JSON Pointer; absent where it is beside that. */
  readonly within?: string
}

/** The contents of an answer, those before others that tell items and lists as they are. */
export function contentsThatTell(contents: readonly Content[]): readonly Content[] {
  return contents.toSorted((one, other) => Number(isJsonType(other.type)) - Number(isJsonType(one.type)))
}

/** Writes items and lists as the answers of a description do: alone, or in `data`, `items` and the like, with their counts. */
export class ToldBodies {
  readonly #shapes: ItemShapes
  readonly #examples: ExampleFactory
  readonly #schemas: SchemaReader

  constructor(shapes: ItemShapes, examples: ExampleFactory, schemas: SchemaReader) {
    this.#shapes = shapes
    this.#examples = examples
    this.#schemas = schemas
  }

  /** The body of an answer, held against its schema. */
  body(operation: Operation, content: Content, told: Told): ToldBody {
    const place = told.kind === 'list' ? this.#shapes.listIn(content) : this.#shapes.itemIn(content, told.key)
    const value = this.#written(operation, content, told, place)
    const schema = content.schema === undefined ? undefined : this.#schemas.read(content.schema, 'response')
    if (schema?.ok !== true) return { ok: true, value }
    const around = (place?.path ?? []).map(name => `/${escapePointerPart(name)}`).join('')
    const findings = schema.value.validate(value).map((finding): ToldFinding => {
      const { pointer } = finding
      const isWithin = pointer === around || pointer.startsWith(`${around}/`)
      return isWithin ? { ...finding, within: pointer.slice(around.length).replace(/^\/$/, '') } : finding
    })
    return findings.length === 0 ? { ok: true, value } : { ok: false, findings }
  }

  #written(operation: Operation, content: Content, told: Told, place: Place | undefined): JsonValue {
    const { value: example, schema } = this.#examples.body(operation, content)
    if (told.kind === 'list') {
      if (place === undefined) return told.items
      const shape = this.#shapes.itemOf(place)
      const items = shape === undefined ? told.items : told.items.map(item => toldOf(item, shape))
      const counts = countsOf(told.page, items.length)
      return placed(example, schema.schema, place.path, items, counts)
    }
    const members = mapping(place?.schema['properties'])
    const isWritten = Object.keys(members).length === 0 || Object.hasOwn(members, told.key)
    if (place === undefined || !isWritten)
      return isObject(example) ? { ...example, ...namedIn(told.value, members) } : example
    return placed(example, schema.schema, place.path, toldOf(told.value, place), () => undefined)
  }
}

/** The count that a member of a response holds; undefined for one that counts nothing. */
type Counts = (name: string) => JsonValue | undefined

/** The counts that responses with lists tell of them. */
function countsOf({ total, offset, limit, number }: Page, told: number): Counts {
  const size = limit ?? total
  const current = number ?? (size === 0 ? 1 : Math.floor(offset / size) + 1)
  const isMore = offset + told < total
  const known: readonly (readonly [names: RegExp, value: JsonValue | undefined])[] = [
    [/^total(?:_?(?:count|items|results|elements|records|size))?$/i, total],
    [/^(?:count|number_?of_?elements)$/i, told],
    [/^(?:limit|per_?page|page_?size)$/i, limit],
    [/^(?:offset|skip)$/i, offset],
    [/^(?:page|page_?number|current_?page)$/i, current],
    [/^(?:total_?pages|page_?count)$/i, size === 0 ? 1 : Math.max(Math.ceil(total / size), 1)],
    [/^has_?(?:more|next(?:_?page)?)$/i, isMore],
    [/^has_?prev(?:ious)?(?:_?page)?$/i, offset > 0],
  ]
  return name => known.find(([names]) => names.test(name))?.[1]
}

/** An answer with a value at a path; beside it what is required, and what counts. */
function placed(
  example: JsonValue,
  schema: JsonObject,
  path: readonly string[],
  value: JsonValue,
  counts: Counts,
): JsonValue {
  const definitions = mapping(schema['$defs'])
  const write = (shown: JsonValue | undefined, own: JsonValue, way: readonly string[]): JsonValue => {
    const [next, ...further] = way
    const { properties, required } = combineSchema(own, definitions, new Set(), 0)?.schema ?? {}
    const members = Object.entries(mapping(properties)).flatMap(([name, inner]): [string, JsonValue][] => {
      const instead = property(mapping(shown), name)
      if (name === next) return [[name, further.length === 0 ? value : write(instead, inner, further)]]
      const part = combineSchema(inner, definitions, new Set(), 0)?.schema ?? {}
      const counted = isCount(part) ? counts(name) : undefined
      if (counted !== undefined) return [[name, counted]]
      if (
        next !== undefined &&
        Object.entries(mapping(part['properties'])).some(([one]) => counts(one) !== undefined)
      )
        return [[name, write(instead, inner, [])]]
      if (!texts(required).includes(name) || instead === undefined) return []
      return [[name, isLink(name, part) ? null : instead]]
    })
    return Object.fromEntries(members)
  }
  return path.length === 0 ? value : write(example, schema, path)
}

function isCount({ type }: JsonObject): boolean {
  return [type].flat().some(one => one === 'integer' || one === 'number' || one === 'boolean')
}

/** True where a member leads to another page, and need not. */
function isLink(name: string, { type }: JsonObject): boolean {
  return /^(?:next|prev)/i.test(name) && [type].flat().includes('null')
}
