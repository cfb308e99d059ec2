import type { Target } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { compileJsonPath } from '../../util/json-path.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** JSONPaths that can be told now, those without placeholders, are valid (RFC 9535). */
export const validJsonPaths: Rule = async parsed => {
  const targets = allSteps(parsed).flatMap(step => [
    ...step.validations,
    ...step.extracts,
    ...(step.retry?.stopWhen ?? []),
  ])
  const problems = await Promise.all(targets.map(({ target, span }) => targetProblem(parsed, target, span)))
  return problems.flat()
}

async function targetProblem(
  parsed: ParsedSuite,
  target: Target | { readonly kind: 'schema' },
  span: Span,
): Promise<readonly Problem[]> {
  if (target.kind !== 'json-path' || target.path.includes('{{')) return []
  const compiled = await compileJsonPath(target.path)
  if (compiled.ok) return []
  const message = `"${target.path}" is not a JSONPath: ${compiled.message}`
  const hint = 'Paths look like $.name, $.items[0].price, $.items[?@.price > 10].name.'
  return [problemAt(parsed.source, span, 'bad-json-path', message, { hint })]
}
