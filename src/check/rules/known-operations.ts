import path from 'node:path'
import type { SchemaValidation, Validation } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/** API descriptions that validations name can be read, and have the operation. */
export const knownOperations: Rule = (parsed, facts) =>
  allSteps(parsed)
    .flatMap(({ validations, retry }): readonly Validation[] => [...validations, ...(retry?.stopWhen ?? [])])
    .flatMap(validation => ('spec' in validation ? problemsOf(validation, parsed, facts) : []))

function problemsOf(
  { spec, operation, span }: Extract<SchemaValidation, { spec: string }>,
  { source, suite }: ParsedSuite,
  { specs }: Facts,
): readonly Problem[] {
  const file = path.resolve(path.dirname(suite.file), spec)
  const found = specs?.get(file)
  if (found === undefined) return []
  if (found.state === 'missing') {
    const hint = `Paths are relative to the suite: this one is ${file}.`
    return [problemAt(source, span, 'schema-file-missing', `there is no API description ${spec}`, { hint })]
  }
  if (found.state === 'unreadable') {
    const { code, message, hint } = found.problem
    return [problemAt(source, span, code, message.replace(file, spec), hint === undefined ? {} : { hint })]
  }
  if (operation.includes('{{') || found.operations.has(operation)) return []
  const hint = suggesting(operation, found.operations, 'Name its `operationId`, or its method and path.')
  return [problemAt(source, span, 'unknown-operation', `${spec} has no operation ${operation}`, { hint })]
}
