import type { Target } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { compileJsonPath, isPlainPath } from '../../json-path/index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { everyTarget, mockTargets } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** JSONPaths that can be told now, those without placeholders, are valid (RFC 9535), and can select something. */
export const validJsonPaths: Rule = parsed => {
  const written: { path: string; span: Span }[] = []
  const look = ({ target, span }: Looked): void => {
    if (target.kind === 'json-path' && !target.path.includes('{{') && !isPlainPath(target.path))
      written.push({ path: target.path, span })
  }
  for (const step of allSteps(parsed)) everyTarget(parsed, step).forEach(look)
  mockTargets(parsed).forEach(look)
  if (written.length === 0) return []
  return Promise.all(written.map(one => pathProblems(parsed, one))).then(problems => problems.flat())
}

interface Looked {
  readonly target: Target | { readonly kind: 'schema' }
  readonly span: Span
}

async function pathProblems(
  parsed: ParsedSuite,
  { path, span }: { readonly path: string; readonly span: Span },
): Promise<readonly Problem[]> {
  const compiled = await whenLoaded(() => compileJsonPath(path))
  if (compiled.ok) return sliceProblems(parsed, path, span)
  const message = `"${path}" is not a JSONPath: ${compiled.message}`
  const hint = 'Paths look like $.name, $.items[0].price, $.items[?@.price > 10].name.'
  return [problemAt(parsed.source, span, 'bad-json-path', message, { hint })]
}

/** Slices that select nothing, whatever the list. */
function sliceProblems({ source }: ParsedSuite, path: string, span: Span): readonly Problem[] {
  const unquoted = path.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
  const slices = unquoted.match(/(?<=[[,]\s*)-?\d*\s*:[-\d:\s]*(?=\s*[\],])/g) ?? []
  return slices.filter(isEmptySlice).map(slice =>
    problemAt(source, span, 'bad-json-path', `"${path}": the slice ${slice.trim()} selects nothing`, {
      hint: 'A slice is from:to, without the item at `to`: [0:2] are the first two items, [2:] all behind them.',
    }),
  )
}

/** True where a slice ends before it has begun; its ends count from the front or, below zero, from the back. */
function isEmptySlice(slice: string): boolean {
  const [start = '', end = '', step = ''] = slice.split(':').map(part => part.trim())
  const by = step === '' ? 1 : Number(step)
  if (by === 0) return true
  if (by > 0 && end === '0') return true
  if (by < 0 && end === '-1' && !start.startsWith('-')) return true
  if (start === '' || end === '') return false
  const fromBack = start.startsWith('-')
  if (fromBack !== end.startsWith('-')) return false
  return by > 0 ? Number(start) >= Number(end) : Number(start) <= Number(end)
}
