import path from 'node:path'
import type { Configuration } from '../../model/configuration.ts'
import {
  errorProblem,
  type Problem,
  type Result,
  refusal,
  usageRefusal,
  isError,
} from '../../model/problem.ts'
import { emptyConfiguration, parseConfiguration } from '../../parse/parse-configuration.ts'
import type { YamlSource } from '../../document/index.ts'
import { largestWritten, readText } from '../../util/read-text.ts'
import type { Secrets } from '../../secrets/index.ts'
import { isWithin } from '../../util/is-within.ts'
import { statusOf } from '../../util/status-of.ts'
import { fileOfSuite } from '../../util/suite-of-file.ts'
import { isSuite } from '../../load/find-suites.ts'
import { unreadableFile } from '../../load/unreadable-file.ts'

/** A configuration, and what is known of one that was read from a file. */
export interface LoadedConfiguration {
  readonly ok: true
  readonly value: Configuration
  /** The warnings about it: it can be used in spite of them. */
  readonly warnings?: readonly Problem[]
  /** The secrets that it has in clear and no output may show. */
  readonly secretsOf?: () => Secrets
  /** Its text, for problems that show only with the suites it applies to. */
  readonly source?: YamlSource
}

type Refused = Extract<Result<never>, { readonly ok: false }>

/** The file name of a configuration. */
export const configurationName = 'apitest.config.yaml'

/**
 * The configuration in `given`, or else the nearest `apitest.config.yaml` in the working folder or above it. Without one,
 * an empty configuration.
 */
export async function loadConfiguration(
  workingFolder: string,
  given: string | undefined,
): Promise<LoadedConfiguration | Refused> {
  const file = given === undefined ? nearestConfiguration(workingFolder) : path.resolve(workingFolder, given)
  if (file === undefined) return withoutConfiguration(workingFolder)
  const content = readText(file, largestWritten)
  if (content instanceof Error) return { ok: false, problems: [unreadable(file, content)] }
  const { source, configuration } = await parseConfiguration(content, file)
  const { checkConfiguration } = await import('../../check/check-configuration.ts')
  const { literalSecrets } = await import('../../check/literal-secrets.ts')
  const problems = checkConfiguration(source)
  if (problems.some(isError)) return { ok: false, problems: await withRemedies(source, problems) }
  return {
    ok: true,
    value: configuration,
    warnings: problems,
    secretsOf: () => literalSecrets(source),
    source,
  }
}

/** Adds to problems the lines to write instead; the code that makes them is loaded only then. */
async function withRemedies(source: YamlSource, problems: readonly Problem[]): Promise<readonly Problem[]> {
  const { withConfigurationRemedies } = await import('../../check/remedies/configuration.ts')
  const { hideLiterals } = await import('../../check/hide-literals.ts')
  return hideLiterals(source, withConfigurationRemedies(source, problems))
}

/** Returns the configuration of a folder that has none; a file under another extension would be read by nobody. */
export function withoutConfiguration(workingFolder: string): Result<Configuration> {
  const [other] = ['yml', 'json'].filter(
    extension => statusOf(path.join(workingFolder, `apitest.config.${extension}`))?.isFile() === true,
  )
  if (other === undefined) return { ok: true, value: emptyConfiguration(workingFolder) }
  const message = `apitest.config.${other} is read by nobody: the configuration is ${configurationName}`
  const hint = `Call it ${configurationName}${other === 'json' ? '; JSON is YAML, too' : ''}.`
  return refusal(errorProblem({ code: 'configuration-missing', message, hint }))
}

function unreadable(file: string, error: Error): Problem {
  return 'code' in error && error.code === 'ENOENT'
    ? errorProblem({
        code: 'configuration-missing',
        message: `there is no configuration file ${file}`,
        hint: 'The path of --config is relative to the folder you are in.',
      })
    : unreadableFile(file, error)
}

/** The nearest configuration in a folder or above it. */
export function nearestConfiguration(folder: string): string | undefined {
  const candidate = path.join(folder, configurationName)
  if (statusOf(candidate)?.isFile() === true) return candidate
  const parent = path.dirname(folder)
  return parent === folder ? undefined : nearestConfiguration(parent)
}

/**
 * An input in the project of what it names: with the configuration nearest to that, unless it names one. A
 * description that lies elsewhere than below the working folder, and what is saved, is in the project of the working folder.
 */
export function withNearestConfiguration<Input extends { readonly configurationFile?: string }>(
  input: Input,
  named: string | undefined,
  workingFolder: string,
): Input {
  const place = named === undefined ? undefined : path.resolve(workingFolder, named)
  const status = place === undefined ? undefined : statusOf(place)
  if (input.configurationFile !== undefined || place === undefined || status === undefined) return input
  if (!isWithin(place, workingFolder) && !status.isDirectory() && !isSuite(place)) return input
  const nearest = nearestConfiguration(status.isDirectory() ? place : path.dirname(place))
  return nearest === undefined || nearest === nearestConfiguration(workingFolder)
    ? input
    : { ...input, configurationFile: nearest }
}

/** The same of an input that names several files, which have to be of one project. `what` they are is told. */
export function inNearestProject<Input extends { readonly configurationFile?: string }>(
  input: Input,
  named: readonly string[],
  workingFolder: string,
  what: string,
): Result<Input> {
  const all = named.map(one => withNearestConfiguration(input, one, workingFolder))
  const own = nearestConfiguration(workingFolder)
  const files = new Set(all.map(({ configurationFile = own }) => configurationFile))
  return files.size > 1 ? ofSeveral([...files], workingFolder, what) : { ok: true, value: all[0] ?? input }
}

/**
 * Files by the configuration that is nearest to each; those without one are with `own`, which comes first, as are `ofOwn` wherever
 * they stand.
 */
export function byConfiguration(
  files: readonly string[],
  own: string | undefined,
  ofOwn: { has(file: string): boolean } = new Set(),
): ReadonlyMap<string | undefined, readonly string[]> {
  const groups = new Map<string | undefined, string[]>([[own, []]])
  const nearest = new Map<string, string | undefined>()
  for (const file of files) {
    const folder = folderAround(file)
    if (!nearest.has(folder)) nearest.set(folder, nearestConfiguration(folder))
    const configuration = ofOwn.has(file) ? own : (nearest.get(folder) ?? own)
    const group = groups.get(configuration)
    if (group === undefined) groups.set(configuration, [file])
    else group.push(file)
  }
  if (groups.size > 1 && groups.get(own)?.length === 0) groups.delete(own)
  return groups
}

/** The folder of a suite; one of another tool may itself be a folder, or one of the suites that such a folder holds. */
function folderAround(file: string): string {
  const place = isSuite(file) ? file : fileOfSuite(file)
  return !isSuite(file) && statusOf(place)?.isDirectory() === true ? place : path.dirname(place)
}

/** Refuses suites, or what else belongs to several projects, where something works in one. */
export function ofSeveral(
  configurations: readonly (string | undefined)[],
  workingFolder: string,
  what = 'suites',
): Result<never> {
  const names = configurations.map(file =>
    file === undefined ? 'none' : path.relative(workingFolder, file) || file,
  )
  return usageRefusal(
    `the ${what} belong to ${names.length} configurations: ${names.join(', ')}`,
    `Name the ${what} of one of them.`,
  )
}
