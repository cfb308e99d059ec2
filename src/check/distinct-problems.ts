import type { Problem } from '../model/problem.ts'

/**
 * Problems, each once: what an anchor brings to several places is wrong in one place, and a suite that several others
 * use is checked with each of them.
 */
export function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map(problem => [identity(problem), problem])).values()]
}

function identity({ code, message, span }: Problem): string {
  return [code, span?.file, span?.start.line, span?.start.column, message].join(' ')
}
