import path from 'node:path'
import { type Problem, type Result, usageProblem, problemsIn } from '../../model/problem.ts'
import { type CallOperation, rehearseRequest } from '../../operations/calls/call-operations.ts'
import type { CallAnswer } from '../../operations/calls/perform-call.ts'
import { prepareSave, saveStep, type SaveStepInput } from '../../operations/calls/save-step.ts'
import { placed } from '../../operations/input-keys.ts'
import type { Host } from '../../operations/operation.ts'
import type { ValueOf } from '../../operations/schema.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { curlOf } from '../../curl/write/curl-of.ts'
import { defined } from '../../util/defined.ts'
import { writeWhole } from '../../util/whole-file.ts'
import type { CallArguments } from './call-options.ts'
import { optionNames } from './option-names.ts'
import { printAnswer } from './print-answer.ts'
import type { GivenStep } from './step-of.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { print, printAside } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { refuse } from '../print-result.ts'
import { callSurroundings } from '../suite-options.ts'
import { statusOf } from '../../util/status-of.ts'
import { refuseOverRead } from '../refuse-over-inputs.ts'

type CallInput = ValueOf<CallOperation['input']>

/**
 * Carries out a step that a command line made by an operation, and shows what came of it; `progress` takes how far it is.
 * Answers with the exit code.
 */
export async function sendStep(
  made: Result<GivenStep>,
  typed: CallArguments,
  operation: CallOperation,
  progress?: Host['progress'],
): Promise<number> {
  const given = withOutput(typed)
  const around = callSurroundings.inputOf(given)
  if (!made.ok || !around.ok) return refuse(problemsIn(made, around))
  const { step, before } = made.value
  const input = { ...around.value, step, ...defined({ before: before?.step, history: given.history }) }
  const impossible = [...(await unwritableOutput(input, given)), ...unsavable(input, given)]
  if (impossible.length > 0) return refuse(impossible)
  const interrupts = new Interrupts()
  try {
    const host = hostOf(interrupts, {
      words: wordsOf(made.value),
      settingNames: optionNames,
      ...defined({ progress }),
    })
    const carriedOut = await carryOut(input, given, operation, host)
    if (!carriedOut.ok) return refuse(carriedOut.problems, interrupts.interrupt)
    const answer = carriedOut.value
    printProblems(answer.problems)
    if (answer.result === undefined) return answer.exitCode
    const unwritten = await showAnswer(answer, given)
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

/** Where the body could not be written, whatever it is: reported before anything is sent. */
async function unwritableOutput(
  input: CallInput,
  { output, curl }: CallArguments,
): Promise<readonly Problem[]> {
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
    ? refuseOverRead(`--output ${output}`, output, async () => {
        const { scopeFiles } = await import('../../operations/suites/scope-files.ts')
        return scopeFiles(placed(input, hostOf()))
      })
    : [usageProblem(`--output ${why}`)]
}

function isFolder(file: string): boolean {
  return statusOf(file)?.isDirectory() === true
}

function unsavable(input: CallInput, { save: file }: CallArguments): readonly Problem[] {
  if (file === undefined) return []
  const prepared = prepareSave(savedInput(input, file), hostOf())
  return prepared.ok ? [] : prepared.problems
}

/** The words that the steps were made of. */
function wordsOf({ given, before }: GivenStep): NonNullable<Host['words']> {
  return { step: given, ...defined({ before: before?.given }) }
}

function carryOut(
  input: CallInput,
  given: CallArguments,
  operation: CallOperation,
  host: Host,
): Promise<Result<CallAnswer>> {
  if (given.curl !== true) return operation.run(input, host)
  return rehearseRequest.run({ ...input, ...defined({ showsSecrets: given.showSecrets }) }, host)
}

async function showAnswer(answer: CallAnswer, given: CallArguments): Promise<readonly Problem[]> {
  const { result, body } = answer
  if (given.curl === true) return showCurl(answer)
  const problems = given.output === undefined ? [] : await writeBody(given.output, body?.bytes)
  if (result !== undefined) printAnswer({ ...answer, result }, given, problems.length === 0)
  return problems
}

/** Prints the line of curl. A failure to prepare the request, such as a missing file, is reported like any other. */
function showCurl({ result }: CallAnswer): readonly Problem[] {
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
  const saved = await saveStep.run(savedInput(input, file), hostOf())
  if (!saved.ok) return saved.problems
  const { numbers, notes } = saved.value
  const places = `step${numbers.length === 1 ? '' : 's'} ${numbers.join(' and ')}`
  printAside([`saved as ${places} of ${file}`, ...notes].map(line => `${line}\n`).join(''))
  return []
}

function savedInput({ before, step }: CallInput, file: string): SaveStepInput {
  return { steps: [...(before === undefined ? [] : [before]), step], file }
}
