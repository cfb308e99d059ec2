import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startPlayground } from '../../playground/start-playground.ts'
import { type Fence, fencesOf, type Page, readPages } from '../testing/pages.ts'
import { type Files, runLine, withFolder } from '../testing/run-program.ts'
import { commands } from './commands/index.ts'

const pages = (await readPages()).filter(page => page.file !== 'docs/problems.md')

describe('every suite in the documentation', () => {
  for (const page of pages)
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
      const shown = fences.find(({ text }) => text.startsWith('$ apitest orders.apitest.yaml\n'))?.text ?? ''
      await withFolder({ 'orders.apitest.yaml': atPlayground(suite, url) }, async folder => {
        const { output } = await runLine(folder, ['orders.apitest.yaml'])
        const printed = withoutChance(output)
        for (const line of withoutChance(shown).split('\n').slice(1))
          assert.ok(line.includes('…') || printed.includes(line), `${line}\nis not in\n${printed}`)
      })
    }))
})

async function withPlayground(use: (url: string) => Promise<void>): Promise<void> {
  const server = await startPlayground({ port: 0 })
  try {
    await use(server.url)
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

async function passes(fence: Fence, files: Files, url: string): Promise<void> {
  // The command of the example is not part of it, validations alone are not meant for the data, and one is a caller's.
  if (/exec:|^suite: Example/m.test(fence.text) || fence.name !== '') return
  const there = Object.entries(files).map(([name, text]) => [
    name,
    text.replaceAll('http://127.0.0.1:4010', url),
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

/** What stands before ` -- `; behind it is another program's command. */
function optionsPart(command: string): string {
  return command.split(' -- ')[0] ?? ''
}

const helps = new Map<string | undefined, Promise<string>>()

/** What a command (none: a run) says to --help; asked once. */
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
    .replace(/orders\/\d+/g, 'orders/N')
}
