import type { ApiDescription, Direction } from '../../api-description/api-description.ts'
import type { Located } from '../../api-description/documents/loaded-document.ts'
import { JsonSchemas } from '../../api-description/json-schema/json-schemas.ts'
import { leadsNowhere } from '../../api-description/unreadable-parts.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { SchemaProblem } from '../schema/schema-problem.ts'
import type { ValidateValue } from '../schema/schema-message.ts'
import { Validators } from '../schema/validator.ts'

/** A schema of a description, ready to judge values. */
export interface ReadSchema {
  /** Its references are `#/$defs/0` and the like; in `$defs` are those of other schemas, too. */
  readonly schema: JsonObject
  readonly validate: ValidateValue
}

/** The schemas of one description, and all that they refer to, each made and compiled once for each direction. */
export class SchemaReader {
  readonly #directions: Readonly<Record<Direction, DirectedReader>>

  constructor(description: ApiDescription) {
    this.#directions = {
      request: new DirectedReader(description, 'request'),
      response: new DirectedReader(description, 'response'),
    }
  }

  /** The schema at a place, or the reason why nothing can be judged by it. */
  read(place: Located, direction: Direction): Result<ReadSchema, string> {
    return this.#directions[direction].read(place)
  }
}

class DirectedReader {
  readonly #schemas: JsonSchemas
  #validators: Validators | undefined
  readonly #known = new Map<JsonValue, Result<ReadSchema, string>>()

  constructor(description: ApiDescription, direction: Direction) {
    this.#schemas = new JsonSchemas(description, direction)
  }

  read(place: Located): Result<ReadSchema, string> {
    const known = this.#known.get(place.value)
    if (known !== undefined) return known
    const made = this.#make(place)
    this.#known.set(place.value, made)
    return made
  }

  #make(place: Located): Result<ReadSchema, string> {
    const { schema, unresolved, malformed } = this.#schemas.at(place)
    const [missing] = unresolved
    if (missing !== undefined) return { ok: false, problems: leadsNowhere(missing.reference, missing.reason) }
    const [wrong, ...others] = malformed
    if (wrong !== undefined) {
      const more = others.length === 0 ? '' : `, and ${others.length} more`
      return { ok: false, problems: `its schema is malformed: ${wrong.place}: ${wrong.reason}${more}` }
    }
    try {
      this.#validators ??= new Validators(this.#schemas.definitions, '2020-12', true)
      return { ok: true, value: { schema, validate: this.#validators.validatorOf(schema) } }
    } catch (error) {
      if (!(error instanceof SchemaProblem) && !(error instanceof RangeError)) throw error
      return { ok: false, problems: `its schema cannot be used: ${reasonOf(error)}` }
    }
  }
}
