import type { ApiDescription } from '../../api-description/api-description.ts'
import type { Located } from '../../api-description/documents/loaded-document.ts'
import { type Direction, jsonSchemaOf } from '../../api-description/json-schema/json-schema-of.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { SchemaProblem } from '../schema/schema-problem.ts'
import type { ValidateValue } from '../schema/schema-message.ts'
import { createValidator } from '../schema/validator.ts'

/** A schema of a description, ready to judge values. */
export interface ReadSchema {
  /** Stands alone; its references are `#/$defs/0` and the like. */
  readonly schema: JsonObject
  readonly validate: ValidateValue
}

/** The schemas of one description, each made and compiled once for each direction. */
export class SchemaReader {
  readonly #description: ApiDescription
  readonly #known = {
    request: new Map<JsonValue, Result<ReadSchema, string>>(),
    response: new Map<JsonValue, Result<ReadSchema, string>>(),
  }

  constructor(description: ApiDescription) {
    this.#description = description
  }

  /** The schema at a place, or the reason why nothing can be judged by it. */
  read(place: Located, direction: Direction): Result<ReadSchema, string> {
    const known = this.#known[direction].get(place.value)
    if (known !== undefined) return known
    const made = this.#make(place, direction)
    this.#known[direction].set(place.value, made)
    return made
  }

  #make(place: Located, direction: Direction): Result<ReadSchema, string> {
    const { schema, unresolved } = jsonSchemaOf(this.#description, place, direction)
    const [missing] = unresolved
    if (missing !== undefined)
      return { ok: false, problems: `the reference ${missing.reference} leads nowhere: ${missing.reason}` }
    try {
      return { ok: true, value: { schema, validate: createValidator(schema, '2020-12', true) } }
    } catch (error) {
      if (!(error instanceof SchemaProblem) && !(error instanceof RangeError)) throw error
      return { ok: false, problems: `its schema cannot be used: ${reasonOf(error)}` }
    }
  }
}
