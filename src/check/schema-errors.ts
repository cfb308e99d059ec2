import type { ErrorObject } from 'ajv'
import { isCollection } from '../util/is-json.ts'

/** The errors worth telling. Leaves out keywords whose meaning a rule of our own tells better, and those that only sum up other errors. */
export function tellingErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kinds = errors.filter(isAboutDisabling).map(({ instancePath }) => instancePath)
  const telling = errors.filter(
    error =>
      !(definitionOf(error) === 'disabled' && kinds.includes(error.instancePath)) &&
      !error.schemaPath.includes('/oneOf/') &&
      error.keyword !== 'if' &&
      !(error.keyword === 'oneOf' && definitionOf(error) === 'step') &&
      !isPlaceholderPattern(error.schema) &&
      !(error.keyword === 'pattern' && error.propertyName !== undefined),
  )
  const exact = telling.filter(error =>
    error.keyword === 'anyOf'
      ? !telling.some(other => isBelow(other, error) && !isAlternative(other, error))
      : !telling.some(choice => choice.keyword === 'anyOf' && isAlternative(error, choice)),
  )
  return gatherKeys(exact)
}

/** Keys of which one has to be there, as a single error of the first of them. */
function gatherKeys(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isOneOfKeys = ({ keyword, schemaPath }: ErrorObject): boolean =>
    keyword === 'required' && /\/anyOf\/\d+\/required$/.test(schemaPath)
  return errors.flatMap((error, index) => {
    if (!isOneOfKeys(error)) return [error]
    const group = errors.filter(one => isOneOfKeys(one) && one.instancePath === error.instancePath)
    if (group[0] !== errors[index]) return []
    const keys = group.map(({ params }) => (params as Required).missingProperty)
    return [{ ...error, params: { missingProperty: keys.join('", "').replace(/", "(?=[^"]*$)/, '" or "') } }]
  })
}

interface Required {
  readonly missingProperty: string
}

/** True where an error only says that a mapping is not the one that switches a value off. */
function isAboutDisabling(error: ErrorObject): boolean {
  return definitionOf(error) === 'disabled' && error.keyword === 'required'
}

/** True where a pattern only says that a placeholder may stand there instead of a word or a number. */
export function isPlaceholderPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && pattern.endsWith(String.raw`\{\{`)
}

/** True where an error is about the same value as `choice`, or about a part of it. */
function isBelow(error: ErrorObject, choice: ErrorObject): boolean {
  if (error === choice) return false
  return (
    error.instancePath === choice.instancePath || error.instancePath.startsWith(`${choice.instancePath}/`)
  )
}

/** Errors of an `anyOf` branch that say no more than "not this kind of value". */
function isAlternative(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error.instancePath === choice.instancePath &&
    (['type', 'const', 'anyOf'].includes(error.keyword) || isWordForMany(error)) &&
    error !== choice
  )
}

/** True where a list of words is held against a mapping or a list, which another branch is about. */
function isWordForMany({ keyword, data }: ErrorObject): boolean {
  return keyword === 'enum' && isCollection(data)
}

/** The name of the definition that an error comes from, for those that bear one (their `$comment`). */
export function definitionOf(error: ErrorObject): unknown {
  return error.parentSchema?.['$comment']
}
