import path from 'node:path'
import type { CallCommand } from '../../model/call-record.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import type { AttemptReport, CallAnswer } from '../../operations/calls/perform-call.ts'
import { pollRequest } from '../../operations/calls/poll-request.ts'
import type { CallInput } from '../../operations/calls/prepare-call.ts'
import { prepareSave, saveStep, type SaveStepInput } from '../../operations/calls/save-step.ts'
import { rehearseRequest, sendRequest } from '../../operations/calls/send-request.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { curlOf } from '../../report/curl/curl-of.ts'
import { palette } from '../../report/terminal/palette.ts'
import { oneLine } from '../../report/text/printable.ts'
import { formatDuration } from '../../util/quantity.ts'
import { writeWhole } from '../../util/whole-file.ts'
import type { CallArguments } from './call-options.ts'
import { printAnswer } from './print-answer.ts'
import type { GivenStep } from './step-of.ts'
import { Interrupts } from '../interrupts.ts'
import { isTerminal, wantsColor } from '../terminal.ts'
import { print, printAside } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { contextOf, parseVariables } from '../suite-input.ts'
import { statusOf } from '../../util/status-of.ts'
import { refuseOverSuites } from '../refuse-over-inputs.ts'

/**
 * Carries out a step that a command line made, and tells what came of it. The call history files it under `command`.
 * Answers with the exit code.
 */
export async function sendStep(
  made: Result<GivenStep>,
  typed: CallArguments,
  command?: CallCommand,
): Promise<number> {
  const given = withOutput(typed)
  const variables = parseVariables(given.var ?? [])
  if (!made.ok || !variables.ok) return refuse([made, variables].flatMap(one => (one.ok ? [] : one.problems)))
  const input = inputOf(given, made.value, variables.value)
  const hopeless = [...hopelessOutput(given), ...hopelessSave(input, given)]
  if (hopeless.length > 0) return refuse(hopeless)
  const interrupts = new Interrupts()
  try {
    const answer = await carryOut(input, given, command, interrupts.interrupt)
    printProblems(answer.problems)
    if (answer.result === undefined) return answer.exitCode
    const unwritten = await tell(answer, given)
    const unsaved = await save(input, given)
    if (unwritten.length + unsaved.length > 0) printProblems([...unwritten, ...unsaved])
    return worstExitCode([answer.exitCode, ...[...unwritten, ...unsaved].map(() => 2)])
  } finally {
    interrupts.release()
  }
}

/** As in curl, `--output -` is the standard output. */
function withOutput(given: CallArguments): CallArguments {
  const { output, ...rest } = given
  return output === '-' ? { ...rest, bodyOnly: true } : given
}

/** Where the body could not be written, whatever it is: told before anything is sent. */
function hopelessOutput({ output, curl }: CallArguments): readonly Problem[] {
  if (output === undefined || curl === true) return []
  const file = path.resolve(output)
  const why =
    output === ''
      ? 'needs the name of a file'
      : isFolder(file)
        ? `${output} is a folder`
        : isFolder(path.dirname(file))
          ? undefined
          : `${output} would be in a folder that does not exist`
  return why === undefined
    ? refuseOverSuites(`--output ${output}`, output)
    : [usageProblem(`--output ${why}`)]
}

function isFolder(file: string): boolean {
  return statusOf(file)?.isDirectory() === true
}

function hopelessSave(input: CallInput, { save: file }: CallArguments): readonly Problem[] {
  if (file === undefined) return []
  const prepared = prepareSave(savedInput(input, file))
  return prepared.ok ? [] : prepared.problems
}

function refuse(problems: readonly Problem[]): number {
  printProblems(problems)
  return 2
}

function inputOf(
  given: CallArguments,
  call: GivenStep,
  variables: Readonly<Record<string, string>>,
): CallInput {
  return {
    ...contextOf(given),
    ...call,
    variables,
    ...(given.history === undefined ? {} : { history: given.history }),
  }
}

function carryOut(
  input: CallInput,
  given: CallArguments,
  command: CallCommand | undefined,
  interrupt: AbortSignal,
): Promise<CallAnswer> {
  if (given.curl === true) return rehearseRequest(input, { interrupt }, given.showSecrets === true)
  if (command !== 'poll') return sendRequest(input, { interrupt }, command)
  return pollRequest(input, { interrupt, attempted: tellAttempt })
}

/** Attempts are told beside the answer, so that a pipe gets the answer alone. */
function tellAttempt({ number, status, duration, passed, messages }: AttemptReport): void {
  const colors = palette(wantsColor(isTerminal(process.stderr), process.env))
  const facts = [
    `attempt ${number}`,
    ...(status === undefined ? [] : [String(status)]),
    ...(duration === undefined ? [] : [formatDuration(duration)]),
    ...(passed ? ['right'] : messages.slice(0, 1).map(oneLine)),
  ]
  printAside(`${colors.dim(facts.join('  '))}\n`)
}

async function tell(answer: CallAnswer, given: CallArguments): Promise<readonly Problem[]> {
  const { result, body } = answer
  if (given.curl === true) return tellCurl(answer)
  const problems = given.output === undefined ? [] : await writeBody(given.output, body?.bytes)
  if (result !== undefined) printAnswer({ ...answer, result }, given, problems.length === 0)
  return problems
}

/** What keeps a request from being prepared, such as a missing file, is told like any failure. */
function tellCurl({ result }: CallAnswer): readonly Problem[] {
  const line = result?.exchange === undefined ? undefined : curlOf(result.exchange.request)
  if (line === undefined)
    return (result?.failures ?? []).map(({ message, hint }) => usageProblem(message, hint))
  print(`${line}\n`)
  return []
}

async function writeBody(file: string, bytes: Uint8Array | undefined): Promise<readonly Problem[]> {
  if (bytes === undefined) return []
  try {
    await writeWhole(path.resolve(file), bytes)
    return []
  } catch (error) {
    return [usageProblem(`--output ${file} cannot be written: ${(error as Error).message}`)]
  }
}

async function save(input: CallInput, { save: file }: CallArguments): Promise<readonly Problem[]> {
  if (file === undefined) return []
  const saved = await saveStep.run(savedInput(input, file))
  if (!saved.ok) return saved.problems
  const { numbers, notes } = saved.value
  const places = `step${numbers.length === 1 ? '' : 's'} ${numbers.join(' and ')}`
  printAside([`saved as ${places} of ${file}`, ...notes].map(line => `${line}\n`).join(''))
  return []
}

function savedInput({ before, step, workingFolder }: CallInput, file: string): SaveStepInput {
  return { steps: [...(before === undefined ? [] : [before.step]), step], workingFolder, file }
}
