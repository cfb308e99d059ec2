import { statSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, asWarning } from '../../model/problem.ts'
import { decodeText } from '../../util/decode-text.ts'
import { rootOf } from '../../util/globs.ts'
import { isWithin, realPath } from '../../util/is-within.ts'
import { largestWritten, readBytes } from '../../util/read-text.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { loadConfiguration, nearestConfiguration } from '../opening/load-configuration.ts'
import type { Workspace } from '../operation.ts'

/** The text of a file that people write, and the byte order mark before it, or nothing. */
export interface MarkedText {
  readonly mark: string
  readonly text: string
}

/** Reads a file of which everything is to stay that is not changed on purpose. */
export function readMarked(file: string): MarkedText | Error {
  try {
    const bytes = readBytes(file, largestWritten)
    const text = decodeText(bytes)
    return text instanceof Error
      ? text
      : { mark: bytes.toString('utf8').slice(0, -text.length || undefined), text }
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/** The files and folders that were named, by the command line or the configuration, which is one of them. */
export async function namedPlaces(
  paths: readonly string[],
  configurationFile: string | undefined,
  { workingFolder }: Workspace,
): Promise<readonly string[]> {
  const own = configurationFile ?? nearestConfiguration(workingFolder)
  const configuration = own === undefined ? [] : [path.resolve(workingFolder, own)]
  if (paths.length > 0)
    return [...paths.map(one => rootOf(path.resolve(workingFolder, one))), ...configuration]
  const loaded = await loadConfiguration(workingFolder, configurationFile)
  return [workingFolder, ...configuration, ...(loaded.ok ? loaded.value.suites.map(rootOf) : [])]
}

/** True where a file lies, wherever links lead, outside of what was named: then it is not for us to write. */
export function isOutside(file: string, places: readonly string[]): boolean {
  return !places.some(place => isWithin(file, place))
}

/** Says that a file outside of what was named was left as it is. */
export function leftOutside(file: string): Problem {
  return asWarning(
    errorProblem({
      code: 'file-unreadable',
      message: `${realPath(file)} lies outside of what was named, and stays as it is`,
      hint: 'Name the file itself to have it written.',
    }),
  )
}

/** Writes over a file; tells why that is not possible. */
export async function rewrite(file: string, content: string): Promise<Problem | undefined> {
  try {
    // A file is put in the place of another, whatever that one allows.
    if ((statSync(file).mode & 0o200) === 0)
      return errorProblem({
        code: 'file-unreadable',
        message: `${file} cannot be written: it is read-only`,
      })
    await writeWhole(file, content)
    return undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return errorProblem({ code: 'file-unreadable', message: `${file} cannot be written: ${error.message}` })
  }
}
