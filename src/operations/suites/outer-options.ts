import type { OuterOrigins } from '../../check/rule.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import { type Configuration, type Environment, environmentName } from '../../model/configuration.ts'
import { type InEnvironments, isOf } from '../../model/in-environments.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Suite } from '../../model/suite.ts'
import type { Plan } from '../../plan/plan.ts'
import type { ScopeInput } from '../input-keys.ts'

/** A variable that the setup gives, and in which environments. */
export interface GivenName extends InEnvironments {
  readonly name: string
}

/**
 * Names that are given from outside of a suite, `fromSetup` among them; with `anyEnvironment`, by whichever environment it may run
 * in. The environments are those it may ask for: none is asked when the command line has chosen.
 */
export function outerOptions(
  input: ScopeInput,
  configuration: Configuration,
  anyEnvironment: boolean,
  fromSetup: readonly GivenName[] = [],
): Pick<LoadOptions, 'outerVariables' | 'outerOrigins' | 'environments'> {
  const { environments } = configuration
  const inAll = [...Object.keys(input.variables), ...namesOf(configuration)]
  const givenIn = (chosen: Environment): readonly string[] => {
    const name = environmentName(configuration, chosen)
    return fromSetup.filter(one => isOf(one, name)).map(one => one.name)
  }
  // Most suites are of one environment.
  const known = new Map<Environment, OuterOrigins>()
  const originsIn = (chosen: Environment): OuterOrigins => {
    const fromCommand = [...Object.keys(input.variables), ...givenIn(chosen)]
    const given = new Set([...fromCommand, ...namesOf(configuration), ...namesOf(chosen)])
    const stronger = [...fromCommand, ...Object.values(environments).flatMap(namesOf)]
    return {
      unchosen: unchosenNames(environments, given),
      shared: new Set(namesOf(configuration).filter(name => !stronger.includes(name))),
      stronger: new Set([...fromCommand, ...namesOf(chosen)]),
      values: without({ ...valuesOf(configuration), ...valuesOf(chosen) }, fromCommand),
    }
  }
  return {
    outerVariables: suite => {
      if (anyEnvironment && input.environment === undefined && suite.environment === undefined)
        return new Set([
          ...inAll,
          ...fromSetup.map(({ name }) => name),
          ...Object.values(environments).flatMap(namesOf),
        ])
      const chosen = environmentOf(suite, input, configuration)
      return new Set([...inAll, ...givenIn(chosen), ...namesOf(chosen)])
    },
    outerOrigins: suite => {
      const chosen = environmentOf(suite, input, configuration)
      const origins = known.get(chosen) ?? originsIn(chosen)
      known.set(chosen, origins)
      return origins
    },
    ...(input.environment === undefined ? { environments: Object.keys(environments) } : {}),
  }
}

function valuesOf({ variables, secrets }: Environment): JsonObject {
  return { ...variables, ...secrets }
}

function without(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}

function namesOf({ variables, secrets }: Environment): readonly string[] {
  return [...Object.keys(variables), ...Object.keys(secrets)]
}

/** The names that only these environments give, with the environments. */
function unchosenNames(
  environments: Configuration['environments'],
  given: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const unchosen = new Map<string, readonly string[]>()
  for (const [environment, one] of Object.entries(environments))
    for (const name of new Set(namesOf(one)))
      if (!given.has(name)) unchosen.set(name, [...(unchosen.get(name) ?? []), environment])
  return unchosen
}

/** The environment a suite runs in: --env, else its own, else the configuration's, else none. */
export function environmentOf(
  suite: Pick<Suite, 'environment'>,
  { environment }: ScopeInput,
  configuration: Configuration,
): Environment {
  const name = environment ?? suite.environment ?? configuration.environment
  const { environments } = configuration
  return (
    (name !== undefined && Object.hasOwn(environments, name) ? environments[name] : undefined) ??
    noEnvironment
  )
}

/** The names of the environments that suites run in; undefined stands for none. */
export function environmentNames(
  { suites }: Pick<Plan, 'suites'>,
  configuration: Configuration,
): readonly (string | undefined)[] {
  return suites.map(({ values }) => environmentName(configuration, values.environment))
}

const noEnvironment: Environment = { variables: {}, secrets: {} }
