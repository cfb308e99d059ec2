import { existsSync } from 'node:fs'
import path from 'node:path'
import { findMocks } from '../../mock/standalone/find-mocks.ts'
import { type Problem, type Result, refusal, usageProblem } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { parseDuration } from '../../util/duration.ts'
import type { ProductionMark } from '../../model/configuration.ts'
import { handsOn, unaskedHanding } from '../production.ts'
import type { Placed } from '../input-keys.ts'
import { inNearestProject } from '../opening/load-configuration.ts'
import { projectFolder } from '../project-folder.ts'
import { secretCommandLinesIn, type SecretReader } from '../opening/secret-commands.ts'
import { resolveScope } from '../opening/resolve-scope.ts'
import { type LoadedMocks, loadMocks } from './load-mocks.ts'
import { runsAlready } from './chosen-mocks.ts'
import type { StartInput } from './start-input.ts'

/** Mocks that can be started, with where and how. */
export interface PreparedMocks {
  readonly loaded: LoadedMocks
  /** The environments marked as production to which they hand requests on. */
  readonly production: readonly ProductionMark[]
  /** The folder of the configuration. */
  readonly directory: string
  /** Reads the files again. */
  readonly reload: () => Promise<Result<LoadedMocks>>
  /** The suite (absolute) to write what servers behind mocks answer to. */
  readonly record?: string
  /** Milliseconds without a call after which all end. */
  readonly idle?: number
}

/** Reads and checks the files, and the secrets of commands where there is a `reader`; a mock of the same name that runs already is a problem, too. */
export async function prepareMocks(
  input: Placed<StartInput>,
  reader?: SecretReader,
): Promise<Result<PreparedMocks>> {
  const placed = inNearestProject(input, input.files ?? [], input.workingFolder, 'mocks')
  if (!placed.ok) return placed
  const found = await resolveScope(placed.value)
  if (!found.ok) return found
  // They are listed and stopped from the folder that they were started in.
  const folder = await projectFolder(input, input)
  if (!folder.ok) return folder
  const directory = folder.value
  const written = await loadMocks(input.files ?? [], input, input, found.value)
  if (!written.ok) return written
  const { mocks, touched, commands } = written.value
  const production = handsOn(mocks.map(({ mock }) => mock)) ? touched : []
  const texts = [input, found.value.configuration.settings.transport]
  const told = [...new Set([...commands, ...secretCommandLinesIn(found.value, input, texts)])]
  // Nothing is read for what is refused, or only told.
  const unasked = reader === undefined ? [] : unaskedHanding(production, input)
  if (unasked.length > 0) return { ok: false, problems: unasked }
  const resolved = reader === undefined ? found : await reader.fillScope(found.value, input, texts)
  if (!resolved.ok) return resolved
  const reload = (): Promise<Result<LoadedMocks>> =>
    loadMocks(input.files ?? [], input, input, defined({ ...resolved.value, reader }))
  // Masks are in what was read before, in the place of what commands told since.
  const loaded = reader === undefined || told.length === 0 ? written : await reload()
  if (!loaded.ok) return loaded
  const record = input.record === undefined ? undefined : path.resolve(input.workingFolder, input.record)
  const unrecorded = recordProblem(record, input.record, loaded.value)
  if (unrecorded !== undefined) return refusal(unrecorded)
  const names = loaded.value.mocks.map(({ mock }) => mock.name)
  const free = await withFreeNames(directory, names)
  if (!free.ok) return free
  const idle = input.idle === undefined ? undefined : parseDuration(input.idle)
  const value = { ...loaded.value, commands: told }
  return { ok: true, value: { loaded: value, production, directory, reload, ...defined({ idle, record }) } }
}

/** Why nothing can be recorded. What is there may be somebody's work. */
function recordProblem(
  file: string | undefined,
  written: string | undefined,
  { mocks }: LoadedMocks,
): Problem | undefined {
  if (file === undefined) return undefined
  if (existsSync(file))
    return usageProblem(`there is a file ${written ?? ''} already`, 'Name another one, or remove it.')
  return mocks.some(({ mock }) => mock.proxy !== undefined)
    ? undefined
    : usageProblem(
        '--record has nothing to record',
        'Name the server to ask with --proxy URL, or `proxy` of a mock.',
      )
}

/** Refuses a name by which a mock runs already. */
async function withFreeNames(directory: string, names: readonly string[]): Promise<Result<void>> {
  const mocks = await findMocks(directory)
  if (!mocks.ok) return mocks
  const found = mocks.value.running.find(({ entry }) => names.includes(entry.name))
  return found === undefined ? { ok: true, value: undefined } : refusal(runsAlready(found.entry))
}
