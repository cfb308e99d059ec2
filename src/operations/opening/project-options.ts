import type { YamlSource } from '../../document/index.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import { hasSetup } from '../../parse/setup-source.ts'
import { defined } from '../../util/defined.ts'
import { collectionFacts } from './collection-facts.ts'
import { type OuterInput, outerOptions } from './outer-options.ts'
import type { ResolvedInput } from './resolve-scope.ts'
import type { LoadedSetup } from './setup.ts'

/** The options by which the suites of a project are read. */
export function projectOptions(
  resolved: ResolvedInput,
  input: OuterInput,
  more: Pick<LoadOptions, 'rowLimit'> & Partial<LoadOptions>,
): LoadOptions {
  const { texts, sources, reads, configuration, configurationSource } = resolved
  const { processEnvironment, missingEnvironmentFile } = resolved
  // Where suites may run anywhere, the environment of this process says nothing.
  const process = { processEnvironment: new Set(Object.keys(processEnvironment)), missingEnvironmentFile }
  return defined({
    ...{ texts, sources, reads, collections: collectionFacts, configuration: configurationSource },
    ...outerOptions(input, configuration),
    ...(input.anyEnvironment === true ? {} : process),
    ...more,
  })
}

/** Reads the setup of a project; the options are those of what runs behind it. */
export async function behindSetup(
  { configuration, configurationSource }: ResolvedInput,
  input: OuterInput,
  files: readonly string[],
  options: LoadOptions,
): Promise<{ readonly setup: LoadedSetup; readonly options: LoadOptions }> {
  const setup = await setupIn(configurationSource, files, options)
  return { setup, options: { ...options, ...outerOptions(input, configuration, setup.given) } }
}

/** The setup of a configuration as `loadSetup` reads it; most have none. */
async function setupIn(
  configuration: YamlSource | undefined,
  files: readonly string[],
  options: LoadOptions,
): Promise<LoadedSetup> {
  if (!hasSetup(configuration)) return { given: [], problems: [] }
  return (await import('./setup.ts')).loadSetup(configuration, files, options)
}
