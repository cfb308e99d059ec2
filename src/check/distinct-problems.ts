import type { Problem } from '../model/problem.ts'

/**
 * Problems, each once: what an anchor brings to several places is wrong in one place, and a suite that several others
 * use is checked with each of them. Where a value is wrong, nothing is told of what it may be, too.
 */
export function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  const distinct = [...new Map(problems.map(problem => [identity(problem), problem])).values()]
  if (distinct.length < 2) return distinct
  const wrong = new Set(distinct.flatMap(one => (one.severity === 'error' ? placeOf(one) : [])))
  const isDoubt = ({ severity, code }: Problem): boolean => severity !== 'error' && code === 'bad-value'
  return distinct.filter(one => !isDoubt(one) || !placeOf(one).some(place => wrong.has(place)))
}

function identity({ code, message, span }: Problem): string {
  return [code, span?.file, span?.start.line, span?.start.column, message].join(' ')
}

function placeOf({ span }: Problem): readonly string[] {
  return span === undefined ? [] : [`${span.file} ${span.start.line} ${span.start.column}`]
}
