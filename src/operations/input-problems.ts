import type { ErrorObject } from 'ajv'
import { tellingErrors } from '../check/schema-errors.ts'
import { isMisspelt } from '../check/schema-problems.ts'
import { schemaReason } from '../check/schema-reason.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { didYouMean } from '../util/did-you-mean.ts'
import type { JsonObject } from '../util/json-value.ts'
import { mapping, text } from '../util/read-values.ts'
import { createAjv } from '../validations/schema/ajv-instance.ts'

/** Problems that are told of one input: what follows from the first ones would only confuse. */
const mostProblems = 10

/** Checks the input of an operation against a schema. `name` is how the operation is called there. */
export function inputProblems(name: string, schema: JsonObject, input: JsonObject): readonly Problem[] {
  if (Object.hasOwn(input, '__proto__')) return [usageProblem(`${name}: "__proto__" is not a key here`)]
  const validate = validatorOf(schema)
  if (validate(input)) return []
  return schemaProblems(validate.errors ?? [], path => `${name}: ${path === '' ? '' : `${path}: `}`)
}

/** Errors of a schema in words, behind what `lead` says of the place: `collection.items.0`, or nothing for the whole. */
export function schemaProblems(
  errors: readonly ErrorObject[],
  lead: (path: string) => string,
): readonly Problem[] {
  const telling = tellingErrors(errors)
  return telling
    .filter(error => !isMisspelt(error, telling))
    .slice(0, mostProblems)
    .map(error => {
      const { message, hint } = wordsOf(error)
      return usageProblem(lead(error.instancePath.slice(1).replaceAll('/', '.')) + message, hint)
    })
}

/** Words a problem, with the purpose of a key that is missing, and with the other keys there may be. */
function wordsOf(error: ErrorObject): { readonly message: string; readonly hint?: string | undefined } {
  const { keyword, data, parentSchema } = error
  const { additionalProperty, missingProperty, allowedValues } = mapping(error.params)
  const properties = mapping(parentSchema?.['properties'])
  if (typeof additionalProperty === 'string') {
    const known = Object.keys(properties)
    return {
      message: `"${additionalProperty}" is not a key here`,
      hint: didYouMean(additionalProperty, known) ?? `Keys are ${known.join(', ')}.`,
    }
  }
  if (typeof missingProperty === 'string') {
    const about = text(mapping(properties[missingProperty])['description'])
    return {
      message: `the key "${missingProperty}" is missing`,
      hint: about === undefined ? undefined : `${missingProperty}: ${about}${about.endsWith('.') ? '' : '.'}`,
    }
  }
  const reason = schemaReason(keyword === 'oneOf' ? { ...error, keyword: 'anyOf' } : error)
  const choices = Array.isArray(allowedValues) ? allowedValues.map(String) : []
  return { message: reason, hint: typeof data === 'string' ? didYouMean(data, choices) : undefined }
}

type Validator = ReturnType<ReturnType<typeof createAjv>['compile']>

/** Compiled once for each schema: a tool is called again. */
const validators = new WeakMap<JsonObject, Validator>()

function validatorOf(schema: JsonObject): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const compiled = createAjv('2020-12', false).compile(schema)
  validators.set(schema, compiled)
  return compiled
}
