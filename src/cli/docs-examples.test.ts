import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { startPlayground } from '../../playground/start-playground.ts'
import { type Fence, fencesOf, type Page, readPages } from '../testing/pages.ts'
import { type Files, runLine, runProgram, withFolder } from '../testing/run-program.ts'
import { freePort } from '../testing/ports.ts'
import { commands } from './commands/index.ts'

const pages = (await readPages()).filter(page => page.file !== 'docs/problems.md')

/** A page whose parts stand on each other: they are tried in their order. */
const story = 'docs/first-suite.md'

describe('every suite in the documentation', () => {
  for (const page of pages.filter(({ file }) => file !== story))
    for (const fence of suitesIn(page))
      it(`${page.file}:${fence.line} is sound`, () =>
        withFolder(filesOf(page, fence), async folder => {
          const { exitCode, output, errors } = await runLine(folder, ['check', '.'], {
            environment: { SHOP_PASSWORD: 'secret' },
          })
          assert.equal(exitCode, 0, output + errors)
          assert.doesNotMatch(errors, /error/)
        }))
})

describe('every command in the documentation', () => {
  for (const page of pages)
    for (const { command, line } of commandsIn(page))
      it(`${page.file}:${line} ${command} has options that exist`, () => understands(command))
})

describe('what the documentation shows', () => {
  it('of the suite language passes against the playground', () =>
    withPlayground(async url => {
      const page = pageOf('docs/suite-language.md')
      for (const fence of suitesIn(page)) await passes(fence, filesOf(page, fence), url)
    }))

  it('at the beginning of README.md ends as it is shown', () =>
    withPlayground(async url => {
      const fences = fencesOf(pageOf('README.md').text)
      const suite = fences.find(({ name }) => name === 'orders.apitest.yaml')?.text ?? ''
      const [passing = '', failing = ''] = fences
        .map(({ text }) => text)
        .filter(text => text.startsWith('$ apitest orders'))
      const wrong = suite.replace(/quantity: 2\n$/, 'quantity: 3\n')
      assert.notEqual(wrong, suite)
      for (const [text, shown] of [
        [suite, passing],
        [wrong, failing],
      ] as const)
        await withFolder({ 'orders.apitest.yaml': atPlayground(text, url) }, folder => shows(folder, shown))
    }))

  it(`in ${story}, step by step, ends as it is shown`, async () => {
    const port = String(await freePort())
    const steps = fencesOf(pageOf(story).text)
    assert.ok(steps.filter(({ language }) => language === 'console').length >= 4)
    await withFolder({}, async folder => {
      for (const { name, language, text } of steps) {
        const here = text.replaceAll('3000', port)
        if (language === 'console') await shows(folder, here)
        if (name === '') continue
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
        await writeFile(path.join(folder, name), here)
      }
    })
  })

  for (const page of pages) {
    const alone = page.file === story ? [] : suitesIn(page).filter(({ text }) => runsAlone(text))
    if (alone.length > 0)
      it(`as whole suites in ${page.file} passes against the playground`, () =>
        withPlayground(async (url, grpcUrl) => {
          for (const fence of alone) await passes(fence, filesOf(page, fence), url, grpcUrl)
        }))
  }
})

/** Runs the command that a block begins with, and looks for the lines that it shows, in their order; `…` stands for others. */
async function shows(folder: string, shown: string): Promise<void> {
  const [command = '', ...lines] = shown.trimEnd().split('\n')
  const { output, errors } = await runProgram(folder, command.split(' ').slice(2))
  const printed = withoutChance(output)
  let from = 0
  for (const line of lines.map(withoutChance)) {
    if (line.includes('…')) continue
    const at = printed.indexOf(line, from)
    assert.ok(at >= 0, `${line}\nis not in\n${printed}${errors}`)
    from = at + line.length
  }
}

