import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { canonicalJson } from '../../../util/canonical-json.ts'
import { lookOf } from '../schema/same-schemas.ts'
import { property } from '../../../util/read-values.ts'

/** A schema of JSON Schema 2020-12, with a number of its own. */
export interface Atom {
  readonly id: number
  readonly schema: JsonObject | boolean
  /** The targets of its references. */
  readonly definitions: JsonObject
  /** The look of it without looking into those inside it. */
  readonly look: string
}

/**
 * That a value is right by a schema (`+`), that it is wrong (`-`), or that it is wrong for a reason that counts as a change of
 * what is accepted or promised (`~`).
 */
export interface Claim {
  readonly sign: '+' | '-' | '~'
  readonly atom: Atom
  /** True where it is about an alternative of the schema that it comes of, and not about something that one asks for besides. */
  readonly isAlternative?: boolean
  /** True where it is one of two that hold, and only one of them may. */
  readonly isOneOfTwo?: true
}

/** Numbers schemas. */
export class Atoms {
  readonly #known = new Map<JsonValue, Atom>()
  /** Schemas that hold no others. */
  readonly #small = new Map<string, Atom>()
  readonly #isSame: (one: Atom, other: Atom) => boolean
  #count = 0

  /** `isSame` tells of schemas that look alike whether they are the same, with all that they refer to. */
  constructor(isSame: (one: Atom, other: Atom) => boolean) {
    this.#isSame = isSame
  }

  of(schema: JsonValue, definitions: JsonObject): Atom {
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    const atom = this.#make(schema, definitions)
    this.#known.set(schema, atom)
    return atom
  }

  areSame(one: Atom, other: Atom): boolean {
    return one === other || (one.look === other.look && this.#isSame(one, other))
  }

  #make(schema: JsonValue, definitions: JsonObject): Atom {
    if (!isObject(schema)) return this.#interned(schema !== false, definitions)
    const reference = property(schema, '$ref')
    if (typeof reference === 'string' && Object.keys(schema).length === 1) {
      const target = followed(reference, definitions)
      return target === schema ? this.#interned(true, definitions) : this.of(target, definitions)
    }
    const isSmall = reference === undefined && Object.values(schema).every(isPlain)
    return isSmall ? this.#interned(schema, definitions) : this.#fresh(schema, definitions)
  }

  #interned(schema: JsonObject | boolean, definitions: JsonObject): Atom {
    const key = canonicalJson(schema)
    const known = this.#small.get(key) ?? this.#fresh(schema, definitions)
    this.#small.set(key, known)
    return known
  }

  #fresh(schema: JsonObject | boolean, definitions: JsonObject): Atom {
    return { id: this.#count++, schema, definitions, look: lookOf(schema) }
  }
}

/** True where a value holds no others but in a list. */
function isPlain(value: JsonValue): boolean {
  return isList(value) ? value.every(item => !isNested(item)) : !isNested(value)
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Follows a reference such as `#/$defs/4` to its target. */
export function followed(reference: string, definitions: JsonObject): JsonValue {
  return property(definitions, reference.slice(reference.lastIndexOf('/') + 1)) ?? true
}
