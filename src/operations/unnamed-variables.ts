import type { LoadedSuite } from '../load/load-suites.ts'
import type { Configuration } from '../model/configuration.ts'
import type { Problem } from '../model/problem.ts'
import { didYouMean } from '../util/did-you-mean.ts'

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
    const hint = didYouMean(name, defined)
    const message = `--var ${name} sets a variable that nothing names`
    return hint === undefined ? [] : { code: 'unknown-variable', severity: 'warning', message, hint }
  })
}
