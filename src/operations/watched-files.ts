import path from 'node:path'
import { loadConfiguration } from '../load/load-configuration.ts'
import type { RunInput } from './prepare-run.ts'

/**
 * The files and folders (absolute) whose change makes it worthwhile to run again: the suites with everything beside
 * them, the data, the configuration and the environment file.
 */
export async function watchedFiles(input: RunInput): Promise<readonly string[]> {
  const { workingFolder, paths, data, environmentFile, configurationFile = 'apitest.config.yaml' } = input
  const loaded = await loadConfiguration(workingFolder, input.configurationFile)
  const configuration = loaded.ok ? loaded.value : undefined
  const given = [...paths, data, environmentFile, configuration?.file ?? configurationFile]
  const configured = [...(paths.length === 0 ? (configuration?.suites ?? []) : []), configuration?.envFile]
  return [...given, ...configured].flatMap(file =>
    file === undefined ? [] : [path.resolve(workingFolder, file)],
  )
}
