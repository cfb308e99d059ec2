import path from 'node:path'
import { describeEnd } from '../../actions/processes/command-end.ts'
import { healthHint, healthReason, healthTable, outputLines } from '../../actions/wait/health-texts.ts'
import type { HealthEnd } from '../../actions/wait/wait-for-health.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import {
  type WaitAnswer,
  type WaitInput,
  waitForServices,
} from '../../operations/services/wait-for-services.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { jsonText, printable } from '../../report/text/printable.ts'
import { parseDuration } from '../../util/duration.ts'
import { defineCommand, type Given, type OptionTable } from '../command.ts'
import { Interrupts } from '../interrupts.ts'
import { print, printAside } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { suiteOptions, toSuiteInput } from '../suite-input.ts'

const positionals = {
  urls: {
    array: true,
    describe: 'Services: up when they answer 200, or JSON with the status UP; or tcp://host:port',
  },
} as const satisfies OptionTable

const options = {
  timeout: {
    string: true,
    describe: 'How long services may take, such as 30s (2m unless said)',
  },
  interval: { string: true, describe: 'Time between two questions (1s unless said)' },
  command: {
    string: true,
    describe: 'Command that starts the services, and is stopped at the end; run to its end without URLs',
  },
  reuse: {
    boolean: true,
    default: true,
    describe: 'Leave the command out when everything is up; --no-reuse makes that an error',
  },
  then: {
    string: true,
    describe: 'Command to run once everything is up; its exit code is passed on',
  },
  json: { boolean: true, describe: 'Print the result as JSON' },
  ...suiteOptions,
} as const satisfies OptionTable

/** `apitest wait`: waits until services are up; what stands behind `--` runs then. */
export const command = defineCommand({
  positionals,
  options,
  hasCommandBehind: true,
  run: (given, { behind }) => wait(given, behind),
})

type WaitArguments = Given<typeof positionals> & Given<typeof options>

async function wait(given: WaitArguments, test: readonly string[] | undefined): Promise<number> {
  const input = toWaitInput(given, test)
  if (!input.ok) {
    printProblems(input.problems)
    return 2
  }
  const interrupts = new Interrupts()
  const { interrupt, insist } = interrupts
  const { command } = input.value
  // With a test command, the standard output is the test's.
  const output = input.value.test === undefined ? process.stdout : process.stderr
  let timeout = 0
  try {
    const answer = await waitForServices(input.value, {
      interrupt,
      insist,
      warned: printProblems,
      begun: (names, limit) => {
        timeout = limit
        const starting = command === undefined ? '' : ', and a command that starts what is not up'
        const what =
          names.length === 0 ? 'the end of the command' : `${plural(names.length, 'service')}${starting}`
        printAside(`Waiting up to ${formatDuration(limit)} for ${what} …\n`)
      },
      waited: end => {
        print(given.json === true ? toJson(end) : printable(textOf(end, timeout)), output)
        if (end.state !== 'up') printAside(printable(explain(end, timeout)))
      },
    })
    if (!answer.ok) printProblems(answer.problems)
    return answer.ok ? exitCodeOf(answer.value, interrupt) : 2
  } finally {
    interrupts.release()
  }
}

function toWaitInput(given: WaitArguments, words: readonly string[] | undefined): Result<WaitInput> {
  const suites = toSuiteInput(given)
  const timeout = given.timeout === undefined ? undefined : parseDuration(given.timeout)
  const problems = [
    ...(suites.ok ? [] : suites.problems),
    ...duration('--timeout', given.timeout),
    ...duration('--interval', given.interval),
    ...emptyCommand('--command', given.command),
    ...emptyCommand('--then', given.then),
    ...(words === undefined ? [] : emptyCommand('the command behind --', words.join(''))),
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
  if (!suites.ok || problems.length > 0) return { ok: false, problems }
  const { interval, command, then, reuse } = given
  const test = then ?? words
  return {
    ok: true,
    value: {
      ...suites.value,
      urls: given.urls ?? [],
      reuse,
      ...(timeout === undefined ? {} : { timeout }),
      ...(interval === undefined ? {} : { interval }),
      ...(command === undefined ? {} : { command }),
      ...(test === undefined ? {} : { test }),
    },
  }
}

function duration(option: string, value: string | undefined): readonly Problem[] {
  const parsed = value === undefined ? 1 : parseDuration(value)
  if (parsed !== undefined && parsed > 0) return []
  return [
    usageProblem(`${option} ${value ?? ''} is not a length of time`, `Write ${option} 30s, 500ms or 2m.`),
  ]
}

function emptyCommand(option: string, value: string | undefined): readonly Problem[] {
  return value?.trim() === '' ? [usageProblem(`${option} is empty`, 'Is a variable not set?')] : []
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
  return [`✓ "${command.line}" ${describeEnd(command.end)}; its output is in ${log}`]
}

/** What went wrong, with what to do about it. */
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
  return `${jsonText({ state, services: rounded, ...(command === undefined ? {} : { command }) }, 2)}\n`
}

function exitCodeOf({ end, test }: WaitAnswer, interrupt: AbortSignal): number {
  if (interrupt.aborted) return 130
  if (end.state !== 'up') return 3
  if (test?.problem !== undefined) printAside(`apitest: ${test.problem}\n`)
  return test?.exitCode ?? 0
}
