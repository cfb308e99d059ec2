import path from 'node:path'
import { filesIn } from '../../load/referenced-files.ts'
import { hasSetup } from '../../parse/setup-source.ts'
import { parseConfiguration } from '../../parse/parse-configuration.ts'
import { largestWritten, readText } from '../../util/read-text.ts'
import { ignoredExchanges } from '../contract/read-ignore-file.ts'
import type { ScopeInput } from '../input-keys.ts'
import { nearestConfiguration, withNearestConfiguration } from '../opening/load-configuration.ts'
import { setupFiles } from './watched-files.ts'

/** The other files of an operation that is no run of suites. */
interface OwnFiles {
  /** The files and folders that it is about: it is in their project. */
  readonly about?: readonly string[]
  /** The text of its requests, which may name certificates, keys and bodies. */
  readonly written?: unknown
}

/**
 * The files (absolute) that an operation reads: what it is about and with which variables it works, which is the configuration
 * with its setup and all that these name, the file of the environment, and the ignore file. A configuration that has mistakes is read, too.
 */
export async function scopeFiles(
  input: ScopeInput & { readonly ignoreFile?: string },
  { about = [], written }: OwnFiles = {},
): Promise<readonly string[]> {
  const { workingFolder, environmentFile, ignoreFile = ignoredExchanges.usualFile } = input
  const named = [undefined, ...about].map(
    one => withNearestConfiguration(input, one, workingFolder).configurationFile,
  )
  const configurations = new Set(
    named.map(file =>
      file === undefined ? nearestConfiguration(workingFolder) : path.resolve(workingFolder, file),
    ),
  )
  const given = [...about, ignoreFile, ...(environmentFile === undefined ? [] : [environmentFile])]
  return [
    ...given.map(file => path.resolve(workingFolder, file)),
    ...filesIn(written, workingFolder),
    ...(await Promise.all([...configurations].map(filesOfConfiguration))).flat(),
  ]
}

async function filesOfConfiguration(file: string | undefined): Promise<readonly string[]> {
  const content = file === undefined ? undefined : readText(file, largestWritten)
  if (file === undefined || content === undefined || content instanceof Error) return []
  const { source, configuration } = await parseConfiguration(content, file)
  const { directory, envFile } = configuration
  return [
    file,
    ...(envFile === undefined ? [] : [envFile]),
    path.join(directory, '.tool', 'api-collections.json'),
    ...filesIn(source.readIn?.written ?? source.value, directory),
    ...(hasSetup(source) ? await setupFiles(source) : []),
  ]
}
