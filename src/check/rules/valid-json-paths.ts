import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { compileJsonPath } from '../../util/json-path.ts'
import { isPlainPath } from '../../util/plain-json-path.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** JSONPaths that can be told now, those without placeholders, are valid (RFC 9535). */
export const validJsonPaths: Rule = async parsed => {
  const targets = allSteps(parsed).flatMap(step => everyTarget(parsed, step))
  const problems: Problem[] = []
  for (const { target, span } of targets)
    if (target.kind === 'json-path' && !target.path.includes('{{') && !isPlainPath(target.path))
      problems.push(...(await pathProblems(parsed, target.path, span)))
  return problems
}

async function pathProblems(parsed: ParsedSuite, path: string, span: Span): Promise<readonly Problem[]> {
  const compiled = await compileJsonPath(path)
  if (compiled.ok) return []
  const message = `"${path}" is not a JSONPath: ${compiled.message}`
  const hint = 'Paths look like $.name, $.items[0].price, $.items[?@.price > 10].name.'
  return [problemAt(parsed.source, span, 'bad-json-path', message, { hint })]
}
