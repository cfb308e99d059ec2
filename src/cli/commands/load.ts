import { worstExitCode } from '../../model/exit-code.ts'
import { placed } from '../../operations/input-keys.ts'
import { inputFiles, openNameOf } from '../../operations/suites/watched-files.ts'
import { loadJson } from '../../report/load/index.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { loadTest } from '../../operations/load-test/load-test.ts'
import type { LoadProgress } from '../../model/load-test.ts'
import type { Progress } from '../../operations/operation.ts'
import { latencyText, perSecond } from '../../report/load/load-lines.ts'
import { usageProblem } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { pick } from '../../util/pick.ts'
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
import { defineCommand, type Given, type OptionTable, text, texts, wholeNumber, yes } from '../command.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { numberProblems } from '../number-problems.ts'
import { print, printAside, printOver } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { refuse } from '../print-result.ts'
import { parseShard, tagsIn } from '../run-options.ts'
import { allowOption, productionOption, setupOption, suiteOptions, toSuiteInput } from '../suite-options.ts'
import { isTerminal } from '../terminal.ts'

const input = loadTest.input.properties

const profileOptions = {
  callers: { ...wholeNumber(input.callers), alias: 'n' },
  for: { ...text, describe: input.duration.description },
  requests: wholeNumber(input.requests),
  'ramp-up': { ...text, describe: input.rampUp.description },
  rate: { ...text, describe: `${input.rate.description}, such as 200/s` },
  'at-most': wholeNumber(input.atMost),
  threads: wholeNumber(input.threads),
  shard: { ...text, describe: `${input.shard.description}, such as 1/3` },
} as const

const outcomeOptions = {
  threshold: {
    ...texts,
    describe: `${input.thresholds.description}, such as p95<300ms or error-rate<1%; repeatable`,
  },
  'stop-when': {
    ...texts,
    describe: `${input.stopWhen.description}, such as error-rate>50% for 5s; repeatable`,
  },
  reporter: {
    ...texts,
    alias: 'r',
    describe: `A report, name=file, beside the table; repeatable: ${loadReporters}`,
  },
  json: { ...yes, describe: 'Print the figures as JSON' },
} as const

const safetyOptions = {
  'target-is-mine': { ...yes, describe: input.targetIsMine.description },
  production: productionOption,
  'allow-many': { ...yes, describe: input.allowMany.description },
} as const

const options = {
  ...profileOptions,
  ...outcomeOptions,
  ...safetyOptions,
  data: { ...text, alias: 'd', describe: input.data.description },
  rows: { number: true, describe: input.rows.description },
  tags: { ...texts, alias: 't', describe: 'Steps with one of these tags, a,b; !a leaves out' },
  grep: { ...text, alias: 'g', describe: input.grep.description },
  setup: setupOption,
  allow: allowOption,
  ...suiteOptions,
} as const satisfies OptionTable

const positionals = {
  targets: { ...texts, demandOption: true, describe: input.paths.description },
} as const satisfies OptionTable

/** `apitest load TARGET`: the same suites under many callers. */
export const command = defineCommand({
  operations: [loadTest],
  positionals,
  options,
  usage: ['load PATH.. [options]', 'load [METHOD] URL [options]'],
  needs: ['what to load', 'Name a suite, something saved, or a URL.'],
  groups: {
    'Load:': Object.keys(profileOptions),
    'Outcome:': Object.keys(outcomeOptions),
    'Safety:': Object.keys(safetyOptions),
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

type LoadArguments = Given<typeof positionals> & Given<typeof options>

async function load(given: LoadArguments): Promise<number> {
  const told = inputOf(given)
  const reports = parseLoadReports(given.reporter ?? [], process.env)
  const problems = [told, reports].flatMap(one => (one.ok ? [] : one.problems))
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
    if (!answer.ok) {
      printProblems(meantUrls(answer.problems))
      return interrupts.interrupt.aborted ? 130 : 2
    }
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

function inputOf(given: LoadArguments) {
  const { targets, callers, for: duration, requests, rampUp, rate: written, threshold: thresholds } = given
  const { atMost, stopWhen, threads } = given
  const suites = toSuiteInput({ ...given, paths: targets })
  const rate = written === undefined ? undefined : Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(written)?.[1])
  const shard = parseShard(given.shard)
  const problems = [
    ...(suites.ok ? [] : suites.problems),
    ...(shard.ok ? [] : shard.problems),
    ...numberProblems(options, given),
    ...(rate === undefined || !Number.isNaN(rate)
      ? []
      : [
          usageProblem(
            `--rate ${written ?? ''} is no number of iterations in a second`,
            'Write --rate 200/s.',
          ),
        ]),
  ]
  if (!suites.ok || !shard.ok || problems.length > 0) return { ok: false, problems } as const
  const tags = (given.tags ?? []).flatMap(tagsIn)
  const profile = { callers, duration, requests, rampUp, rate, atMost, threads, thresholds, stopWhen }
  const value = {
    ...suites.value,
    ...defined({
      ...profile,
      ...pick(given, asGiven),
      shard: shard.value,
      tags,
    }),
  }
  return { ok: true, value } as const
}

/** The options that the input of a load test has under the same name, and in the same form. */
const asGiven = ['data', 'rows', 'grep', 'targetIsMine', 'allowMany', 'setup'] as const

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
