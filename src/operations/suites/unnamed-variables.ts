import { statusColumn } from '../../check/expected-status.ts'
import { type LoadedSuite, withUsed } from '../../load/loaded-suite.ts'
import type { Configuration, Environment } from '../../model/configuration.ts'
import { errorProblem, type Problem, asWarning } from '../../model/problem.ts'
import type { Suite } from '../../model/suite.ts'
import type { YamlSource } from '../../document/index.ts'
import { closest } from '../../util/did-you-mean.ts'

/**
 * Variables of --var that nothing names: the run would go on with the value that was to be replaced. It is refused where one
 * of almost the same name was probably meant; others, which may be for suites that do not run now, are told.
 */
export function unnamedVariables(
  names: readonly string[],
  suites: readonly LoadedSuite[],
  configurations: readonly Configuration[],
): readonly Problem[] {
  if (names.length === 0) return []
  const every = withUsed(suites)
  const groups = [
    ...configurations.flatMap(({ environments, variables }) => [
      variables,
      ...Object.values(environments).map(environment => environment.variables),
    ]),
    ...every.map(({ suite }) => suite.variables),
    ...every.flatMap(({ rows = [] }) => rows.map(({ values }) => values)),
  ]
  const defined = new Set(groups.flatMap(group => Object.keys(group)))
  const texts = [...configurations, ...every.map(({ suite }) => suite)].map(one => JSON.stringify(one))
  return names.flatMap(name => {
    if (defined.has(name) || texts.some(text => text.includes(name))) return []
    if (name === statusColumn)
      return [unnamed(name, 'The status that a data row expects is one of its columns.')]
    const meant = closest(
      name,
      [...defined].filter(other => lettersOf(other) !== lettersOf(name)),
    )
    if (meant !== undefined) return [unnamed(name, `Did you mean "${meant}"?`)]
    const known = [...defined].slice(0, 8).join(', ')
    const hint = known === '' ? 'It changes nothing in this run.' : `Variables that are set: ${known}.`
    return [asWarning(unnamed(name, hint))]
  })
}

/**
 * Variables of the environments that the suites run in that nothing names, where one of almost the same name was probably
 * meant: the run would go to the address of the suite, not to that of the environment.
 */
export function unnamedInEnvironments(
  suites: readonly LoadedSuite[],
  configuration: Configuration,
  environmentOf: (suite: Suite) => Environment,
  source: YamlSource | undefined,
  setup: readonly LoadedSuite[],
): readonly Problem[] {
  if (source === undefined) return []
  const every = withUsed([...suites, ...setup])
  const { environments, variables } = configuration
  const used = new Set(suites.map(({ suite }) => environmentOf(suite)))
  const chosen = Object.entries(environments).filter(([, environment]) => used.has(environment))
  const texts = every.map(({ suite }) => JSON.stringify(suite))
  const shared = JSON.stringify(source.value)
  const others = new Set(
    [variables, ...every.map(({ suite }) => suite.variables)].flatMap(one => Object.keys(one)),
  )
  return chosen.flatMap(([environment, own]) => {
    const elsewhere = new Set(
      Object.entries(environments).flatMap(([name, one]) => (name === environment ? [] : namesOf(one))),
    )
    const isOwn = new Set(namesOf(own))
    const candidates = [...others, ...elsewhere].filter(other => !isOwn.has(other))
    return (['variables', 'secrets'] as const).flatMap(group =>
      Object.keys(own[group]).flatMap(name => {
        const isNamed = texts.some(text => text.includes(name)) || shared.includes(`{{${name}`)
        if (isNamed || others.has(name)) return []
        const similar = candidates.filter(other =>
          // A variable that several environments set is for other suites, unless only its writing differs.
          elsewhere.has(name) ? spelling(other) === spelling(name) : lettersOf(other) !== lettersOf(name),
        )
        const meant = closest(name, similar)
        if (meant === undefined) return []
        const message = `the environment "${environment}" sets "${name}", which nothing names`
        const span = source.keySpanOf(['environments', environment, group, name])
        return [errorProblem({ code: 'unknown-variable', message, span, hint: `Did you mean "${meant}"?` })]
      }),
    )
  })
}

function namesOf({ variables, secrets }: Environment): readonly string[] {
  return [...Object.keys(variables), ...Object.keys(secrets)]
}

/** A name without what people write in several ways: `base_url` and `baseURL` are one. */
function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, '')
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
