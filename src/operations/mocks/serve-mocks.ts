import path from 'node:path'
import type { RecordFile } from '../../mock/proxy/record-file.ts'
import type { LiveMock, StandaloneMock } from '../../mock/standalone/live-mocks.ts'
import { type NotServed, serveStandalone, type Standalone } from '../../mock/standalone/serve-standalone.ts'
import {
  errorProblem,
  type Problem,
  type Result,
  refusal,
  usageProblem,
  isError,
  asWarning,
} from '../../model/problem.ts'
import { aborted } from '../../util/aborted.ts'
import { defined } from '../../util/defined.ts'
import { reasonOf } from '../../util/reason-of.ts'
import type { Host, StartedMock } from '../operation.ts'
import { runsAlready } from './chosen-mocks.ts'
import type { PreparedMocks } from './prepare-mocks.ts'

/** Serves mocks until the host interrupts, or somebody stops them, or nobody has called them for long. */
export async function serveMocks(
  { loaded, directory, reload, record, idle, log }: PreparedMocks & { readonly log?: string },
  watches: boolean,
  { interrupt, progress }: Host,
): Promise<Result<{ readonly mocks: readonly StartedMock[] }>> {
  const records = record === undefined ? undefined : await openRecords(record, progress)
  const { learnerOf } = await import('../../mock/proxy/recorder.ts')
  const withRecords = (mocks: readonly StandaloneMock[]): readonly StandaloneMock[] =>
    mocks.map(one => {
      const recorder = records?.recorderOf(one.mock.name, one.secrets) ?? learnerOf(one.secrets)
      return { ...one, context: { ...one.context, recorder } }
    })
  const served = await serveOrTell(withRecords(loaded.mocks), directory, log)
  if (!served.ok) return served
  const { mocks, entries, close } = served.value
  for (const { mock, running } of mocks.all)
    running.journal.tellRefusal = reason => {
      const known = mocks.find(mock.name)
      if (known !== undefined)
        progress?.({ type: 'refused', mock: mock.name, reason: known.secrets.mask(reason) })
    }
  const unwatch = watches
    ? await watch(served.value, await loaded.files(), defined({ reload, withRecords, progress }))
    : undefined
  const started = entries.map(entry => ({
    name: entry.name,
    url: entry.url,
    ...defined({ certificate: mocks.find(entry.name)?.running.variables.certificate }),
    routes: mocks.find(entry.name)?.running.routes.length ?? 0,
    page: `${entry.control.url}/#${entry.control.token}`,
    ...(log === undefined ? {} : { log }),
  }))
  const over = Promise.race([aborted(mocks.over), aborted(interrupt)])
  if (idle !== undefined)
    void mocks.stopWhenIdle(idle).catch((error: unknown) => {
      progress?.({ type: 'warnings', problems: [asWarning(usageProblem(reasonOf(error)))] })
    })
  progress?.({ type: 'warnings', problems: await descriptionWarnings(mocks.all) })
  progress?.({ type: 'serving', mocks: started })
  await over
  const reason = interrupt.aborted ? 'interrupted' : String(mocks.over.reason)
  await unwatch?.()
  await close()
  await records?.close()
  progress?.({ type: 'served', reason })
  return { ok: true, value: { mocks: started } }
}

/** Opens the file that records the answers of servers behind mocks. */
async function openRecords(file: string, progress: Host['progress']): Promise<RecordFile> {
  const { RecordFile: Records } = await import('../../mock/proxy/record-file.ts')
  return new Records(file, complaint => {
    progress?.({ type: 'warnings', problems: [asWarning(usageProblem(complaint))] })
  })
}

/**
 * Warns of gaps in the descriptions by which mocks answer. A description that no suite has checked is checked for
 * references that lead nowhere, too.
 */
async function descriptionWarnings(mocks: readonly LiveMock[]): Promise<readonly Problem[]> {
  const found = await Promise.all(
    mocks.map(async ({ mock, file, running: { description } }) => {
      if (description === undefined) return []
      const { missingReferences } = await import('../../api-description/missing-references.ts')
      const { misspeltPaths } = await import('../../api-description/misspelt-paths.ts')
      const hint =
        misspeltPaths(description) ?? 'Operations stand under `paths`, whose keys begin with a slash.'
      const none = usageProblem(`${path.basename(mock.spec ?? '')} describes no operation`, hint)
      const missing = mock.spec === file ? missingReferences(description) : []
      return [
        ...(description.operations.length === 0 ? [none] : []),
        ...missing.map(reason => ({
          ...usageProblem(`${path.basename(file)}: ${reason}`),
          code: 'unresolved-reference' as const,
          hint: 'What needs it is answered with 501.',
        })),
      ]
    }),
  )
  return found.flat().map(asWarning)
}

async function serveOrTell(
  mocks: PreparedMocks['loaded']['mocks'],
  directory: string,
  log: string | undefined,
): Promise<Result<Standalone>> {
  try {
    const served = await serveStandalone(mocks, { directory, ...(log === undefined ? {} : { log }) })
    return 'kind' in served ? refusal(notServed(served)) : { ok: true, value: served }
  } catch (error) {
    return refusal(
      usageProblem(reasonOf(error), 'Mocks that run are kept in .tool, beside apitest.config.yaml.'),
    )
  }
}

function notServed(why: NotServed): Problem {
  if (why.kind === 'running') return runsAlready(why.entry)
  return errorProblem({ code: why.failure.span === undefined ? 'usage' : 'mock-failed', ...why.failure })
}

/** Answers by the files as they are after a change, or tells why not. */
function watch(
  { mocks }: Standalone,
  files: readonly string[],
  {
    reload,
    withRecords,
    progress,
  }: Pick<PreparedMocks, 'reload'> &
    Pick<Host, 'progress'> & {
      readonly withRecords: (mocks: readonly StandaloneMock[]) => readonly StandaloneMock[]
    },
): Promise<() => Promise<void>> {
  const tell = (problems: readonly Problem[]): void => {
    const [first] = problems.filter(isError)
    mocks.complain(first?.message)
    progress?.({ type: 'reloaded', problems })
  }
  const changed = async (): Promise<void> => {
    const loaded = await reload()
    if (!loaded.ok) {
      tell(loaded.problems)
      return
    }
    tell([...loaded.value.warnings, ...(await mocks.answerBy(withRecords(loaded.value.mocks)))])
  }
  // One after the other, or older files could win; one that waits reads what is there then.
  let last = Promise.resolve()
  let isWaiting = false
  return watchWith(files, () => {
    if (isWaiting) return
    isWaiting = true
    last = last
      .then(() => {
        isWaiting = false
        return changed()
      })
      .catch((error: unknown) => {
        tell([usageProblem(reasonOf(error))])
      })
  })
}

async function watchWith(files: readonly string[], changed: () => void): Promise<() => Promise<void>> {
  const { watchMocks } = await import('../../mock/standalone/watch-mocks.ts')
  return watchMocks(files, changed)
}
