import type { ValidateFunction } from 'ajv'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { PatternTimeout } from '../../util/pattern-result.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { createAjv } from './ajv-instance.ts'
import { BranchErrors } from './branch-errors.ts'
import type { Dialect } from './dialect.ts'
import { pointersOf } from './pointers-of.ts'
import { schemaMessage, type SchemaMessage, type ValidateValue } from './schema-message.ts'
import { SchemaProblem } from './schema-problem.ts'

/** A validator for a flat schema. Throws `SchemaProblem` for a schema that ajv refuses. */
export function createValidator(schema: JsonObject, dialect: Dialect, checksFormats: boolean): ValidateValue {
  const ajv = createAjv(dialect, checksFormats)
  const validate = refuseAsProblem(() => ajv.addSchema(schema, name).getSchema(name))
  const pointers = pointersOf(schema)
  const findBranch = (parent: object, keyword: string, index: number) => {
    const pointer = pointers.get(parent)
    return pointer === undefined ? undefined : ajv.getSchema(`${name}#${pointer}/${keyword}/${index}`)
  }
  return value => judge(value, validate, findBranch)
}

/** The name of the schema inside its instance of ajv. */
const name = 'schema'

function refuseAsProblem(compile: () => ValidateFunction | undefined): ValidateFunction {
  try {
    const validate = compile()
    if (validate !== undefined) return validate
  } catch (error) {
    if (error instanceof SchemaProblem || error instanceof RangeError) throw error
    throw new SchemaProblem(reasonOf(error))
  }
  throw new Error('ajv lost a schema it was given')
}

function judge(
  value: JsonValue,
  validate: ValidateFunction,
  findBranch: ConstructorParameters<typeof BranchErrors>[0],
): readonly SchemaMessage[] {
  try {
    if (validate(value)) return []
    return distinct(new BranchErrors(findBranch).telling(validate.errors ?? []).map(schemaMessage))
  } catch (error) {
    if (error instanceof PatternTimeout) return [{ pointer: '/', message: error.message }]
    if (error instanceof RangeError) return [{ pointer: '/', message: 'is nested too deeply' }]
    throw error
  }
}

function distinct(messages: readonly SchemaMessage[]): readonly SchemaMessage[] {
  return [...new Map(messages.map(message => [`${message.pointer}: ${message.message}`, message])).values()]
}
