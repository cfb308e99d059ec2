import { errorProblem, type Problem } from '../../model/problem.ts'
import type { Place } from './place.ts'

/**
 * Finds the problems that keep column names (already trimmed) from becoming variables: none, twice the same, or braces
 * in them.
 */
export function columnProblems(names: readonly string[], place: Place): readonly Problem[] {
  return names.flatMap((name, index) => {
    const wrong = whatIsWrong(name, names.indexOf(name) < index, index + 1)
    return wrong === undefined ? [] : [errorProblem({ code: 'data-columns', ...wrong, ...place })]
  })
}

function whatIsWrong(
  name: string,
  again: boolean,
  number: number,
): { message: string; hint: string } | undefined {
  if (name === '')
    return {
      message: `column ${number} has no name`,
      hint: 'The first row names the columns; each name becomes a variable.',
    }
  if (/[{}]/.test(name))
    return {
      message: `the column "${name}" has braces in its name, so no placeholder can name it`,
      hint: 'Rename the column: {{name}} takes anything but braces.',
    }
  return again
    ? { message: `two columns are named "${name}"`, hint: 'Rename one: each column becomes a variable.' }
    : undefined
}
