import { installHint } from '../actions/processes/command-end.ts'
import { literalText } from '../compile/literal-text.ts'
import type { Configuration, Environment, SecretCommand } from '../model/configuration.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { errorProblem, type Problem, type Result } from '../model/problem.ts'
import { type Plan, type PlannedSuite, withSetup } from '../plan/plan.ts'
import { shortestSecret } from '../secrets/index.ts'
import { decodeText } from '../util/decode-text.ts'
import { cutText } from '../util/cut-text.ts'
import { defined } from '../util/defined.ts'
import { formatDuration } from '../util/quantity.ts'
import type { ScopeInput } from './input-keys.ts'
import { environmentOf } from './suites/outer-options.ts'
import type { PreparedRun } from './suites/prepared-run.ts'
import type { ResolvedInput } from './suites/resolve-input.ts'
import { permitsExec } from './suites/surroundings.ts'
import { namesWithin, usedNames } from './used-variables.ts'

/** A run whose secrets may come from commands. */
type Secretive = Pick<PreparedRun, 'configuration' | 'processEnvironment' | 'secrets'> & {
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
  return [...new Set(wantedBy(run, starts).map(({ command }) => lineOf(command)))]
}

/** Reads the secrets of commands for a run: each command runs once, and only where something names its secret. */
export class SecretReader {
  readonly #read: Map<string, Promise<Result<string, Problem>>>
  readonly #allowExec: boolean
  readonly #interrupt: AbortSignal

  /** `known` are values that were read elsewhere. */
  constructor(
    { allowExec = false }: { readonly allowExec?: boolean | undefined },
    interrupt: AbortSignal,
    known: readonly KnownSecret[] = [],
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
    if (!read.ok || read.value.size === 0) return read.ok ? { ok: true, value: run } : read
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
    const environment = environmentOf({}, input, configuration)
    const layers = [
      input.variables,
      ...[environment, configuration].flatMap(one => [one.secrets, one.variables]),
    ]
    const names = namesWithin([written, configuration.settings] as JsonValue, layers)
    const around = { commandLine: input.variables, environment, configuration }
    const { file = '' } = configuration
    const wanted = commandsFor(names, around).map(command => ({ command, file }))
    const read = await this.#readAll(wanted, configuration, processEnvironment)
    if (!read.ok) return read
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
    if (problems.length > 0) return { ok: false, problems }
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

/** Environments and configurations with values in place of masks, one for each, as plans tell environments by what they are. */
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
    const environments = Object.fromEntries(
      Object.entries(configuration.environments).map(([name, one]) => [name, this.owner(one)]),
    )
    return { ...this.owner(configuration), environments }
  }

  owner<Owner extends Environment>(owner: Owner): Owner {
    const known = this.#owners.get(owner) as Owner | undefined
    const read = (owner.commands ?? []).filter(({ key }) => this.#values.has(key))
    if (known !== undefined || read.length === 0) return known ?? owner
    // The output is data: braces in it mean nothing.
    const values = read.map(({ name, key }) => [name, literalText(this.#values.get(key) ?? '')])
    const filled = { ...owner, secrets: { ...owner.secrets, ...(Object.fromEntries(values) as JsonObject) } }
    this.#owners.set(owner, filled)
    return filled
  }
}

function wantedBy(
  { plan, configuration }: Pick<Secretive, 'plan' | 'configuration'>,
  starts: boolean,
): readonly Wanted[] {
  const { services, mocks, environments } = configuration
  if ([configuration, ...Object.values(environments)].every(({ commands }) => commands === undefined))
    return []
  const started = starts ? [services.map(({ url, mock }) => [url, mock ?? null]), mocks] : []
  return withSetup(plan).flatMap(planned => {
    const { file } = planned.loaded.suite
    return commandsFor(usedNames(planned, { started, mentioned: true }), planned.values).map(command => ({
      command,
      file,
    }))
  })
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

/** A secret is no file: more than that is the output of another command than was meant. */
const largestSecret = 64 * 1024

/** Runs a command; its output is in no problem, whatever becomes of it. */
async function outputOf(
  secret: SecretCommand,
  environment: Secretive['processEnvironment'],
  interrupt: AbortSignal,
): Promise<Result<string, Problem>> {
  const { command, timeout, directory } = secret
  const shell = typeof command === 'string'
  const [program = '', ...words] = shell ? [command] : command
  const { runProcess } = await import('../actions/exec/run-process.ts')
  const end = await runProcess(
    {
      ...{ shell, program, arguments: words, summary: lineOf(secret) },
      environment: defined(environment) as Readonly<Record<string, string>>,
    },
    { directory, timeout, signal: interrupt, wantsBody: true },
  )
  const failing = (how: string, hint: string): Result<string, Problem> => ({
    ok: false,
    problems: unread(secret, how, hint),
  })
  const byHand = `Run it by hand to see what it says: \`${lineOf(secret)}\`.`
  switch (end.kind) {
    case 'exited': {
      if (end.code === 127) return failing(`ended with ${end.how}`, installHint(lineOf(secret)))
      if (end.code !== 0) return failing(`ended with ${end.how}`, byHand)
      return valueIn(Buffer.from(end.output.bytes()), how => failing(how, byHand))
    }
    case 'timeout':
      return failing(
        `did not end within ${formatDuration(timeout)} (timeout)`,
        `It may ask something that nobody answers: log in before. Or give it more \`timeout\`.`,
      )
    case 'interrupted':
      return failing('was interrupted', byHand)
    case 'too-large':
      return failing('gave more than 64 KiB', byHand)
    case 'not-started':
      return failing(
        `could not be run: ${end.reason}`,
        end.errorCode === 'ENOENT' ? installHint(lineOf(secret)) : byHand,
      )
  }
}

/** The value that an output is. */
function valueIn(bytes: Buffer, failing: (how: string) => Result<string, Problem>): Result<string, Problem> {
  if (bytes.length > largestSecret) return failing('gave more than 64 KiB, and a secret is shorter')
  const decoded = decodeText(bytes)
  if (decoded instanceof Error) return failing('gave no text in UTF-8')
  const value = decoded.replace(/\r?\n$/, '')
  if (value.trim() === '') return failing('gave nothing (exit code 0)')
  return value.length < shortestSecret
    ? failing(`gave fewer than ${shortestSecret} characters, which cannot be masked`)
    : { ok: true, value }
}

function lineOf({ command }: SecretCommand): string {
  return cutText(typeof command === 'string' ? command : command.join(' '), 200)
}

function notAllowed(secret: SecretCommand): Problem {
  return errorProblem({
    code: 'secret-unread',
    message: `the secret "${secret.name}" is the output of a command, and this run may not start programs`,
    hint: `Set allow-exec in apitest.config.yaml, or in a run add --allow-exec; or give it with --var ${secret.name}=….`,
    span: secret.span,
  })
}

function unread({ name, span }: SecretCommand, how: string, hint: string): Problem {
  return errorProblem({
    code: 'secret-unread',
    message: `the command of the secret "${name}" ${how}`,
    hint,
    span,
  })
}
