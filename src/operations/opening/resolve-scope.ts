import { existsSync } from 'node:fs'
import path from 'node:path'
import { hideSecrets } from '../../check/hide-literals.ts'
import type { ScopeInput, SuiteInput } from '../input-keys.ts'
import { type LoadedConfiguration, loadConfiguration } from './load-configuration.ts'
import type { AllowedReads } from '../../load/allowed-reads.ts'
import type { Configuration, Environments } from '../../model/configuration.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isError, type Problem, type Result } from '../../model/problem.ts'
import type { YamlSource } from '../../document/index.ts'
import { environmentReads, refusedEnvironment, unknownEnvironment } from './environment-problems.ts'
import { type Found, nothing } from './found.ts'
import { environmentOf } from './outer-options.ts'

/** The files and the surroundings that the input names. */
export interface ResolvedInput {
  readonly files: readonly string[]
  readonly configuration: Configuration
  /** The process environment with the environment file below it. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>
  /** The configuration's environment file, where it is not there: what it may hold can come from the process. */
  readonly missingEnvironmentFile?: string
  /** The warnings about the configuration, which can be used in spite of them. */
  readonly warnings: readonly Problem[]
  /** The configuration's text; absent when there is none. */
  readonly configurationSource?: YamlSource
  /** The texts of saved requests that run as suites, by the path in `files` that stands for each. */
  readonly texts: ReadonlyMap<string, string>
  /** The documents of files of other tools, by the path in `files`. */
  readonly sources: ReadonlyMap<string, YamlSource>
  /** The allowed reads of imported suites. */
  readonly reads: ReadonlyMap<string, AllowedReads>
  /** Problems of the suites without the secrets that the configuration has in clear. */
  readonly hide: (problems: readonly Problem[]) => readonly Problem[]
}

/** The surroundings of a call that is in no suite: no service is started for it, so none has a port. */
export async function resolveScope(input: ScopeInput): Promise<Result<ResolvedInput>> {
  const loaded = await loadConfiguration(input.workingFolder, input.configurationFile)
  return loaded.ok ? resolveWith({ ...input, paths: [] }, loaded, nothing) : loaded
}

/** The surroundings of what was found. */
export async function resolveWith(
  input: SuiteInput,
  loaded: LoadedConfiguration,
  found: Found,
): Promise<Result<ResolvedInput>> {
  const { files, texts, problems: pathProblems } = found
  const configuration = await withFoundEnvironments(input, loaded.value, found)
  const missing = missingEnvironmentFile(input, configuration)
  const fromFile =
    missing === undefined ? await environmentFile(input, configuration) : ({ ok: true, value: {} } as const)
  const problems = [
    ...unknownEnvironment(input, configuration, files),
    ...refusedEnvironment(input, configuration),
    ...pathProblems.filter(isError),
    ...(fromFile.ok ? [] : fromFile.problems),
  ]
  if (problems.length > 0 || !fromFile.ok) return { ok: false, problems }
  return {
    ok: true,
    value: {
      files,
      texts,
      sources: found.sources,
      reads: withOwnVariables(found.reads, input, configuration),
      configuration,
      processEnvironment: { ...fromFile.value, ...input.processEnvironment },
      ...(missing === undefined ? {} : { missingEnvironmentFile: missing }),
      warnings: [...(loaded.warnings ?? []), ...pathProblems.filter(one => !isError(one))],
      ...(loaded.source === undefined ? {} : { configurationSource: loaded.source }),
      hide: found =>
        found.length === 0 || loaded.secretsOf === undefined ? found : hideSecrets(found, loaded.secretsOf()),
    },
  }
}

/**
 * The environments of the configuration, and under other names those that are saved, when one of them is asked for. Those of files of
 * other tools have what these say by the same name.
 */
async function withFoundEnvironments(
  { environment }: SuiteInput,
  configuration: Configuration,
  { environments: found, ownEnvironments }: Found,
): Promise<Configuration> {
  const known = { ...found, ...configuration.environments }
  const isKnown = (name: string): boolean =>
    [known, ...ownEnvironments.values()].some(all => Object.hasOwn(all, name))
  const environments =
    environment === undefined || isKnown(environment)
      ? known
      : { ...(await import('../saved/find-saved.ts')).savedEnvironments(configuration.directory), ...known }
  if (ownEnvironments.size === 0) return { ...configuration, environments }
  const joined = [...ownEnvironments].map(
    ([file, own]) => [file, joinEnvironments(own, environments)] as const,
  )
  return { ...configuration, environments, ownEnvironments: new Map(joined) }
}

/** Environments with what others say by the same names, which wins. */
function joinEnvironments(own: Environments, others: Environments): Environments {
  const joined = Object.entries(own).map(([name, one]) => {
    const other = Object.hasOwn(others, name) ? others[name] : undefined
    if (other === undefined) return [name, one] as const
    // One name is a variable in one of them and a secret in the other.
    const isOther = ([key]: [string, JsonValue]): boolean =>
      Object.hasOwn(other.variables, key) || Object.hasOwn(other.secrets, key)
    const left = (values: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(values).filter(one => !isOther(one)))
    const variables = { ...left(one.variables), ...other.variables }
    return [
      name,
      { ...one, ...other, variables, secrets: { ...left(one.secrets), ...other.secrets } },
    ] as const
  })
  return { ...others, ...Object.fromEntries(joined) }
}

/** One that the command line names has to be there; that of the configuration often is on a developer's machine alone. */
function missingEnvironmentFile(
  { environmentFile: given }: SuiteInput,
  { envFile }: Configuration,
): string | undefined {
  return given === undefined && envFile !== undefined && !existsSync(envFile) ? envFile : undefined
}

async function environmentFile(
  { environmentFile: given, workingFolder }: SuiteInput,
  { envFile }: Configuration,
): Promise<Result<Readonly<Record<string, string>>>> {
  const file = given === undefined ? envFile : path.resolve(workingFolder, given)
  if (file === undefined) return { ok: true, value: {} }
  const { readEnvironmentFile } = await import('../../parse/environment-file.ts')
  return readEnvironmentFile(file)
}

/** Allows the reads of the user's own texts: with the variables of the configuration, and of an environment. */
function withOwnVariables(
  reads: Found['reads'],
  input: SuiteInput,
  configuration: Configuration,
): Found['reads'] {
  if (reads.size === 0) return reads
  const { variables, secrets, settings } = configuration
  const chosen = environmentOf({}, input, configuration)
  const own = [variables, secrets, settings, chosen.variables, chosen.secrets, input.variables]
  const names = environmentReads(own as unknown as JsonObject[])
  return new Map(
    [...reads].map(([file, one]) => [file, { ...one, entries: new Set([...one.entries, ...names]) }]),
  )
}
