import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { dialectOf, type Dialect } from './dialect.ts'
import { flattenSchema } from './flatten-schema.ts'
import { loadReferences, type ReadDocument } from './load-references.ts'
import type { ValidateValue } from './schema-message.ts'
import { SchemaProblem } from './schema-problem.ts'
import { SchemaRegistry } from './schema-registry.ts'

/** The options that the compliance tests need and users do not. */
export interface SchemaOptions {
  /** Reads documents under addresses that are no files; without it references to them are refused. */
  readonly readRemote?: ReadDocument
  /** True where `format` only describes; by default it is checked. */
  readonly ignoreFormats?: boolean
}

type CompiledSchema =
  | {
      readonly ok: true
      readonly validate: ValidateValue
      /** True where it takes everything that there is; to be called inside of `whenLoaded`. */
      readonly takesAll: () => boolean
    }
  | { readonly ok: false; readonly message: string }

/** Makes a validator for a schema that was read from `address`, with all the files it refers to. */
export async function compileSchema(
  address: string,
  schema: JsonValue,
  options: SchemaOptions = {},
): Promise<CompiledSchema> {
  if (!isObject(schema) && typeof schema !== 'boolean')
    return { ok: false, message: 'a schema is an object, true or false' }
  const dialect = dialectOf(schema)
  if (dialect === undefined)
    return { ok: false, message: '$schema names none of draft-04, draft-06, draft-07, 2019-09, 2020-12' }
  try {
    return { ok: true, ...(await makeValidator(address, schema, dialect, options)) }
  } catch (error) {
    if (error instanceof SchemaProblem) return { ok: false, message: error.message }
    if (error instanceof RangeError) return { ok: false, message: 'the schema is nested too deeply' }
    throw error
  }
}

async function makeValidator(
  address: string,
  schema: JsonValue,
  dialect: Dialect,
  options: SchemaOptions,
): Promise<{ readonly validate: ValidateValue; readonly takesAll: () => boolean }> {
  const { checkSchema, createValidator, metaSchema, takesAll } = await import('./ajv-chunk.ts')
  checkSchema(schema, dialect)
  const registry = new SchemaRegistry(dialect)
  await loadReferences(
    registry,
    address,
    schema,
    async wanted => metaSchema(wanted, dialect) ?? options.readRemote?.(wanted),
  )
  const flat = flattenSchema({ schema, resource: registry.at(address) }, registry, dialect)
  const validatorOf = (one: JsonObject): ValidateValue =>
    createValidator(one, dialect, options.ignoreFormats !== true)
  return { validate: validatorOf(flat), takesAll: () => takesAll(flat, validatorOf) }
}
