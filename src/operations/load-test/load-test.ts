import path from 'node:path'
import { judgeLoad } from '../../load-test/judge-load.ts'
import { publicHost } from '../../load-test/own-target.ts'
import { runLoad } from '../../load-test/run-load.ts'
import type { LoadResult } from '../../model/load-test.ts'
import { errorProblem, type Problem, type Result, usageRefusal } from '../../model/problem.ts'
import { maskStep } from '../../run/mask-event.ts'
import type { RunContext } from '../../run/run-context.ts'
import { text } from '../../util/read-values.ts'
import { prepareCall } from '../calls/prepare-call.ts'
import { placed } from '../input-keys.ts'
import { type Host, operation } from '../operation.ts'
import { object, published, type ValueOf } from '../schema.ts'
import { problemsSchema } from '../problems-schema.ts'
import { type PreparedRun, prepareRun } from '../suites/prepare-run.ts'
import { inSurroundings } from '../suites/surroundings.ts'
import { type LoadInput, loadInput, sectionOf } from './load-input.ts'
import { loadProblems } from './load-problems.ts'
import { type LoadOrder, loadOrder } from './load-scenarios.ts'

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
  run: (given, host) => test(placed(given, host), host),
})

async function test(input: LoadInput, host: Host): Promise<Result<ValueOf<typeof loadAnswer>>> {
  const given = sectionOf(input)
  const prepared = await prepare(input)
  const refused = [given, prepared].flatMap(one => (one.ok ? [] : one.problems))
  if (!given.ok || !prepared.ok) return { ok: false, problems: refused }
  const { warnings, plan } = prepared.value
  const order = loadOrder(plan, given.value, input)
  const problems = order.ok ? loadProblems(plan, order.value) : order.problems
  if (!order.ok || problems.length > 0) return { ok: false, problems: [...warnings, ...problems] }
  const tested = await putUnderLoad(prepared.value, input, order.value, host)
  if (!tested.ok) return tested
  return { ok: true, value: { result: tested.value, problems: warnings } }
}

/** A URL is a request that is in no suite. */
async function prepare(input: LoadInput): Promise<Result<PreparedRun>> {
  const { shard: _, ...others } = input
  const { paths, data, rows, tags = [], grep } = others
  const url = paths.find(path => /^https?:\/\//i.test(path))
  if (url === undefined) return prepareRun(others)
  if (data !== undefined || rows !== undefined || tags.length > 0 || grep !== undefined)
    return usageRefusal(
      'a URL has no data rows, tags and names to choose by',
      'Write a suite with the request.',
    )
  const request = paths.length === 1 ? `GET ${url}` : paths.join(' ')
  return prepareCall({ ...others, step: { name: request, request }, given: [] })
}

async function putUnderLoad(
  prepared: PreparedRun,
  input: LoadInput,
  { scenarios, thresholds, stopWhen }: LoadOrder,
  host: Host,
): Promise<Result<LoadResult>> {
  const { secrets } = prepared
  const { interrupt, insist, progress } = host
  const startedAt = Date.now()
  const guard = new TargetGuard(input.targetIsMine === true)
  const surroundings = { emit: () => undefined, showsBegins: false, interrupt, insist }
  const surrounded = await inSurroundings(prepared, input, surroundings, run =>
    runLoad(scenarios, guard.watch(run), {
      mask: result => maskStep(result, secrets),
      stopWhen,
      progress: (now, measured) => progress?.({ type: 'load', now, measured }),
    }),
  )
  if (!surrounded.ok) return surrounded
  if (guard.problem !== undefined) return { ok: false, problems: [guard.problem] }
  const result = judgeLoad(surrounded.value, scenarios, thresholds, {
    startedAt,
    interrupted: interrupt.aborted,
    shard: input.shard,
    fileOf: file => path.relative(input.workingFolder, file).replaceAll(path.sep, '/'),
  })
  return { ok: true, value: result }
}

/** Ends a load test before it sends anything to a host that nobody said may be loaded. */
class TargetGuard {
  problem: Problem | undefined
  readonly #known = new Map<string, string | undefined>()
  readonly #over = new AbortController()
  readonly #allows: boolean

  constructor(allows: boolean) {
    this.#allows = allows
  }

  /** The context of a run that is guarded. */
  watch(run: RunContext): RunContext {
    if (this.#allows) return run
    return {
      ...run,
      interrupt: AbortSignal.any([run.interrupt, this.#over.signal]),
      refuse: ({ action }, input) => {
        const host = this.#publicHost(text(input[action]) ?? '')
        if (host === undefined) return undefined
        this.problem ??= notAllowed(host)
        this.#over.abort()
        return { kind: 'Request Error', message: this.problem.message }
      },
    }
  }

  #publicHost(written: string): string | undefined {
    const [address = ''] = /\S+$/.exec(written) ?? []
    const origin = /^[^/]*\/\/[^/]+|^[^/]+/.exec(address)?.[0] ?? ''
    if (!this.#known.has(origin)) this.#known.set(origin, publicHost(origin))
    return this.#known.get(origin)
  }
}

function notAllowed(host: string): Problem {
  return errorProblem({
    code: 'not-for-load',
    message: `${host} is not on this machine or a private network, so no load is put on it unasked`,
    hint: 'Where it is yours to load, or you were allowed to, add --target-is-mine.',
  })
}
