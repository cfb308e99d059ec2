import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { compileJsonPath } from '../../util/json-path.ts'
import { isPlainPath } from '../../util/plain-json-path.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** JSONPaths that can be told now, those without placeholders, are valid (RFC 9535). */
export const validJsonPaths: Rule = parsed => {
  const written = allSteps(parsed)
    .flatMap(step => everyTarget(parsed, step))
    .flatMap(({ target, span }) => (target.kind === 'json-path' ? [{ path: target.path, span }] : []))
    .filter(({ path }) => !path.includes('{{') && !isPlainPath(path))
  if (written.length === 0) return []
  return Promise.all(written.map(one => pathProblems(parsed, one))).then(problems => problems.flat())
}

async function pathProblems(
  parsed: ParsedSuite,
  { path, span }: { readonly path: string; readonly span: Span },
): Promise<readonly Problem[]> {
  const compiled = await compileJsonPath(path)
  if (compiled.ok) return []
  const message = `"${path}" is not a JSONPath: ${compiled.message}`
  const hint = 'Paths look like $.name, $.items[0].price, $.items[?@.price > 10].name.'
  return [problemAt(parsed.source, span, 'bad-json-path', message, { hint })]
}
