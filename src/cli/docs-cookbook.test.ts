import assert from 'node:assert/strict'
import { chmod, readFile } from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { startPlayground } from '../../playground/start-playground.ts'
import { readValue } from '../document/index.ts'
import { brokers } from '../testing/brokers.ts'
import { filesOf, runsAlone, suitesIn, withPlayground } from '../testing/page-suites.ts'
import { anchorOf, type Fence, fencesOf, type Page, readPages, sectionsOf } from '../testing/pages.ts'
import { type Files, runLine, withFolder } from '../testing/run-program.ts'

const { kafka } = await brokers()
const pages = (await readPages()).filter(({ file }) => file.startsWith('docs/cookbook/'))
const servers = await readFile('docs/continuous-integration.md', 'utf8')
const recipes = pages.flatMap(page =>
  [...sectionsOf(page.text)].map(([title, text]) => ({ title, text, page })),
)

/** The recipes whose suites need more than the playground, which are run here. The others are run as the examples of all pages are. */
const needMore = [
  'A login with a secret',
  'An order is announced on Kafka',
  'The order is in the database',
  'Users as they were',
]

describe('the cookbook', () => {
  it('has thirty recipes, and its first page links to each of them', () => {
    assert.ok(recipes.length >= 30, String(recipes.length))
    const index = pages.find(({ file }) => file === 'docs/cookbook/README.md')?.text ?? ''
    const unlisted = recipes.filter(
      ({ title, page }) => !index.includes(`](${path.basename(page.file)}#${anchorOf(title)})`),
    )
    assert.deepEqual(
      unlisted.map(({ title }) => title),
      [],
    )
  })

  for (const { title, text } of recipes)
    it(`"${title}" is short, and shows how`, () => {
      const lines = text.split('\n').filter(line => line.trim() !== '' && !line.startsWith('```'))
      assert.ok(lines.length <= 30, `${lines.length} lines`)
      assert.ok(fencesOf(text).length > 0)
    })

  it('has each of its suites run', () => {
    const suites = pages.flatMap(page => suitesIn(page))
    const left = suites.filter(({ text, name }) => !isRun(text, name)).map(({ text }) => nameOf(text))
    assert.deepEqual(left.sort(), needMore)
  })

  for (const page of pages)
    for (const fence of fencesOf(page.text).filter(({ name }) => name === 'apitest.config.yaml'))
      it(`${page.file}:${fence.line} is a sound configuration`, () =>
        withFolder(
          {
            ...filesOf(page, fence),
            'apitest.config.yaml': fence.text,
            'a.apitest.yaml': 'suite: A\nsteps: [{ pause: 1ms }]\n',
          },
          async folder => {
            const { exitCode, output, errors } = await runLine(folder, ['check', 'a.apitest.yaml'])
            assert.equal(exitCode, 0, output + errors)
          },
        ))
})

describe('a recipe that needs more than the playground', () => {
  it('takes its secret from the environment', () =>
    withRecipe('A login with a secret', async folder => {
      const environment = { SHOP_PASSWORD: 'demo-password' }
      await ends(folder, ['example.apitest.yaml', '--verbose'], { environment, not: /demo-password/ })
    }))

  it('asks a database by its client', () =>
    withRecipe('The order is in the database', async folder => {
      const client = path.join(folder, 'bin', 'psql')
      await chmod(client, 0o755)
      const environment = { PATH: `${path.dirname(client)}${path.delimiter}${process.env['PATH'] ?? ''}` }
      await ends(folder, ['example.apitest.yaml'], { environment })
    }))

  it('writes a snapshot, and holds the next answer against it', () =>
    withRecipe('Users as they were', async folder => {
      await ends(folder, ['users.apitest.yaml', '--update-snapshots'], { environment: { CI: '' } })
      await ends(folder, ['users.apitest.yaml'])
    }))

  it('puts load on the playground', () =>
    withRecipe('Products under load', async folder => {
      const { exitCode, output, errors } = await runLine(folder, ['load', 'example.apitest.yaml'])
      // On a busy machine the figures are unreliable, which is exit code 3.
      assert.ok(exitCode === 0 || exitCode === 3, output + errors)
      assert.match(output, /Error rate {2}0 %/)
    }))

  it('listens to Kafka', { skip: kafka.missing }, async () => {
    const topic = `apitest-cookbook-${randomUUID()}`
    const seeds = kafka.service().listeners.plain
    const playground = await startPlayground({ port: 0, announcements: { kafka: [seeds], topic } })
    try {
      const { page, fence } = recipeOf('An order is announced on Kafka')
      const values = [`baseUrl=${playground.url}`, `brokers=${seeds}`, `topic=${topic}`]
      await withFolder(filesOf(page, fence), folder =>
        ends(folder, ['example.apitest.yaml', ...values.flatMap(value => ['--var', value])]),
      )
    } finally {
      await playground.close()
    }
  })
})

