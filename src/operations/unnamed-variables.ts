import { statusColumn } from '../check/expected-status.ts'
import type { LoadedSuite } from '../load/load-suites.ts'
import type { Configuration } from '../model/configuration.ts'
import { errorProblem, type Problem } from '../model/problem.ts'
import { closest } from '../util/did-you-mean.ts'

/**
 * Variables of --var that nothing names, where one of almost the same name was probably meant: the run would go on with the
 * value that was to be replaced. Others may be for suites that do not run now.
 */
export function unnamedVariables(
  names: readonly string[],
  suites: readonly LoadedSuite[],
  configuration: Configuration,
): readonly Problem[] {
  if (names.length === 0) return []
  const every = suites.flatMap(one => [one, ...one.uses.values()])
  const { environments, variables } = configuration
  const groups = [
    variables,
    ...Object.values(environments).map(environment => environment.variables),
    ...every.map(({ suite }) => suite.variables),
    ...every.flatMap(({ rows = [] }) => rows.map(({ values }) => values)),
  ]
  const defined = new Set(groups.flatMap(group => Object.keys(group)))
  const isNamed = (name: string): boolean =>
    [configuration, ...every.map(({ suite }) => suite)].some(one => JSON.stringify(one).includes(name))
  return names.flatMap(name => {
    if (defined.has(name) || isNamed(name)) return []
    if (name === statusColumn)
      return unnamed(name, 'The status that a data row expects is one of its columns.')
    const meant = closest(
      name,
      [...defined].filter(other => lettersOf(other) !== lettersOf(name)),
    )
    return meant === undefined ? [] : unnamed(name, `Did you mean "${meant}"?`)
  })
}

function unnamed(name: string, hint: string): Problem {
  return errorProblem({
    code: 'unknown-variable',
    message: `--var ${name} sets a variable that nothing names`,
    hint,
  })
}

/** `user1` is not `user2` misspelt. */
function lettersOf(name: string): string {
  return name.replaceAll(/\d/g, '')
}
