import path from 'node:path'
import { describeEnd } from '../../actions/processes/command-end.ts'
import { healthHint, healthReason, healthTable, outputLines } from '../../actions/wait/health-texts.ts'
import type { HealthEnd } from '../../actions/wait/wait-for-health.ts'
import { type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import type { Host, Progress } from '../../operations/operation.ts'
import type { ValueOf } from '../../operations/schema.ts'
import { runCommand, waitExitCode, waitForHealth } from '../../operations/services/wait-for-health.ts'
import { defined } from '../../util/defined.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { jsonText, printable } from '../../report/text/printable.ts'
import { parseDuration } from '../../util/duration.ts'
import { defineCommand, type Given, type OptionTable } from '../command.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { optionsOf } from '../options-of.ts'
import { print, printAside } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { refuse } from '../print-result.ts'

const { positionals, inputOf, ...derived } = optionsOf(waitForHealth.input, {
  positionals: ['urls'],
  keys: {
    timeout: { describe: 'How long services may take, such as 30s (2m by default)', read: readTimeout },
    interval: { read: readInterval },
    command: { read: written => readCommand('--command', written) },
    reuse: {
      default: true,
      describe: 'Leave the command out when everything is up; --no-reuse makes that an error',
    },
    test: {
      name: 'then',
      describe: 'Command to run once everything is up; its exit code is passed on',
      read: written => readCommand('--then', written),
    },
    production: false,
  },
})

const options = {
  ...derived.options,
  json: { boolean: true, describe: 'Print the result as JSON' },
} as const satisfies OptionTable

/** `apitest wait`: waits until services are up; what stands behind `--` runs then. */
export const command = defineCommand({
  operations: [waitForHealth, runCommand],
  positionals,
  options,
  hasCommandBehind: true,
  run: (given, { behind }) => wait(given, behind),
})

type WaitInput = ValueOf<typeof waitForHealth.input>
type WaitAnswer = ValueOf<typeof waitForHealth.answer>

type WaitArguments = Given<typeof positionals> & Given<typeof options>

async function wait(given: WaitArguments, test: readonly string[] | undefined): Promise<number> {
  const input = toWaitInput(given, test)
  if (!input.ok) return refuse(input.problems)
  const interrupts = new Interrupts()
  try {
    const answer = await carryOut(input.value, hostOf(interrupts, { progress: show(input.value, given) }))
    const { interrupt } = interrupts
    return answer.ok ? exitCodeOf(answer.value, interrupt) : refuse(answer.problems, interrupt)
  } finally {
    interrupts.release()
  }
}

/** A command alone is run to its end. */
function carryOut(input: WaitInput, host: Host): ReturnType<typeof waitForHealth.run> {
  const { urls, command: line, test, interval: _, reuse: __, ...others } = input
  return urls.length === 0 && line !== undefined && test === undefined
    ? runCommand.run({ command: line, ...others }, host)
    : waitForHealth.run(input, host)
}

/** Shows how far a wait is. With a test command, the standard output is the test's. */
function show({ command, test }: WaitInput, { json }: WaitArguments): (event: Progress) => void {
  const output = test === undefined ? process.stdout : process.stderr
  let timeout = 0
  return event => {
    if (event.type === 'warnings') printProblems(event.problems)
    if (event.type === 'waiting') {
      timeout = event.timeout
      printAside(`Waiting up to ${formatDuration(timeout)} for ${awaited(event.services, command)} …\n`)
    }
    if (event.type === 'waited') {
      const { end } = event
      print(json === true ? toJson(end) : printable(textOf(end, timeout)), output)
      if (end.state !== 'up') printAside(printable(explain(end, timeout)))
    }
  }
}

function awaited(services: readonly string[], command: string | undefined): string {
  if (services.length === 0) return 'the end of the command'
  const starting = command === undefined ? '' : ', and a command that starts what is not up'
  return `${plural(services.length, 'service')}${starting}`
}

function toWaitInput(given: WaitArguments, words: readonly string[] | undefined): Result<WaitInput> {
  const told = inputOf(given)
  const test = words === undefined ? undefined : readCommand('the command behind --', [words.join('')])
  const problems = [
    ...[told, test].flatMap(one => (one === undefined || one.ok ? [] : one.problems)),
    ...(given.then === undefined || words === undefined
      ? []
      : [usageProblem('--then and a command behind -- are two commands to run', 'Give one of them.')]),
    ...((given.urls === undefined || given.urls.length === 0) && given.command === undefined
      ? [
          usageProblem(
            'wait needs the addresses of services, or a --command to run',
            'Such as http://127.0.0.1:4010/health.',
          ),
        ]
      : []),
  ]
  if (!told.ok || problems.length > 0) return { ok: false, problems }
  return { ok: true, value: { ...told.value, ...(words === undefined ? {} : { test: words }) } }
}

function readTimeout(written: readonly string[]): Result<number> {
  return readDuration('--timeout', written)
}

function readInterval(written: readonly string[]): Result<string> {
  const read = readDuration('--interval', written)
  return read.ok ? { ok: true, value: written.join('') } : read
}

function readDuration(option: string, [written = '']: readonly string[]): Result<number> {
  const value = parseDuration(written)
  return value !== undefined && value > 0
    ? { ok: true, value }
    : usageRefusal(`${option} ${written} is not a length of time`, `Write ${option} 30s, 500ms or 2m.`)
}

function readCommand(option: string, [written = '']: readonly string[]): Result<string> {
  return written.trim() === ''
    ? usageRefusal(`${option} is empty`, 'Is a variable not set?')
    : { ok: true, value: written }
}

function textOf(end: HealthEnd, timeout: number): string {
  const { services, command } = end
  const note =
    end.state === 'up' && command?.started === false
      ? [`"${command.line}" was not started: everything was up already.`]
      : []
  const summary = end.state === 'timed-out' ? [sentence(healthReason(end, timeout))] : []
  const alone = services.length === 0 && end.state === 'up' ? endLines(command) : []
  const lines = [...healthTable(services), ...note, ...alone, ...summary]
  return lines.map(line => `${line}\n`).join('')
}

/** How a command ended that was run alone. */
function endLines(command: HealthEnd['command']): readonly string[] {
  if (command?.end === undefined) return []
  const log = path.relative(process.cwd(), command.log ?? '')
  return [`✓ "${command.line}" ${describeEnd(command.end)}; its output is in ${log}`, ...outputLines(command)]
}

/** Describes the error, with the hint for it. */
function explain(end: HealthEnd, timeout: number): string {
  const log = end.command?.log === undefined ? '' : path.relative(process.cwd(), end.command.log)
  const hint = healthHint(end, log)
  const reason = end.state === 'timed-out' ? [] : [`apitest: ${healthReason(end, timeout)}`]
  const lines = [...reason, ...outputLines(end.command), ...(hint === undefined ? [] : [hint])]
  return lines.map(line => `${line}\n`).join('')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Durations in milliseconds. */
function toJson({ state, services, command }: HealthEnd): string {
  const rounded = services.map(service => ({ ...service, duration: Math.round(service.duration) }))
  return `${jsonText(defined({ state, services: rounded, command }), 2)}\n`
}

function exitCodeOf(answer: WaitAnswer, interrupt: AbortSignal): number {
  if (interrupt.aborted) return 130
  if (answer.test?.problem !== undefined) printAside(`apitest: ${answer.test.problem}\n`)
  return waitExitCode(answer)
}
