import type { ErrorObject } from 'ajv'
import type { JsonValue } from '../../model/json.ts'
import { unescapePointerPart } from '../../util/json-pointer.ts'
import { metaValidator } from './ajv-instance.ts'
import type { Dialect } from './dialect.ts'
import { schemaMessage } from './schema-message.ts'
import { SchemaProblem } from './schema-problem.ts'
import { plainNumbers } from '../../util/plain-numbers.ts'

/** Throws `SchemaProblem` with the first thing that keeps a value from being a schema of the dialect. */
export function checkSchema(schema: JsonValue, dialect: Dialect): void {
  const validator = metaValidator(dialect)
  if (validator(plainNumbers(schema))) return
  // The deepest error says most: those before it announce that something further down is wrong.
  const [deepest] = (validator.errors ?? []).toSorted((left, right) => depth(right) - depth(left))
  const { pointer, message } = deepest === undefined ? { pointer: '/', message: '' } : schemaMessage(deepest)
  const path = (deepest?.instancePath ?? '').split('/').slice(1).map(unescapePointerPart)
  throw new SchemaProblem(`it is no valid ${dialect} schema: ${pointer}: ${message}`, path)
}

function depth(error: ErrorObject): number {
  return error.instancePath.split('/').length
}
