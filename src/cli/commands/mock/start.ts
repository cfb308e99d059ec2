import path from 'node:path'
import { detachedTask, isDetached } from '../../../mock/standalone/detach.ts'
import { type Problem, isError } from '../../../model/problem.ts'
import type { Progress, StartedMock } from '../../../operations/operation.ts'
import { carryOutTask, type Said, startMock } from '../../../operations/mocks/start-mock.ts'
import { jsonText, oneLine } from '../../../report/text/printable.ts'
import type { JsonValue } from '../../../model/json.ts'
import { plural } from '../../../util/quantity.ts'
import { defineCommand, type Given, type OptionTable, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { Interrupts } from '../../interrupts.ts'
import { optionsOf } from '../../options-of.ts'
import { print, printAside } from '../../print.ts'
import { printProblems } from '../../print-problems.ts'
import { refuse } from '../../print-result.ts'

const { positionals, inputOf, ...derived } = optionsOf(startMock.input, {
  positionals: ['files'],
  keys: { port: { maximum: 65_535 }, production: false },
})

const options = {
  ...derived.options,
  json: { ...yes, describe: 'Print what was started as JSON' },
} as const satisfies OptionTable

/** `apitest mock start`: mocks in a process of their own, or with --foreground in this one. */
export const command = defineCommand({
  operations: [startMock],
  positionals,
  options,
  examples: [
    ['mock start shop.apitest.yaml', 'The mocks that a suite describes'],
    ['mock start openapi.yaml --port 4020', 'One that answers what a description says'],
  ],
  run: given => (isDetached() ? serveDetached() : start(given)),
})

type StartArguments = Given<typeof positionals> & Given<typeof options>

async function start(given: StartArguments): Promise<number> {
  const told = inputOf(given)
  if (!told.ok) return refuse(told.problems)
  const { foreground } = given
  const interrupts = new Interrupts()
  try {
    const progress = foreground === true ? tellForeground(given) : tellWarnings
    const started = await startMock.run({ files: [], ...told.value }, hostOf(interrupts, { progress }))
    if (!started.ok) return refuse(started.problems, interrupts.interrupt)
    if (foreground !== true) show(started.value.mocks, given)
    return 0
  } finally {
    interrupts.release()
  }
}

function tellWarnings(event: Progress): void {
  if (event.type === 'warnings') printProblems(event.problems)
}

function tellForeground(given: StartArguments): (event: Progress) => void {
  return event => {
    tellWarnings(event)
    if (event.type === 'serving') show(event.mocks, given)
    else tellOn(event)
  }
}

/** Prints the events of mocks while they run, and at their end. */
function tellOn(event: Progress): void {
  if (event.type === 'reloaded') tellReloaded(event.problems)
  if (event.type === 'refused') printAside(`${stamp()} ${event.mock}: ${oneLine(event.reason)}\n`)
  if (event.type === 'served') printAside(`${stamp()} ended: ${event.reason}\n`)
}

function tellReloaded(problems: readonly Problem[]): void {
  const isRefused = problems.some(isError)
  const told = isRefused
    ? 'the files have changed, but all answers are as before'
    : 'answers by the files as they are now'
  printAside(`${stamp()} ${told}\n`)
  printProblems(problems)
}

function stamp(): string {
  return new Date().toISOString()
}

/** The addresses on the standard output, for scripts; all else beside it. */
function show(mocks: readonly StartedMock[], { json }: { readonly json?: boolean | undefined }): void {
  if (json === true) {
    print(`${jsonText({ mocks }, 2)}\n`)
    return
  }
  for (const { name, url } of mocks) print(`${name} ${url}\n`)
  const routes = mocks.reduce((sum, one) => sum + one.routes, 0)
  const [{ page, log } = { page: '' }] = mocks
  const certificates = new Set(mocks.flatMap(({ certificate }) => certificate ?? []))
  const more = [
    ...[...certificates].map(file => `Clients trust ${path.relative(process.cwd(), file)}.`),
    `${plural(routes, 'route')}; what they are asked: ${page}`,
    ...(log === undefined
      ? ['Ctrl-C ends.']
      : [`The log is ${path.relative(process.cwd(), log)}. To end: apitest mock stop`]),
  ]
  printAside(more.map(line => `${line}\n`).join(''))
}

/** In the process that is left behind: does what it is told by who started it, and says when it answers, or why it does not. */
async function serveDetached(): Promise<number> {
  const interrupts = new Interrupts()
  const orphaned = new AbortController()
  const { task, say } = await detachedTask(() => {
    orphaned.abort()
  })
  const interrupt = AbortSignal.any([interrupts.interrupt, orphaned.signal])
  const warnings: Problem[] = []
  const answerParent = (answer: Said['answer']): Promise<void> =>
    say({ warnings, answer } as unknown as JsonValue)
  const progress = (event: Progress): void => {
    if (event.type === 'warnings') {
      warnings.push(...event.problems)
      printProblems(event.problems)
    }
    if (event.type !== 'serving') {
      tellOn(event)
      return
    }
    for (const { name, url } of event.mocks) printAside(`${stamp()} ${name} ${url}\n`)
    void answerParent({ ok: true, value: { mocks: event.mocks } })
  }
  const served = await carryOutTask(task, hostOf({ interrupt, insist: interrupts.insist }, { progress }))
  if (!served.ok) await answerParent(served)
  return served.ok ? 0 : 2
}
