import { distinctProblems } from '../../check/distinct-problems.ts'
import type { ScopeInput, SuiteInput } from '../input-keys.ts'
import { byConfiguration, type LoadedConfiguration, loadConfiguration } from './load-configuration.ts'
import { withServicePorts } from '../../load/service-ports.ts'
import type { Configuration } from '../../model/configuration.ts'
import { allOf, isError, type Result } from '../../model/problem.ts'
import { findAll } from './find-all.ts'
import { type Found, nothing } from './found.ts'
import { sharedMocks } from './outer-options.ts'
import { type ResolvedInput, resolveWith } from './resolve-scope.ts'

/**
 * Finds the suites, and for each project that they are of its configuration and its environment file. A suite belongs to the
 * nearest configuration above it, else to that of the working folder, whose project comes first. All problems are collected.
 */
export async function resolveProjects<Input extends SuiteInput>(
  input: Input,
): Promise<Result<readonly InProject<Input>[]>> {
  const loaded = await loadConfiguration(input.workingFolder, input.configurationFile)
  if (!loaded.ok) return loaded
  const found = await findAll(input, loaded.value)
  const home = loaded.value.file
  // A configuration that is named is that of all suites; what is saved has that of the working folder.
  const groups =
    input.configurationFile === undefined
      ? byConfiguration(found.files, home, found.texts)
      : [[home, found.files] as const]
  const projects = await Promise.all(
    [...groups].map(async ([configurationFile, files]) => {
      const isOwn = configurationFile === home
      const own = isOwn ? input : { ...input, configurationFile }
      const read = isOwn ? loaded : await loadConfiguration(input.workingFolder, configurationFile)
      const resolved = read.ok ? await resolveSuites(own, read, partOf(found, files, isOwn)) : read
      return resolved.ok
        ? ({ ok: true, value: { ...resolved.value, input: own, home: loaded.value } } as const)
        : resolved
    }),
  )
  const whole = allOf(projects)
  return whole.ok ? whole : { ok: false, problems: distinctProblems(whole.problems) }
}

/** The part of what was found that is of a project; the environments of what is saved are those of the working folder's. */
function partOf(found: Found, files: readonly string[], isOwn: boolean): Found {
  const all = new Set(files)
  const ownEnvironments = new Map([...found.ownEnvironments].filter(([file]) => all.has(file)))
  return { ...found, files, ownEnvironments, environments: isOwn ? found.environments : {} }
}

/** The files of a project, and its input: that names the configuration where it is not that of the working folder. */
export interface InProject<Input extends SuiteInput = SuiteInput> extends ResolvedInput {
  readonly input: Input
  /** The configuration of the working folder, whatever its suites. */
  readonly home: Configuration
}

/** The same of a configuration by itself, which the input names. */
export async function resolveConfiguration(input: ScopeInput): Promise<Result<ResolvedInput>> {
  const loaded = await loadConfiguration(input.workingFolder, input.configurationFile)
  return loaded.ok ? resolveSuites({ ...input, paths: [] }, loaded, nothing) : loaded
}

async function resolveSuites(
  input: SuiteInput,
  loaded: LoadedConfiguration,
  found: Found,
): Promise<Result<ResolvedInput>> {
  const resolved = await resolveWith(input, loaded, found)
  if (!resolved.ok) return resolved
  const { configurationSource, hide } = resolved.value
  const configuration = await withServicePorts(resolved.value.configuration)
  if (configurationSource === undefined || sharedMocks(configuration, () => true).length === 0)
    return { ok: true, value: { ...resolved.value, configuration } }
  const { sharedMockProblems } = await import('./shared-mock-problems.ts')
  const problems = hide(await sharedMockProblems(configurationSource, input, configuration))
  if (problems.some(isError)) return { ok: false, problems }
  const warnings = [...resolved.value.warnings, ...problems]
  return { ok: true, value: { ...resolved.value, configuration, warnings } }
}
