import { judgeLoad } from '../../load-test/judge-load.ts'
import { runLoad } from '../../load-test/run-load.ts'
import type { LoadResult } from '../../model/load-test.ts'
import type { Result } from '../../model/problem.ts'
import { placed } from '../input-keys.ts'
import { type Host, operation } from '../operation.ts'
import { listed, previewPlan } from '../preview.ts'
import { productionIn } from '../production.ts'
import { object, published, type ValueOf } from '../schema.ts'
import { problemsSchema } from '../problems-schema.ts'
import { type KnownSecret, SecretReader } from '../opening/secret-commands.ts'
import { inSurroundings } from '../opening/surroundings.ts'
import { setUpFirst } from '../opening/set-up-first.ts'
import { type LoadInput, loadInput } from './load-input.ts'
import { moreThreads } from './load-threads.ts'
import { fileName, type PreparedLoad, prepareLoad } from './prepare-load.ts'
import { defined } from '../../util/defined.ts'
import { hearSignals } from '../../util/interruptions.ts'
import { TargetGuard } from './target-guard.ts'

const loadAnswer = object({
  result: published<LoadResult>(
    'load-report.schema.json',
    'What was measured, and the verdict; secrets are masked',
  ),
  problems: problemsSchema,
})

/** Runs suites, saved requests or a URL under many callers, and judges what was measured. */
export const loadTest = operation({
  name: 'load-test',
  permission: 'traffic',
  summary:
    'Puts suites, saved requests or a URL under the load of many callers, and judges what was measured.',
  input: loadInput,
  answer: loadAnswer,
  tell: async ({ result }, { workingFolder }) => {
    const { loadLines } = await import('../../report/load/load-lines.ts')
    const { palette } = await import('../../report/terminal/palette.ts')
    return loadLines(result, { colors: palette(false), verbose: false, workingFolder })
  },
  preview: async (given, host) => {
    // That production is meant is for the question: here it keeps nothing back.
    const prepared = await prepareLoad({ ...placed(given, host), production: true }, host)
    if (!prepared.ok) return prepared
    const { plan } = prepared.value.prepared
    const { profileWords } = await import('../../report/load/load-lines.ts')
    const load = listed(prepared.value.order.scenarios.map(({ profile }) => profileWords(profile)))
    const { sentences, ...others } = previewPlan(prepared.value.prepared, true)
    return {
      ok: true,
      value: {
        ...others,
        sentences: [`Puts a load on it: ${load}`, ...sentences],
        production: productionIn(plan),
      },
    }
  },
  run: (given, host) => test(placed(given, host), host),
})

async function test(input: LoadInput, host: Host): Promise<Result<ValueOf<typeof loadAnswer>>> {
  const reader = new SecretReader(host.interrupt)
  const prepared = await prepareLoad(input, host, reader)
  if (!prepared.ok) return prepared
  const tested = await putUnderLoad(prepared.value, input, host, await reader.known())
  if (!tested.ok) return tested
  return { ok: true, value: { result: tested.value, problems: prepared.value.warnings } }
}

async function putUnderLoad(
  { prepared, order: { scenarios, thresholds, stopWhen } }: PreparedLoad,
  input: LoadInput,
  host: Host,
  known: readonly KnownSecret[],
): Promise<Result<LoadResult>> {
  const { interrupt, insist, progress, program, session } = host
  const startedAt = Date.now()
  const guard = new TargetGuard(input.targetIsMine === true)
  const surroundings = {
    ...{ emit: () => undefined, showsBegins: false, interrupt, insist },
    ...defined({ program, session }),
  }
  let standIns: readonly string[] = []
  const surrounded = await inSurroundings(prepared, input, surroundings, run => {
    standIns = run.sharedMocks?.standIns ?? []
    return setUpFirst(prepared, run, own =>
      runLoad(scenarios, guard.watch(own), {
        fileOf: fileName(input),
        stopWhen,
        progress: (now, measured) => progress?.({ type: 'load', now, measured }),
        threads: moreThreads({ input, secrets: known }, scenarios, own, problem => {
          guard.refuse(problem)
        }),
      }),
    )
  })
  const measured = surrounded.ok ? surrounded.value : surrounded
  if (!measured.ok) return measured
  if (guard.problem !== undefined) return { ok: false, problems: [guard.problem] }
  await hearSignals()
  const result = judgeLoad(measured.value, scenarios, thresholds, {
    startedAt,
    interrupted: interrupt.aborted,
    shard: input.shard,
  })
  return { ok: true, value: standIns.length === 0 ? result : { ...result, standIns } }
}
