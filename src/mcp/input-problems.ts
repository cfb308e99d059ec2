import { type Problem, usageProblem } from '../model/problem.ts'
import { didYouMean } from '../util/did-you-mean.ts'
import type { JsonObject } from '../util/json-value.ts'
import { mapping } from '../util/read-values.ts'
import { createAjv } from '../validations/schema/ajv-instance.ts'
import type { ToolSchema } from './tool.ts'

/** What is wrong with what an operation is told, by the schema of its tool. `name` is how the operation is called there. */
export function inputProblems(name: string, schema: ToolSchema, input: JsonObject): readonly Problem[] {
  const validate = validatorOf(schema)
  if (validate(input)) return []
  return (validate.errors ?? []).slice(0, 10).map(({ instancePath, message = '', params, parentSchema }) => {
    const place = instancePath === '' ? '' : `${instancePath.slice(1).replaceAll('/', '.')}: `
    const key = (params as { readonly additionalProperty?: string }).additionalProperty
    const { allowedValues } = params as { readonly allowedValues?: readonly unknown[] }
    const choices = allowedValues === undefined ? '' : `: ${allowedValues.join(', ')}`
    if (key === undefined) return usageProblem(`${name}: ${place}${message}${choices}`)
    const known = Object.keys(mapping(parentSchema?.['properties']))
    const hint = didYouMean(key, known) ?? `Keys are ${known.join(', ')}.`
    return usageProblem(`${name}: ${place}"${key}" is not a key here`, hint)
  })
}

type Validator = ReturnType<ReturnType<typeof createAjv>['compile']>

/** Compiled once for each tool. */
const validators = new WeakMap<ToolSchema, Validator>()

function validatorOf(schema: ToolSchema): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const compiled = createAjv('2020-12', false).compile(schema)
  validators.set(schema, compiled)
  return compiled
}
