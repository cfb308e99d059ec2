import type { OuterOrigins } from '../../check/rule.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import {
  type Configuration,
  type Environment,
  type Environments,
  environmentName,
  environmentsFor,
} from '../../model/configuration.ts'
import { type InEnvironments, isOf } from '../../model/in-environments.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Mock } from '../../model/mock.ts'
import type { Suite } from '../../model/suite.ts'
import { namesOfPort } from '../../parse/service-ports.ts'
import { defined } from '../../util/defined.ts'
import type { Plan } from '../../plan/plan.ts'
import type { ScopeInput } from '../input-keys.ts'

/** A variable that the setup gives, and in which environments. */
export interface GivenName extends InEnvironments {
  readonly name: string
}

/** The part of a call that says in which environment suites run. */
export type OuterInput = ScopeInput & {
  /** True where a suite may run in whichever environment. */
  readonly anyEnvironment?: boolean
}

/**
 * Names that are given from outside of a suite, `fromSetup` among them. The environments are those it may ask for: none is asked when the command line has chosen.
 */
export function outerOptions(
  input: OuterInput,
  configuration: Configuration,
  fromSetup: readonly GivenName[] = [],
): Pick<LoadOptions, 'outerVariables' | 'outerOrigins' | 'environments' | 'sharedMocks'> {
  const ports = portNames(configuration)
  const isPort = new Set(ports.map(({ name }) => name))
  const written = namesOf(configuration).filter(name => !isPort.has(name))
  const inAll = [...Object.keys(input.variables), ...written]
  const inSome = [...fromSetup, ...ports]
  const isIn = (chosen: Environment) => (one: InEnvironments) =>
    isOf(one, environmentName(configuration, chosen))
  const givenIn = (chosen: Environment): readonly string[] =>
    inSome.filter(isIn(chosen)).map(({ name }) => name)
  const mayBeAny = (suite: Suite): boolean =>
    input.anyEnvironment === true && input.environment === undefined && suite.environment === undefined
  const originsIn = (chosen: Environment, environments: Environments): OuterOrigins =>
    originsOf(
      { ...configuration, environments },
      chosen,
      [...Object.keys(input.variables), ...givenIn(chosen)],
      written,
      [...inSome, ...leftOutMocks(configuration, isIn(chosen))],
    )
  return {
    outerVariables: suite => {
      if (mayBeAny(suite))
        return new Set([
          ...inAll,
          ...inSome.map(({ name }) => name),
          ...Object.values(environmentsFor(suite.file, configuration)).flatMap(namesOf),
        ])
      const chosen = environmentOf(suite, input, configuration)
      return new Set([...inAll, ...givenIn(chosen), ...namesOf(chosen)])
    },
    outerOrigins: onceForEach(input, configuration, originsIn),
    sharedMocks: suite =>
      sharedMocks(
        configuration,
        mayBeAny(suite) ? () => true : isIn(environmentOf(suite, input, configuration)),
      ),
    ...(input.environment === undefined ? { environments: Object.keys(configuration.environments) } : {}),
  }
}

/** Answers for suites, each found once for an environment, which many suites share. */
function onceForEach<Answer>(
  input: ScopeInput,
  configuration: Configuration,
  ask: (chosen: Environment, environments: Environments) => Answer,
): (suite: Suite) => Answer {
  const known = new Map<object, Answer>()
  return suite => {
    const chosen = environmentOf(suite, input, configuration)
    const environments = environmentsFor(suite.file, configuration)
    const key = chosen === noEnvironment ? environments : chosen
    const answer = known.get(key) ?? ask(chosen, environments)
    known.set(key, answer)
    return answer
  }
}

/** Where names come from in an environment; `fromCommand` are those of the command line, the setup and services. */
function originsOf(
  configuration: Configuration,
  chosen: Environment,
  fromCommand: readonly string[],
  written: readonly string[],
  inSome: readonly GivenName[],
): OuterOrigins {
  const { environments } = configuration
  const given = new Set([...fromCommand, ...written, ...namesOf(chosen)])
  const stronger = [...fromCommand, ...Object.values(environments).flatMap(namesOf)]
  return {
    unchosen: unchosenNames(environments, given, inSome),
    shared: new Set(namesOf(configuration).filter(name => !stronger.includes(name))),
    stronger: new Set([...fromCommand, ...namesOf(chosen)]),
    values: without({ ...valuesOf(configuration), ...valuesOf(chosen) }, fromCommand),
  }
}

/** The chosen mocks of a configuration, with those that stand in for chosen services. */
export function sharedMocks(
  { mocks, services }: Pick<Configuration, 'mocks' | 'services'>,
  isChosen: (one: InEnvironments) => boolean,
): readonly Mock[] {
  return [...mocks.filter(isChosen), ...services.filter(isChosen).flatMap(({ mock }) => mock ?? [])]
}

/** The addresses of the mocks that are not of an environment. */
function leftOutMocks(
  { mocks, services }: Configuration,
  isChosen: (one: InEnvironments) => boolean,
): readonly GivenName[] {
  return sharedMocks({ mocks, services }, one => !isChosen(one)).map(({ name, environments }) =>
    defined({ name: `mocks.${name}.url`, environments }),
  )
}

/** The variables with the ports that services were given, and the environments that each service is of. */
function portNames({ services, variables }: Configuration): readonly GivenName[] {
  const ports = services.flatMap(({ name, ports: own, environments }) =>
    ['port', ...own].map(port => ({ service: name, port, environments })),
  )
  const given = ports.filter(({ service, port }) => Object.hasOwn(variables, `services.${service}.${port}`))
  return given.flatMap(port =>
    namesOfPort(port, given).map(name => defined({ name, environments: port.environments })),
  )
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
  inSome: readonly GivenName[],
): ReadonlyMap<string, readonly string[]> {
  const unchosen = new Map<string, readonly string[]>()
  for (const { name, environments: own = [] } of inSome)
    if (!given.has(name)) unchosen.set(name, [...(unchosen.get(name) ?? []), ...own])
  for (const [environment, one] of Object.entries(environments))
    for (const name of new Set(namesOf(one)))
      if (!given.has(name)) unchosen.set(name, [...(unchosen.get(name) ?? []), environment])
  return unchosen
}

/** The environment a suite runs in: --env, else its own, else the configuration's, else none. */
export function environmentOf(
  suite: Pick<Suite, 'environment'> & Partial<Pick<Suite, 'file'>>,
  { environment }: Pick<ScopeInput, 'environment'>,
  configuration: Configuration,
): Environment {
  const name = environment ?? suite.environment ?? configuration.environment
  const environments = environmentsFor(suite.file, configuration)
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
