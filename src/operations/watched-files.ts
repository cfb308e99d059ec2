import path from 'node:path'
import { findSuites } from '../load/find-suites.ts'
import { loadConfiguration } from '../load/load-configuration.ts'
import { referencedFiles } from '../load/referenced-files.ts'
import type { RunInput } from './prepare-run.ts'

/**
 * The files and folders (absolute) whose change makes it worthwhile to run again: the suites with everything beside
 * them and the files they name, the data, the configuration and the environment file.
 */
export async function watchedFiles(input: RunInput): Promise<readonly string[]> {
  const { workingFolder, paths, data, environmentFile, configurationFile = 'apitest.config.yaml' } = input
  const loaded = await loadConfiguration(workingFolder, input.configurationFile)
  const configuration = loaded.ok ? loaded.value : undefined
  const given = [...paths, data, environmentFile, configuration?.file ?? configurationFile]
  const configured = [...(paths.length === 0 ? (configuration?.suites ?? []) : []), configuration?.envFile]
  const roots = [...given, ...configured].flatMap(file =>
    file === undefined ? [] : [path.resolve(workingFolder, file)],
  )
  const suites = findSuites(paths.length > 0 ? paths : (configuration?.suites ?? []), workingFolder).files
  const referenced = await Promise.all(suites.map(referencedFiles))
  return [...new Set([...roots, ...referenced.flat()])]
}
