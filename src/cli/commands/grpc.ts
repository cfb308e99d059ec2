import { saveStep } from '../../operations/calls/save-step.ts'
import { callGrpc } from '../../operations/calls/call-operations.ts'
import { problemsIn, usageProblem } from '../../model/problem.ts'
import { describeServices, readProto } from '../../operations/calls/describe-services.ts'
import type { ValueOf } from '../../operations/schema.ts'
import { failureLines } from '../../report/terminal/answer-lines.ts'
import { palette } from '../../report/terminal/palette.ts'
import { defineCommand } from '../command.ts'
import { type GrpcArguments, grpcOptions, grpcWords } from '../grpc/grpc-options.ts'
import { grpcStep, schemaStep } from '../grpc/grpc-step.ts'
import { defined } from '../../util/defined.ts'
import { hostOf } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { jsonText } from '../../report/text/printable.ts'
import { print, printAside } from '../print.ts'
import { refuse } from '../print-result.ts'
import { callSurroundings } from '../suite-options.ts'
import { isTerminal, wantsColor } from '../terminal.ts'
import { sendStep } from '../call/send-step.ts'

const questions = ['list', 'describe', 'template'] as const

/** `apitest grpc`: one call, or a question about the services of a server or of files. */
export const command = defineCommand({
  operations: [callGrpc, describeServices, readProto, saveStep],
  positionals: grpcWords,
  options: grpcOptions,
  firstWords: questions,
  usage: ['grpc TARGET METHOD [options]', 'grpc list|describe|template TARGET [NAME] [options]'],
  rewrite: withTwoDashes,
  run: grpc,
})

/** The words with two dashes before the long names of options: grpcurl takes `-proto` and `--proto`. */
function withTwoDashes(words: readonly string[]): readonly string[] {
  return words.map(word => {
    const [, name = ''] = /^-([a-z][a-z-]+)(?:=.*)?$/s.exec(word) ?? []
    return Object.hasOwn(grpcOptions, name) ? `-${word}` : word
  })
}

async function grpc(given: GrpcArguments): Promise<number> {
  const [first = '', ...others] = questionFirst(given.words ?? [])
  const kind = questions.find(word => word === first)
  if (kind !== undefined) return ask(kind, others, given)
  const [method, ...more] = others
  if (method === undefined || more.length > 0)
    return refuse([
      usageProblem(
        'a call needs a target and a method',
        'Such as apitest grpc 127.0.0.1:4011 shop.v1.Shop/GetProduct.',
      ),
    ])
  return sendStep(await grpcStep(given, first, method), given, callGrpc)
}

/** `TARGET list`, as with grpcurl, is `list TARGET`. */
function questionFirst([first = '', second = '', ...more]: readonly string[]): readonly string[] {
  const isSwapped = questions.some(word => word === second) && !questions.some(word => word === first)
  return [...(isSwapped ? [second, first] : [first, second]), ...more].filter(word => word !== '')
}

async function ask(
  kind: (typeof questions)[number],
  words: readonly string[],
  given: GrpcArguments,
): Promise<number> {
  const { target, symbol, isTooMuch } = split(words, given)
  if (
    isTooMuch ||
    (target === undefined && !hasFiles(given)) ||
    (kind === 'template' && symbol === undefined)
  ) {
    const what = { list: '[SERVICE]', describe: '[SYMBOL]', template: 'METHOD' }[kind]
    return refuse([
      usageProblem(
        `grpc ${kind} needs ${kind === 'template' ? 'a target and a method' : 'a target'}`,
        `Write apitest grpc ${kind} TARGET ${what}; with --proto or --protoset the target may be left out.`,
      ),
    ])
  }
  const step = schemaStep(given, target)
  const around = callSurroundings.inputOf(given)
  if (step.problems.length > 0 || !around.ok) return refuse([...step.problems, ...problemsIn(around)])
  const question = { question: kind, ...defined({ symbol }) }
  return answer({ ...question, step: step.keys, ...around.value }, given)
}

/** The target, which may be left out where files describe the services, and the name. */
function split(
  words: readonly string[],
  given: GrpcArguments,
): { target?: string; symbol?: string; isTooMuch: boolean } {
  const [first, second, ...more] = words
  const isTarget = first !== undefined && (!hasFiles(given) || /[:{]/.test(first))
  const [target, symbol, rest] = isTarget
    ? [first, second, more]
    : [undefined, first, [second ?? [], more].flat()]
  return defined({ target, symbol, isTooMuch: rest.length > 0 })
}

function hasFiles({ proto, protoset }: GrpcArguments): boolean {
  return proto !== undefined || protoset !== undefined
}

async function answer(input: ValueOf<typeof describeServices.input>, given: GrpcArguments): Promise<number> {
  const interrupts = new Interrupts()
  try {
    const operation = hasFiles(given) ? readProto : describeServices
    const answered = await operation.run(input, hostOf(interrupts))
    if (!answered.ok) return refuse(answered.problems, interrupts.interrupt)
    const { answer: found, failure } = answered.value
    if (failure !== undefined) return showFailure(failure)
    print(given.jsonOutput === true ? `${jsonText(found?.document, 2)}\n` : (found?.text ?? ''))
    return 0
  } finally {
    interrupts.release()
  }
}

function showFailure(failure: Parameters<typeof failureLines>[0]): number {
  const colors = palette(wantsColor(isTerminal(process.stderr), process.env))
  const lines = failureLines(failure, colors)
  printAside(lines.map(line => `${line}\n`).join(''))
  return 3
}
