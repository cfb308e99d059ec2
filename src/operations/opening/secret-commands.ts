import { hideSecrets } from '../../check/hide-literals.ts'
import { literalText } from '../../compile/literal-text.ts'
import {
  type Configuration,
  type Environment,
  type Environments,
  hasSecretCommands,
  permitsExec,
  type SecretCommand,
} from '../../model/configuration.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import { type Plan, type PlannedSuite, withSetup } from '../../plan/plan.ts'
import { commandMask } from '../../parse/secret-commands.ts'
import { Secrets } from '../../secrets/index.ts'
import { secretTexts } from '../../template/secret-texts.ts'
import { hasBraces } from '../../template/template.ts'
import { unreadSecret } from '../../template/unknown-variable.ts'
import { defined } from '../../util/defined.ts'
import { mapValues } from '../../util/map-values.ts'
import type { ScopeInput } from '../input-keys.ts'
import { environmentOf } from './outer-options.ts'
import type { PreparedRun } from './prepared-run.ts'
import type { ResolvedInput } from './resolve-scope.ts'
import { lineOf, outputOf } from './secret-output.ts'
import { namesIn, namesWithin, usedNames, withUsedSuites } from './used-variables.ts'

/** A run whose secrets may come from commands. */
export type Secretive = Pick<PreparedRun, 'configuration' | 'processEnvironment' | 'secrets'> & {
  readonly plan: Pick<Plan, 'setup' | 'suites'>
}

/** A secret that is wanted, and the file of a suite that wants it. */
interface Wanted {
  readonly command: SecretCommand
  readonly file: string
}

/** The variables that win over those of a configuration, the strongest first. */
interface Around {
  readonly commandLine: JsonObject
  readonly environment: Environment
  readonly suite?: Environment
  readonly configuration: Environment
}

/** The commands whose secrets a run fills in, as the preview tells them. */
export function secretCommandLines(
  run: Pick<Secretive, 'plan' | 'configuration'>,
  starts = false,
): readonly string[] {
  return linesOf(wantedBy(run, starts), run.configuration)
}

/** The same of what is in no suite. */
export function secretCommandLinesIn(
  resolved: Pick<ResolvedInput, 'configuration'>,
  input: ScopeInput,
  written: unknown,
): readonly string[] {
  return linesOf(wantedInScope(resolved, input, written), resolved.configuration)
}

function linesOf(wanted: readonly Wanted[], configuration: Configuration): readonly string[] {
  if (wanted.length === 0) return []
  const { mask } = secretsInClear(configuration)
  return [...new Set(wanted.map(({ command }) => mask(lineOf(command))))]
}

/** The secrets that the configuration has in clear; the line of a command may repeat one. */
function secretsInClear({ secrets: own, environments, ownEnvironments }: Configuration): Secrets {
  const secrets = new Secrets()
  const all = [environments, ...(ownEnvironments?.values() ?? [])].flatMap(Object.values<Environment>)
  for (const one of [own, ...all.map(one => one.secrets)])
    for (const text of secretTexts(one)) if (!hasBraces(text)) secrets.add(text)
  return secrets
}

/** Reads the secrets of commands for a run: each command runs once, and only where something names its secret. No problem holds a secret. */
export class SecretReader {
  readonly #read: Map<string, Promise<Result<string, Problem>>>
  readonly #allowExec: boolean
  readonly #interrupt: AbortSignal

  /** `known` are values that were read elsewhere. */
  constructor(
    interrupt: AbortSignal,
    {
      allowExec = false,
      known = [],
    }: { readonly allowExec?: boolean | undefined; readonly known?: readonly KnownSecret[] } = {},
  ) {
    this.#allowExec = allowExec
    this.#interrupt = interrupt
    this.#read = new Map(known.map(([key, value]) => [key, Promise.resolve({ ok: true, value })]))
  }

