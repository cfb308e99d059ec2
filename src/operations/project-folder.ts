import { loadConfiguration } from '../load/load-configuration.ts'
import type { Result } from '../model/problem.ts'

/** Whose call history is meant. */
export interface HistoryInput {
  /** Absolute path of the folder the configuration is looked for from. */
  readonly workingFolder: string
  readonly configurationFile?: string
}

/** The folder that holds `.tool/`: that of the configuration, or the working folder when there is none. */
export async function historyFolder(input: HistoryInput): Promise<Result<string>> {
  const loaded = await loadConfiguration(input.workingFolder, input.configurationFile)
  return loaded.ok ? { ok: true, value: loaded.value.directory } : loaded
}
