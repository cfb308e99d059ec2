import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isNumber, type Numeric } from '../../../util/exact-number.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { property } from '../../../util/read-values.ts'
import { leftOut } from '../../../api-description/json-schema/json-schemas.ts'
import { type Atom, type Atoms, followed } from './claim.ts'
import { kinds, numberKinds, type OtherNames } from './literal.ts'

/** How schemas are read. */
export interface Reading {
  readonly atoms: Atoms
  /** True where values are written as text, so that numbers are right where any text is. */
  readonly isText: boolean
  /** True where properties that a schema does not let in are no harm: who reads a response looks past them. */
  readonly looksPast: boolean
}

/** Where the limits of a kind are written. */
export const counts = [
  ['length', 'minLength', 'maxLength', kinds.string],
  ['items', 'minItems', 'maxItems', kinds.array],
  ['names', 'minProperties', 'maxProperties', kinds.object],
] as const

/** Where the limits of numbers are written. */
export const bounds = [
  ['least', 'minimum', false],
  ['least', 'exclusiveMinimum', true],
  ['most', 'maximum', false],
  ['most', 'exclusiveMaximum', true],
] as const

/** The part of a schema that both readings need. */
export class WrittenSchema {
  protected readonly atom: Atom
  protected readonly schema: JsonObject
  protected readonly reading: Reading

  constructor(atom: Atom, schema: JsonObject, reading: Reading) {
    this.atom = atom
    this.schema = schema
    this.reading = reading
  }

  protected get(keyword: string): JsonValue | undefined {
    return property(this.schema, keyword)
  }

  protected number(keyword: string): Numeric | undefined {
    const value = this.get(keyword)
    return isNumber(value) ? value : undefined
  }

  protected count(keyword: string): number | undefined {
    const value = this.number(keyword)
    return value === undefined ? undefined : Number(value)
  }

  protected text(keyword: string): string | undefined {
    const value = this.get(keyword)
    return typeof value === 'string' ? value : undefined
  }

  protected atomOf(schema: JsonValue): Atom {
    return this.reading.atoms.of(schema, this.atom.definitions)
  }

  protected referred(reference: string): Atom {
    return this.atomOf(followed(reference, this.atom.definitions))
  }

  protected list(keyword: string): readonly Atom[] {
    const value = this.get(keyword)
    return value !== undefined && isList(value) ? value.map(schema => this.atomOf(schema)) : []
  }

  protected members(keyword: string): readonly (readonly [string, JsonValue])[] {
    const value = this.get(keyword)
    return isObject(value) ? Object.entries(value) : []
  }

  protected single(keyword: string): Atom | undefined {
    const value = this.get(keyword)
    return value === undefined ? undefined : this.atomOf(value)
  }

  protected get kinds(): number | undefined {
    const type = this.get('type')
    if (type === undefined) return undefined
    return [type].flat().reduce<number>((mask, name) => mask | kindOfType(name), 0)
  }

  /** The lists of values of which one is right. */
  protected get lists(): readonly (readonly JsonValue[])[] {
    const [constant, choices] = [this.get('const'), this.get('enum')]
    return [
      ...(constant === undefined ? [] : [[constant]]),
      ...(choices !== undefined && isList(choices) ? [choices] : []),
    ]
  }

  /** Names that properties have, and the patterns of others. */
  protected get described(): OtherNames {
    return {
      names: new Set(this.members('properties').map(([name]) => name)),
      patterns: this.members('patternProperties').map(([pattern]) => pattern),
    }
  }

  /** A schema that is right for one list or object alone. */
  protected constant(value: JsonValue): Atom {
    const only = (one: JsonValue): JsonObject => ({ const: one })
    const written: JsonObject = isObject(value)
      ? {
          type: 'object',
          required: Object.keys(value),
          properties: Object.fromEntries(Object.entries(value).map(([name, one]) => [name, only(one)])),
          additionalProperties: false,
        }
      : isList(value)
        ? {
            type: 'array',
            minItems: value.length,
            maxItems: value.length,
            ...(value.length === 0 ? {} : { prefixItems: value.map(only) }),
          }
        : only(value)
    return this.reading.atoms.of(written, this.atom.definitions)
  }
}

function kindOfType(name: JsonValue): number {
  if (name === 'number') return numberKinds
  return typeof name === 'string' && Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : 0
}

/** True where a value holds no others. */
export function isScalar(value: JsonValue): boolean {
  return !isObject(value) && !isList(value)
}

/** True where a property does not travel in this direction. */
export function isLeftOut(schema: JsonValue): boolean {
  return isObject(schema) && property(schema, leftOut) === true
}

const leftOutAnywhere = new WeakMap<Atom, boolean>()

/** True where a schema, or one that it leads to, has a property that does not travel in this direction. */
export function saysLeftOut(atom: Atom): boolean {
  const known = leftOutAnywhere.get(atom) ?? leadsToLeftOut(atom)
  leftOutAnywhere.set(atom, known)
  return known
}

function leadsToLeftOut({ schema, definitions }: Atom): boolean {
  const seen = new Set<unknown>([schema])
  for (const at of seen) {
    if (typeof at !== 'object' || at === null) continue
    if (leftOut in at) return true
    for (const inner of Object.values(at)) seen.add(inner)
    if ('$ref' in at && typeof at.$ref === 'string') seen.add(followed(at.$ref, definitions))
  }
  return false
}