  /** The values so far. */
  async known(): Promise<readonly KnownSecret[]> {
    const all = await Promise.all([...this.#read].map(async ([key, read]) => [key, await read] as const))
    return all.flatMap(([key, read]): readonly KnownSecret[] => (read.ok ? [[key, read.value]] : []))
  }

  /** The run with the values of the secrets that it fills in; `starts` where services and mocks of the configuration do, too. */
  async fill<Run extends Secretive>(run: Run, starts = false): Promise<Result<Run>> {
    const { plan, configuration, processEnvironment, secrets } = run
    const read = await this.#readAll(wantedBy(run, starts), configuration, processEnvironment)
    if (!read.ok) return { ok: false, problems: secrets.maskDeep(read.problems) }
    if (!hasSecretCommands(configuration)) return { ok: true, value: run }
    for (const value of read.value.values()) secrets.add(value)
    const owners = new Filled(read.value)
    const filled = (planned: PlannedSuite): PlannedSuite => owners.suite(planned)
    const setup = plan.setup?.map(filled)
    return {
      ok: true,
      value: {
        ...run,
        plan: { ...plan, suites: plan.suites.map(filled), ...defined({ setup }) },
        configuration: owners.configuration(configuration),
      },
    }
  }

  /** The same of what is in no suite. */
  async fillScope(
    resolved: ResolvedInput,
    input: ScopeInput,
    written: unknown,
  ): Promise<Result<ResolvedInput>> {
    const { configuration, processEnvironment } = resolved
    const wanted = wantedInScope(resolved, input, written)
    const read = await this.#readAll(wanted, configuration, processEnvironment)
    if (!read.ok) return { ok: false, problems: resolved.hide(read.problems) }
    return {
      ok: true,
      value: { ...resolved, configuration: new Filled(read.value).configuration(configuration) },
    }
  }

  async #readAll(
    wanted: readonly Wanted[],
    configuration: Configuration,
    environment: Secretive['processEnvironment'],
  ): Promise<Result<ReadonlyMap<string, string>>> {
    const refused = wanted.filter(({ file }) => !this.#allowExec && !permitsExec(configuration, file))
    const unread = new Set(refused.map(({ command }) => command).filter(({ key }) => !this.#read.has(key)))
    if (unread.size > 0) return { ok: false, problems: [...unread].map(notAllowed) }
    const commands = [...new Set(wanted.map(({ command }) => command))]
    const all = await Promise.all(commands.map(command => this.#readOnce(command, environment)))
    const problems = all.flatMap(read => (read.ok ? [] : [read.problems]))
    if (problems.length > 0)
      return { ok: false, problems: hideSecrets(problems, secretsInClear(configuration)) }
    const values = all.flatMap((read, index) => {
      const key = commands[index]?.key ?? ''
      return read.ok ? [[key, read.value] as const] : []
    })
    return { ok: true, value: new Map(values) }
  }

  #readOnce(
    command: SecretCommand,
    environment: Secretive['processEnvironment'],
  ): Promise<Result<string, Problem>> {
    const read = this.#read.get(command.key) ?? outputOf(command, environment, this.#interrupt)
    this.#read.set(command.key, read)
    return read
  }
}

/** A secret that was read: the key of its command, and its value. */
export type KnownSecret = readonly [key: string, value: string]

/**
 * Environments and configurations with values in place of masks, one for each, as plans tell environments by what they are. A mask
 * that is left would be sent: what nobody has read cannot be filled in.
 */
class Filled {
  readonly #values: ReadonlyMap<string, string>
  readonly #owners = new Map<Environment, Environment>()

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values
  }

  suite(planned: PlannedSuite): PlannedSuite {
    const { environment, configuration } = planned.values
    const own = { environment: this.owner(environment), configuration: this.owner(configuration) }
    return { ...planned, values: { ...planned.values, ...own } }
  }

  configuration(configuration: Configuration): Configuration {
    const filled = (all: Environments): Environments => mapValues(all, one => this.owner(one))
    const own = new Map([...(configuration.ownEnvironments ?? [])].map(([file, all]) => [file, filled(all)]))
    const environments = filled(configuration.environments)
    return { ...this.owner(configuration), environments, ...(own.size === 0 ? {} : { ownEnvironments: own }) }
  }

  owner<Owner extends Environment>(owner: Owner): Owner {
    const known = this.#owners.get(owner) as Owner | undefined
    const { commands = [] } = owner
    if (known !== undefined || commands.length === 0) return known ?? owner
    const values = commands.map(({ name, key }) => {
      const value = this.#values.get(key)
      // The output is data: braces in it mean nothing.
      if (value !== undefined) return [name, literalText(value)] as const
      const before = owner.secrets[name] ?? null
      return [name, before === commandMask ? unreadSecret(name) : before] as const
    })
    const filled = { ...owner, secrets: { ...owner.secrets, ...Object.fromEntries(values) } }
    this.#owners.set(owner, filled)
    return filled
  }
}

function wantedBy(
  { plan, configuration }: Pick<Secretive, 'plan' | 'configuration'>,
  starts: boolean,
): readonly Wanted[] {
  const { services, mocks, settings } = configuration
  if (!hasSecretCommands(configuration)) return []
  const started = starts
    ? [services.map(({ url, mock }) => [url, mock ?? null]), mocks, settings.transport ?? {}]
    : []
  return withSetup(plan).flatMap(planned => {
    const { suite: _, ...outer } = planned.values
    const commands = [
      ...withUsedSuites(planned).flatMap(one => commandsFor(usedNames(one, true), one.values)),
      ...commandsIn(started, outer),
    ]
    const { file } = planned.loaded.suite
    return commands.map(command => ({ command, file }))
  })
}

/** The secrets that are filled in in what is in no suite. */
function wantedInScope(
  { configuration }: Pick<ResolvedInput, 'configuration'>,
  input: ScopeInput,
  written: unknown,
): readonly Wanted[] {
  if (!hasSecretCommands(configuration)) return []
  const { file = '' } = configuration
  const environment = environmentOf({}, input, configuration)
  const around = { commandLine: input.variables, environment, configuration }
  return commandsIn(written, around).map(command => ({ command, file }))
}

function commandsIn(written: unknown, around: Omit<Around, 'suite'>): readonly SecretCommand[] {
  const { commandLine, environment, configuration } = around
  const outer = [environment, configuration].flatMap(one => [one.secrets, one.variables])
  return commandsFor(namesWithin(namesIn(written as JsonValue), [commandLine, ...outer]), around)
}

/** The commands of the secrets among names, where nothing else wins over them. */
function commandsFor(names: ReadonlySet<string>, around: Around): readonly SecretCommand[] {
  const { commandLine, environment, suite, configuration } = around
  const wanted = (
    { commands = [] }: Environment,
    stronger: readonly JsonObject[],
  ): readonly SecretCommand[] =>
    commands.filter(({ name }) => names.has(name) && !stronger.some(values => Object.hasOwn(values, name)))
  const inner = [environment, ...(suite === undefined ? [] : [suite])]
  return [
    ...wanted(environment, [commandLine]),
    ...wanted(configuration, [commandLine, ...inner.flatMap(one => [one.variables, one.secrets])]),
  ]
}

function notAllowed(secret: SecretCommand): Problem {
  return errorProblem({
    code: 'secret-unread',
    message: `the secret "${secret.name}" is the output of a command, and this run may not start programs`,
    hint: `Set allow-exec in apitest.config.yaml, or in a run add --allow-exec; or give it with --var ${secret.name}=….`,
    span: secret.span,
  })
}
