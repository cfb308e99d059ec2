import path from 'node:path'
import type { SchemaValidation, Validation } from '../../model/expectation.ts'
import type { Mock } from '../../model/mock.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { isUrl } from '../../util/is-url.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { pathHint, allSteps, type Facts, problemAt, type Rule, type SpecFacts } from '../rule.ts'

/** API descriptions that validations name can be read, and have the operation. */
export const knownOperations: Rule = (parsed, facts) =>
  allSteps(parsed)
    .flatMap(({ validations, retry }): readonly Validation[] => [...validations, ...(retry?.stopWhen ?? [])])
    .flatMap(validation => ('spec' in validation ? problemsOf(validation, parsed, facts) : []))

/** API descriptions that mocks answer by can be read, and refer to nothing that is not there. */
export const readableDescriptions: Rule = (parsed, facts) =>
  parsed.suite.mocks.flatMap(({ name, spec }) => {
    if (spec === undefined) return []
    const place = ['mocks', name, 'spec']
    const found = specFacts(spec, parsed, facts)
    if (found?.state !== 'read') return unreadableSpec(spec, place, parsed, facts)
    return (found.missing ?? []).map(reason =>
      problemAt(parsed.source, place, 'unresolved-reference', `${spec}: ${reason}`, {
        severity: 'warning',
        hint: 'What needs it is answered with 501, and fails a suite that calls it.',
      }),
    )
  })

function problemsOf(
  { spec, operation, span }: Extract<SchemaValidation, { spec: string }>,
  parsed: ParsedSuite,
  facts: Facts,
): readonly Problem[] {
  const found = specFacts(spec, parsed, facts)
  if (found?.state !== 'read') return unreadableSpec(spec, span, parsed, facts)
  if (operation.includes('{{') || found.operations.has(operation)) return []
  const hint = suggesting(operation, found.operations, 'Name its `operationId`, or its method and path.')
  const message = `${spec} has no operation ${operation}`
  return [problemAt(parsed.source, span, 'unknown-operation', message, { hint })]
}

/** Where the description of a mock is: it is named relative to the file that the mock is written in. */
export function specFile({ spec, span }: Mock): string | undefined {
  return spec === undefined ? undefined : path.resolve(path.dirname(span.file), spec)
}

/** The facts of a description that a suite names; undefined where nobody looked for it. */
export function specFacts(
  spec: string,
  { suite }: Pick<ParsedSuite, 'suite'>,
  { specs }: Pick<Facts, 'specs'>,
): SpecFacts | undefined {
  return specs?.get(path.resolve(path.dirname(suite.file), spec))
}

function unreadableSpec(
  spec: string,
  place: DocumentPath | Span,
  parsed: ParsedSuite,
  facts: Facts,
): readonly Problem[] {
  const { source, suite } = parsed
  const file = path.resolve(path.dirname(suite.file), spec)
  const found = specFacts(spec, parsed, facts)
  if (found?.state === 'missing' && isUrl(spec)) {
    const hint = 'Save what is there (`curl -L -o openapi.json URL`), and name the file.'
    return [problemAt(source, place, 'bad-value', `a mock answers by a file, and ${spec} is a URL`, { hint })]
  }
  if (found?.state === 'missing') {
    const hint = pathHint(source, file)
    return [problemAt(source, place, 'schema-file-missing', `there is no API description ${spec}`, { hint })]
  }
  if (found?.state === 'unreadable') {
    const { code, message, hint } = found.problem
    return [problemAt(source, place, code, message.replace(file, spec), hint === undefined ? {} : { hint })]
  }
  return []
}
