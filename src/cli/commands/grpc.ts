import type { SchemaQuestion } from '../../actions/grpc/describe-grpc.ts'
import { usageProblem } from '../../model/problem.ts'
import { type DescribeFailure, describeServices } from '../../operations/calls/describe-services.ts'
import { failureLines } from '../../report/terminal/answer-lines.ts'
import { palette } from '../../report/terminal/palette.ts'
import { defineCommand } from '../command.ts'
import { type GrpcArguments, grpcOptions, grpcWords } from '../grpc/grpc-options.ts'
import { grpcStep, schemaStep } from '../grpc/grpc-step.ts'
import { Interrupts } from '../interrupts.ts'
import { jsonText } from '../../report/text/printable.ts'
import { print, printAside } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { contextOf, parseVariables } from '../suite-input.ts'
import { isTerminal, wantsColor } from '../terminal.ts'
import { sendStep } from '../call/send-step.ts'

const questions = ['list', 'describe', 'template'] as const

/** `apitest grpc`: one call, or a question about the services of a server or of files. */
export const command = defineCommand({
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
    return refuse(
      'a call needs a target and a method',
      'Such as apitest grpc 127.0.0.1:4011 shop.v1.Shop/GetProduct.',
    )
  return sendStep(await grpcStep(given, first, method), given, 'grpc')
}

/** `TARGET list`, as with grpcurl, is `list TARGET`. */
function questionFirst([first = '', second = '', ...more]: readonly string[]): readonly string[] {
  const isSwapped = questions.some(word => word === second) && !questions.some(word => word === first)
  return [...(isSwapped ? [second, first] : [first, second]), ...more].filter(word => word !== '')
}

function refuse(message: string, hint: string): number {
  printProblems([usageProblem(message, hint)])
  return 2
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
    return refuse(
      `grpc ${kind} needs ${kind === 'template' ? 'a target and a method' : 'a target'}`,
      `Write apitest grpc ${kind} TARGET ${what}; with --proto or --protoset the target may be left out.`,
    )
  }
  const question: SchemaQuestion =
    kind === 'template'
      ? { kind, symbol: symbol ?? '' }
      : { kind, ...(symbol === undefined ? {} : { symbol }) }
  const step = schemaStep(given, target)
  const variables = parseVariables(given.var ?? [])
  if (step.problems.length > 0 || !variables.ok) {
    printProblems([...step.problems, ...(variables.ok ? [] : variables.problems)])
    return 2
  }
  return tell(question, step.keys, variables.value, given)
}

/** The target, which may be left out where files tell of the services, and the name. */
function split(
  words: readonly string[],
  given: GrpcArguments,
): { target?: string; symbol?: string; isTooMuch: boolean } {
  const [first, second, ...more] = words
  const isTarget = first !== undefined && (!hasFiles(given) || /[:{]/.test(first))
  const [target, symbol, rest] = isTarget
    ? [first, second, more]
    : [undefined, first, [second ?? [], more].flat()]
  return {
    ...(target === undefined ? {} : { target }),
    ...(symbol === undefined ? {} : { symbol }),
    isTooMuch: rest.length > 0,
  }
}

function hasFiles({ proto, protoset }: GrpcArguments): boolean {
  return proto !== undefined || protoset !== undefined
}

async function tell(
  question: SchemaQuestion,
  step: Parameters<typeof describeServices>[0]['step'],
  variables: Readonly<Record<string, string>>,
  given: GrpcArguments,
): Promise<number> {
  const interrupts = new Interrupts()
  const { interrupt } = interrupts
  try {
    const input = {
      ...contextOf(given),
      variables,
      question,
      step,
    }
    const answer = await describeServices(input, interrupt)
    if (!answer.ok) return tellFailure(answer)
    const { text, document } = answer.value
    print(given.jsonOutput === true ? `${jsonText(document, 2)}\n` : text)
    return 0
  } finally {
    interrupts.release()
  }
}

function tellFailure(why: DescribeFailure): number {
  if ('problems' in why) {
    printProblems(why.problems)
    return 2
  }
  const colors = palette(wantsColor(isTerminal(process.stderr), process.env))
  printAside(
    failureLines(why.failure, colors)
      .map(line => `${line}\n`)
      .join(''),
  )
  return 3
}
