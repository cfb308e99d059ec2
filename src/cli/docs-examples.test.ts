import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { filesOf, passes, runsAlone, suitesIn, withPlayground } from '../testing/page-suites.ts'
import { fencesOf, type Page, readPages } from '../testing/pages.ts'
import { runLine, runProgram, withFolder } from '../testing/run-program.ts'
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
      for (const name of [
        'suite-language',
        'steps',
        'validations',
        'variables',
        'control-flow',
        'suite-mocks',
      ]) {
        const page = pageOf(`docs/${name}.md`)
        for (const fence of suitesIn(page)) await passes(fence, filesOf(page, fence), url)
      }
    }))

  it('in README.md ends as it is shown', () =>
    withPlayground(async url => {
      const fences = fencesOf(pageOf('README.md').text)
      const suite = fences.find(({ name }) => name === 'orders.apitest.yaml')?.text ?? ''
      const runs = fences.map(({ text }) => text).filter(text => text.startsWith('$ apitest orders'))
      const passing = runs.find(text => text.includes('Passed')) ?? ''
      const failing = runs.find(text => text.includes('✗')) ?? ''
      const wrong = suite.replace(/quantity: 2\n$/, 'quantity: 3\n')
      assert.notEqual(wrong, suite)
      assert.ok(passing !== '' && failing !== '')
      for (const [text, shown] of [
        [suite, passing],
        [wrong, failing],
      ] as const)
        await withFolder({ 'orders.apitest.yaml': text.replaceAll('http://127.0.0.1:4010', url) }, folder =>
          shows(folder, shown),
        )
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

function pageOf(file: string): Page {
  const page = pages.find(candidate => candidate.file === file)
  assert.ok(page)
  return page
}

/** Command lines that begin with `$ apitest` or `npx apitest`, and those in the middle of a sentence or a table. */
function commandsIn({ text }: Page): readonly { readonly command: string; readonly line: number }[] {
  const lines = text.split('\n')
  return lines.flatMap((written, index) => {
    const command = /(?:\$|npx) (apitest\b.*)$/.exec(written)?.[1]
    const quoted =
      command === undefined ? [...written.matchAll(/`(apitest [^`]+)`/g)].map(([, one = '']) => one) : []
    return [...(command === undefined ? [] : [command.replace(/\s+#.*$/, '')]), ...quoted].map(one => ({
      command: one,
      line: index + 1,
    }))
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
  if (/^[a-z][a-z-]*$/.test(first)) assert.match(help, new RegExp(`apitest ${first}`))
}

/** Returns the part before ` -- `, without texts in quotes: what stands there may be another program's command. */
function optionsPart(command: string): string {
  return command.replace(/"[^"]*"|'[^']*'/g, '').split(' -- ')[0] ?? ''
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