describe('the pipelines of build servers', () => {
  for (const { line, name, text } of fencesOf(servers).filter(one => one.language === 'yaml'))
    it(`${name} in line ${line} is YAML`, async () => {
      const read = await readValue(text)
      assert.ok(read.ok, read.ok ? '' : read.problems)
      const isPipeline = /^(?:\.github|\.gitlab|\.circleci|azure)/.test(name)
      assert.ok(!isPipeline || /npx apitest .*--reporter/.test(text))
    })

  it('are there for five servers', () => {
    const titles = [...sectionsOf(servers).keys()]
    for (const title of ['GitHub Actions', 'GitLab CI', 'Jenkins', 'Azure Pipelines', 'CircleCI'])
      assert.ok(titles.includes(title), title)
  })

  it('close what they open in Jenkins', () => {
    const text = fencesOf(servers).find(({ name }) => name === 'Jenkinsfile')?.text ?? ''
    const count = (sign: string): number => text.split(sign).length - 1
    assert.match(text, /sh 'npx apitest .*'\n/)
    assert.equal(count('{'), count('}'))
    assert.equal(count("'") % 2, 0)
  })
})

/** True where the tests of all pages run a suite, or another suite of its page uses it. */
function isRun(text: string, name: string): boolean {
  return (runsAlone(text) && name === '' && !text.includes('exec:')) || /^inputs:/m.test(text)
}

function nameOf(text: string): string {
  return /^suite: (.*)$/m.exec(text)?.[1] ?? ''
}

function recipeOf(suite: string): { readonly page: Page; readonly fence: Fence } {
  const found = pages.flatMap(page =>
    suitesIn(page).flatMap(fence => (nameOf(fence.text) === suite ? [{ page, fence }] : [])),
  )
  assert.ok(found[0])
  return found[0]
}

/** A folder with the files of a recipe, against a playground, and with a client of a database that knows one order. */
async function withRecipe(suite: string, use: (folder: string) => Promise<void>): Promise<void> {
  const { page, fence } = recipeOf(suite)
  await withPlayground(async url => {
    const there = Object.entries(filesOf(page, fence)).map(([name, text]) => [
      name,
      text.replaceAll('http://127.0.0.1:4010', url),
    ])
    const client =
      '#!/bin/sh\ncase "$*" in *id=[0-9]*order.sql) echo \'{"state":"pending"}\' ;; *) exit 2 ;; esac\n'
    await withFolder({ ...(Object.fromEntries(there) as Files), 'bin/psql': client }, use)
  })
}

async function ends(
  folder: string,
  words: readonly string[],
  more: { readonly environment?: NodeJS.ProcessEnv; readonly not?: RegExp } = {},
): Promise<void> {
  const { exitCode, output, errors } = await runLine(folder, words, more)
  assert.equal(exitCode, 0, output + errors)
  if (more.not !== undefined) assert.doesNotMatch(output, more.not)
}
