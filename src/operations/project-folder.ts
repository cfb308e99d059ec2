import { loadConfiguration } from './opening/load-configuration.ts'
import type { Result } from '../model/problem.ts'
import type { Workspace } from './operation.ts'
import { byHand, fileName, optional } from './schema.ts'

/** The key of every operation that works in a project. */
export const projectKeys = {
  configurationFile: byHand(
    optional(fileName('read', 'Configuration file, instead of the nearest apitest.config.yaml')),
  ),
} as const

/** The folder that holds `.tool/`: that of the configuration, or the working folder when there is none. */
export async function projectFolder(
  { configurationFile }: { readonly configurationFile?: string },
  { workingFolder }: Pick<Workspace, 'workingFolder'>,
): Promise<Result<string>> {
  const loaded = await loadConfiguration(workingFolder, configurationFile)
  return loaded.ok ? { ok: true, value: loaded.value.directory } : loaded
}
