import { worstExitCode } from '../../model/exit-code.ts'
import { placed } from '../../operations/input-keys.ts'
import { inputFiles, openNameOf } from '../../operations/suites/watched-files.ts'
import { loadJson } from '../../report/load/index.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { loadTest } from '../../operations/load-test/load-test.ts'
import type { LoadProgress } from '../../model/load-test.ts'
import type { Progress } from '../../operations/operation.ts'
import { latencyText, perSecond } from '../../report/load/load-lines.ts'
import { type Result, usageRefusal, problemsIn } from '../../model/problem.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import {
  discardLoadReports,
  loadReporters,
  type LoadReports,
  openLoadReports,
  type OpenReport,
  parseLoadReports,
  printLoad,
  writeLoadReports,
} from '../load-reports.ts'
import { meantUrls } from '../meant-urls.ts'
import { MetricsPush } from '../metrics-push.ts'
import { type AnyGiven, defineCommand } from '../command.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { optionsOf } from '../options-of.ts'
import { print, printAside, printOver } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { refuse } from '../print-result.ts'
import { parseShard, selectionChanges, tagsIn } from '../run-options.ts'
import { isTerminal } from '../terminal.ts'

const { rate, shard, thresholds, stopWhen } = loadTest.input.properties

const { positionals, options, inputOf } = optionsOf(loadTest.input, {
  positionals: ['paths'],
  keys: {
    ...selectionChanges,
    paths: { name: 'targets', demandOption: true },
    tags: { ...selectionChanges.tags, read: tagsOf },
    callers: { alias: 'n' },
    duration: { name: 'for' },
    rate: { describe: `${rate.description}, such as 200/s`, read: readRate },
    shard: { describe: `${shard.description}, such as 1/3`, read: parseShard },
    thresholds: {
      name: 'threshold',
      describe: `${thresholds.description}, such as p95<300ms or error-rate<1%; repeatable`,
    },
    stopWhen: { describe: `${stopWhen.description}, such as error-rate>50% for 5s; repeatable` },
  },
})

/** `apitest load TARGET`: the same suites under many callers. */
export const command = defineCommand({
  operations: [loadTest],
  positionals,
  options: {
    ...options,
    reporter: {
      array: true,
      alias: 'r',
      describe: `A report, name=file, beside the table; repeatable: ${loadReporters}`,
    },
    json: { boolean: true, describe: 'Print the figures as JSON' },
  },
  usage: ['load PATH.. [options]', 'load [METHOD] URL [options]'],
  needs: ['what to load', 'Name a suite, something saved, or a URL.'],
  groups: {
    'Load:': ['callers', 'for', 'requests', 'ramp-up', 'rate', 'at-most', 'threads', 'shard'],
    'Outcome:': ['threshold', 'stop-when', 'reporter', 'json'],
    'Safety:': ['target-is-mine', 'production', 'allow-many'],
  },
  examples: [
    ['load http://127.0.0.1:4010/api/health', 'Ten callers for ten seconds'],
    [
      'load suites/shop.apitest.yaml --callers 50 --for 1m --ramp-up 10s --threshold "p95<300ms"',
      'A suite, by callers that begin anew when they are through',
    ],
    [
      'load suites/shop.apitest.yaml --rate 200/s --for 30s',
      'Iterations that begin 200 times a second, come what may',
    ],
  ],
  run: load,
})

interface LoadArguments {
  readonly json?: boolean | undefined
  readonly reporter?: readonly string[] | undefined
}

async function load(given: AnyGiven & LoadArguments): Promise<number> {
  const told = inputOf(given)
  const reports = parseLoadReports(given.reporter ?? [], process.env)
  const problems = problemsIn(told, reports)
  if (!told.ok || !reports.ok) return refuse(problems)
  const workingFolder = process.cwd()
  const input = placed(told.value, hostOf())
  const refused = await refuseOverInputs(
    reportFiles(reports.value.files),
    workingFolder,
    () => inputFiles(input),
    undefined,
    file => openNameOf(file, input),
  )
  if (refused.length > 0) return refuse(refused)
  const { opened, problems: unopened } = await openLoadReports(reports.value.files)
  try {
    return unopened.length > 0
      ? refuse(unopened)
      : await loadAndReport(given, told.value, reports.value, opened)
  } finally {
    await discardLoadReports(opened)
  }
}

/** The load test itself, and what is told of it. */
async function loadAndReport(
  given: LoadArguments,
  told: Parameters<typeof loadTest.run>[0],
  { collectors }: LoadReports,
  opened: readonly OpenReport[],
): Promise<number> {
  const interrupts = new Interrupts()
  const live = new LiveLine()
  const pushes = collectors.map(
    collector =>
      new MetricsPush(collector, problem => {
        live.end()
        printProblems([problem])
      }),
  )
  const progress = (now: Progress): void => {
    for (const { show } of [live, ...pushes]) show(now)
  }
  try {
    const answer = await loadTest.run(told, hostOf(interrupts, { progress }))
    live.end()
    if (!answer.ok) return refuse(meantUrls(answer.problems), interrupts.interrupt)
    const { result, problems: warnings } = answer.value
    printProblems(warnings)
    const unwritten = await writeLoadReports(opened, result)
    if (given.json === true) print(loadJson(result))
    else printLoad(result)
    const { interrupt, insist } = interrupts
    const signal = interrupt.aborted ? insist : interrupt
    const unpushed = await Promise.all(pushes.map(push => push.finish(result, signal)))
    const undelivered = [...unwritten, ...unpushed.flat()]
    printProblems(undelivered)
    return worstExitCode([result.exitCode, ...undelivered.map(() => 2)])
  } finally {
    for (const push of pushes) push.close()
    interrupts.release()
  }
}

/** Reads `200/s`. */
function readRate([written = '']: readonly string[]): Result<number> {
  const rate = Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(written)?.[1])
  return Number.isNaN(rate)
    ? usageRefusal(`--rate ${written} is no number of iterations in a second`, 'Write --rate 200/s.')
    : { ok: true, value: rate }
}

function tagsOf(written: readonly string[]): Result<readonly string[]> {
  return { ok: true, value: written.flatMap(tagsIn) }
}

/** Milliseconds between two lines where they cannot be written over. */
const lineInterval = 10_000

/** Tells how far a load test is: in a line that is written over in a terminal, elsewhere in one every ten seconds. */
class LiveLine {
  readonly #isLive = isTerminal(process.stderr)
  #last: Pick<LoadProgress, 'elapsed' | 'requests'> = { elapsed: 0, requests: 0 }
  #isShown = false

  readonly show = (progress: Progress): void => {
    if (progress.type !== 'load') return
    const { now } = progress
    const { elapsed, requests } = this.#last
    if (!this.#isLive && now.elapsed - elapsed < lineInterval) return
    const rate = ((now.requests - requests) * 1000) / (now.elapsed - elapsed)
    this.#last = now
    const line = [
      formatDuration(now.elapsed),
      `${perSecond(rate)} requests/s`,
      `p95 ${latencyText(now.p95)}`,
      plural(now.errors, 'error'),
      `${plural(now.callers, 'caller')} busy`,
    ].join('  ')
    if (this.#isLive) printOver(line)
    else printAside(`${line}\n`)
    this.#isShown = true
  }

  /** Takes the line away. */
  end(): void {
    if (this.#isLive && this.#isShown) printOver('')
  }
}
