import { createInterface } from 'node:readline'
import { buildServers } from '../../operations/project/build-server.ts'
import { localUrlOf } from '../../operations/project/choose-subject.ts'
import { type InitAnswer, initProject } from '../../operations/project/init-project.ts'
import { lookAtProject } from '../../operations/project/look-at-project.ts'
import { oneLine } from '../../report/text/printable.ts'
import { defineCommand, type Given, yes } from '../command.ts'
import { hostOf } from '../host.ts'
import { optionsOf } from '../options-of.ts'
import { printAside } from '../print.ts'
import { outputPalette, printResult, refuse } from '../print-result.ts'
import { isTerminal } from '../terminal.ts'

const derived = optionsOf(initProject.input)

const options = {
  yes: { ...yes, alias: 'y', describe: 'Ask nothing' },
  ...derived.options,
  json: { ...yes, describe: 'Print the answer as JSON' },
} as const

/** `apitest init`: prepares a project, with a first suite that passes. */
export const command = defineCommand({
  operations: [initProject],
  positionals: {},
  options,
  usage: ['init [options]'],
  examples: [
    ['init', 'Asks at most three questions, and writes what the project lacks'],
    ['init --yes --base-url http://127.0.0.1:8080', 'Asks nothing'],
  ],
  run: init,
})

type InitArguments = Given<typeof options>

async function init(given: InitArguments): Promise<number> {
  const told = derived.inputOf({ ...given, ...(await askWhatLacks(given)) })
  if (!told.ok) return refuse(told.problems)
  const answer = await initProject.run(told.value, hostOf())
  return printResult(answer, given, answerLines)
}

/** Asks in a terminal for what no file says. */
async function askWhatLacks(given: InitArguments): Promise<Partial<InitArguments>> {
  if (given.yes === true || given.json === true || !isTerminal(process.stderr) || !isTerminal(process.stdin))
    return {}
  const project = await lookAtProject(hostOf())
  const terminal = createInterface({ input: process.stdin, terminal: false })
  const lines = terminal[Symbol.asyncIterator]()
  const ask = async (question: string, usual: string): Promise<string> => {
    printAside(`${oneLine(question)} [${oneLine(usual)}] `)
    const line = await lines.next()
    // At the end of the input everything is as usual.
    const answer = line.done === true ? '' : line.value.trim()
    return answer === '' ? usual : answer
  }
  try {
    const answers: { spec?: string; baseUrl?: string; ci?: (typeof buildServers)[number] } = {}
    const [first, ...others] = project.found
    if (given.spec === undefined && first !== undefined && others.length > 0)
      answers.spec = await ask(
        `Which description of the API? ${project.found.map(({ file }) => file).join(', ')}`,
        first.file,
      )
    const local = localUrlOf(project)
    if (given.baseUrl === undefined && project.application?.command === undefined) {
      const usual = local?.url ?? 'nowhere yet'
      const url = await ask('Where does the API answer while you work on it?', usual)
      if (url !== usual) answers.baseUrl = /^https?:/i.test(url) ? url : `http://${url}`
    }
    if (given.ci === undefined && project.buildServer === undefined) {
      const server = await ask('Write a file for a build server? github, gitlab, none', 'none')
      answers.ci = buildServers.find(one => one === server.toLowerCase()) ?? 'none'
    }
    return answers
  } finally {
    terminal.close()
  }
}

function answerLines({ said, files, next }: InitAnswer): readonly string[] {
  const { bold, dim } = outputPalette()
  const widest = Math.max(...files.map(({ state }) => state.length))
  return [
    ...said.map(one => `${oneLine(one)}.`),
    '',
    ...files.map(
      ({ name, state, reason }) =>
        `${state.padEnd(widest)}  ${oneLine(name)}${reason === undefined ? '' : dim(`  ${oneLine(reason)}`)}`,
    ),
    '',
    'Next:',
    ...next.map(one => `  ${bold(one)}`),
  ]
}