/** True where a suite needs nothing but the playground and mocks of its own: no other server, variable or file. */
function runsAlone(text: string): boolean {
  const needs =
    /\{\{env\.|^inputs:|(?:127\.0\.0\.1|localhost):(?!401[01])\d|\bexample\.(?:com|org)\b|https?:\/\/\S+\.example\b/m
  return /^suite: (?!Example$)/m.test(text) && !needs.test(text)
}

async function withPlayground(use: (url: string, grpcUrl: string) => Promise<void>): Promise<void> {
  const server = await startPlayground({ port: 0, grpc: { port: 0 } })
  try {
    await use(server.url, server.grpcUrl ?? '')
  } finally {
    await server.close()
  }
}

function pageOf(file: string): Page {
  const page = pages.find(candidate => candidate.file === file)
  assert.ok(page)
  return page
}

function atPlayground(text: string, url: string): string {
  return text.replaceAll('http://127.0.0.1:4010', url)
}

/** A suite, or a list of steps or validations that is made one. */
function suitesIn({ text }: Page): readonly Fence[] {
  return fencesOf(text)
    .filter(({ language }) => language === 'yaml')
    .flatMap(fence => {
      const suite = asSuite(fence.text)
      return suite === undefined ? [] : [{ ...fence, text: suite }]
    })
}

function asSuite(text: string): string | undefined {
  const first = text.split('\n').find(line => !line.startsWith('#')) ?? ''
  if (first.startsWith('suite:')) return text
  const step = '- request: GET http://127.0.0.1:4010/api/users/1'
  if (/^- (status|text|time|schema|header |\$)/.test(first))
    return `suite: Example\nsteps:\n  ${step}\n    validations:\n${text.replace(/^(?=.)/gm, '      ')}`
  if (/^- (request|pause|set|exec|use):/.test(first))
    return `suite: Example\nsteps:\n${text.replace(/^(?=.)/gm, '  ')}`
  return undefined
}

/** The suite, with the files of the page that stand under a name, its configuration right before it, and those that no page can show. */
function filesOf({ text }: Page, fence: Fence): Files {
  const all = fencesOf(text)
  const before = all[all.findIndex(({ line }) => line === fence.line) - 1]
  const named = all.filter(one => one.name !== '' && (one.name !== 'apitest.config.yaml' || one === before))
  return {
    'certificates/ca.pem': '',
    ...Object.fromEntries(named.map(file => [file.name, file.text])),
    [fence.name === '' ? 'example.apitest.yaml' : fence.name]: fence.text,
  }
}

async function passes(fence: Fence, files: Files, url: string, grpcUrl = ''): Promise<void> {
  // The command of the example is not part of it, validations alone are not meant for the data, and one is a caller's.
  if (/exec:|^suite: Example/m.test(fence.text) || fence.name !== '') return
  const there = Object.entries(files).map(([name, text]) => [
    name,
    text
      .replaceAll('127.0.0.1:4010', new URL(url).host)
      .replaceAll('127.0.0.1:4011', grpcUrl.replace('grpc://', '')),
  ])
  await withFolder(Object.fromEntries(there) as Files, async folder => {
    const { exitCode, output } = await runLine(folder, ['example.apitest.yaml'], {
      environment: { SHOP_PASSWORD: 'demo-password' },
    })
    assert.equal(exitCode, 0, `line ${fence.line}\n${output}`)
  })
}

/** Command lines that begin with `$ apitest`, `npx apitest` or `node bin/apitest.cjs`. */
function commandsIn({ text }: Page): readonly { readonly command: string; readonly line: number }[] {
  const lines = text.split('\n')
  return lines.flatMap((written, index) => {
    const command = /(?:\$|npx) (apitest\b.*)$/.exec(written)?.[1]
    return command === undefined ? [] : [{ command: command.replace(/\s+#.*$/, ''), line: index + 1 }]
  })
}

/** Looks for the options that a command uses in its help. */
async function understands(command: string): Promise<void> {
  const words = command.split(' ').slice(1)
  const [first = '', second = ''] = words
  const name = [`${first} ${second}`, first].find(one => commands.some(({ name }) => name === one))
  const help = await helpOf(name)
  for (const [, option = ''] of optionsPart(command).matchAll(/\s(--?[a-z][\w-]*)/g))
    assert.match(help, new RegExp(`(^|\\s)${option.replace('--no-', '--')}[\\s,]`, 'm'), option)
  if (/^[a-z-]+$/.test(first)) assert.match(help, new RegExp(`apitest ${first}`))
}

/** Returns the part before ` -- `; behind it is another program's command. */
function optionsPart(command: string): string {
  return command.split(' -- ')[0] ?? ''
}

const helps = new Map<string | undefined, Promise<string>>()

/** Returns the help of a command (none: a run) by --help; asked once. */
function helpOf(command: string | undefined): Promise<string> {
  const known = helps.get(command)
  if (known !== undefined) return known
  const asked = runLine('.', [...(command?.split(' ') ?? []), '--help']).then(({ output }) => output)
  helps.set(command, asked)
  return asked
}

/** Times, sizes and numbers of orders differ from run to run. */
function withoutChance(text: string): string {
  return text
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'URL')
    .replace(/\s+[\d.]+ (ms|s|B)\b/g, ' TIME')
    .replace(/~ \d+ attempts|Requests {2}\d+|"id": \d+/g, 'CHANCE')
    .replace(/orders\/\d+/g, 'orders/N')
}
