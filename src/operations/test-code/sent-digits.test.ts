import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { suitesToCollection } from '../../compile/suites-to-collection.ts'
import { readValue } from '../../document/index.ts'
import type { Collection, CollectionItem } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { runFramework } from './run-framework.ts'
import { Agreements, listedVersions, printedVersions } from '../../testing/agreements.ts'
import { cargoProject, withoutRust } from '../../testing/cargo-project.ts'
import { without } from '../../testing/parts.ts'
import { pythonWith, withoutPackages } from '../../testing/python-tools.ts'
import { withFolder } from '../../testing/run-program.ts'
import { runText } from '../../testing/run-text.ts'
import { exportK6 } from '../../formats/k6/export-k6.ts'
import { runInNode } from '../../formats/k6/testing/run-script.ts'
import { exportPostman } from '../../formats/postman/export-postman.ts'
import { importPostman } from '../../formats/postman/import-postman.ts'
import { runNewman } from '../../formats/postman/testing/run-newman.ts'
import { exportTests } from '../../formats/test-code/export-tests.ts'
import type { Framework, TestOutcome } from '../../formats/test-code/framework.ts'
import { valueText } from '../../util/value-text.ts'
import { writeJson } from '../../util/exact-number.ts'
import { frameworks } from '../../formats/test-code/frameworks.ts'
import { runMaven, withoutJava, writeProject } from '../../formats/test-code/java/testing/maven-project.ts'
import {
  makeProject,
  packageList,
  withoutFrameworks,
} from '../../formats/test-code/javascript/testing/run-javascript.ts'

/** Numbers that a double does not hold, or that it is not written as. */
const text = `suite: Digits
variables:
  baseUrl: http://127.0.0.1:1
  id: 4634343214213523454
  zip: 01234
  price: 12.00
  order: { id: 4634343214213523454, price: 10.50, tags: [1.0] }
steps:
  - name: Sent
    variables: { word: "A \\"B\\"", own: 9007199254740993 }
    request: POST {{baseUrl}}/at/{{id}}?p={{price}}&z={{zip}}
    query: { n: 9007199254740993, m: 1.10 }
    headers: { X-Zip: 01234, X-N: "{{zip}} {{id}}" }
    json:
      { n: 4634343214213523454, price: 12.00, id: "{{id}}", zip: "{{zip}}", text: "a \\"{{id}}\\"", order: "{{order}}",
        deep: "{{order.id}}", word: "{{word}}", list: [1e3, -0.0, "{{own}}"], items: [{ n: 1.50, t: b }], both: "{{word}} {{own}}" }
    validations:
      - $.price: 12.00
      - $.price: "{{price}}"
      - $.list[0]: { at-least: 999.50 }
      - $.n: 4634343214213523454
      - $.id: "{{id}}"
      - $.n: { greater-than: 4634343214213523453 }
      - "$.items[?@.n == 4634343214213523455]": { exists: false }
      - "$.items[?@.n == 1.50].t": { contains: b }
  - name: Own
    request: POST {{baseUrl}}/own/{{own}}
    json: { own: "{{own}}", plain: 1 }
  - name: Rows {{n}}
    data:
      - { n: 4634343214213523454, w: 01234, t: a }
      - { n: 12.00, w: 007, t: b }
    request: POST {{baseUrl}}/rows/{{n}}
    headers: { X-N: "{{w}}" }
    json: { n: "{{n}}", w: "{{w}}", t: "{{t}}" }
    validations:
      - $.t: "{{t}}"
  - name: Rounds {{one}}
    for-each: { one: [4634343214213523454, 12.00] }
    request: POST {{baseUrl}}/round/{{one}}
    json: { n: "{{one}}" }
  - name: Set
    set: { mine: 1.10 }
  - name: Form
    request: POST {{baseUrl}}/form/{{mine}}
    form: { m: "{{mine}}", f: 1.10 }
  - name: Text
    request: POST {{baseUrl}}/text
    text: "{{mine}} {{price}} {{id}}"
`

/** Which tests compare numbers beyond a double digit by digit; the others tell that they do not. */
const exactLanguages = new Set(['Python', 'Ruby'])

/** Answers with what came, and keeps it. */
function recording(): ReturnType<typeof httpServer> {
  return httpServer((request, response) => {
    response.setHeader('content-type', 'application/json').end(request.body)
  })
}

type Recorder = Awaited<ReturnType<typeof recording>>

function came({ seen }: Recorder): readonly unknown[] {
  return seen.map(({ method, url, headers, body }) => [
    `${method} ${url}`,
    headers['x-zip'],
    headers['x-n'],
    headers['content-type']?.replace(/;.*/, ''),
    body.toString(),
  ])
}

async function sentByRun(written = text): Promise<readonly unknown[]> {
  await using server = await recording()
  const ran = await runText(written, { input: { variables: { baseUrl: server.url } } })
  assert.match(ran.outcomes, /^(passed ?)+$/, JSON.stringify([ran.messages, ran.summary.problems]))
  return came(server)
}

/** Where tests of a language run; gives what became of them. */
type Place = (
  framework: Framework,
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
  environment: Readonly<Record<string, string>>,
) => Promise<readonly TestOutcome[]>

async function inFolder(
  { runner }: Framework,
  folder: string,
  files: readonly { readonly name: string }[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly TestOutcome[]> {
  const names = files.map(({ name }) => name)
  const interrupt = new AbortController().signal
  const all = { ...process.env, ...environment }
  const ended = await runFramework({
    runner,
    projectFolder: folder,
    files: names,
    environment: all,
    interrupt,
  })
  assert.ok('outcomes' in ended, JSON.stringify(ended))
  const outcomes = [...ended.outcomes.values()].flat()
  return outcomes.length === 0 ? [{ name: ended.output, outcome: 'failed' }] : outcomes
}

const plain: Place = async (framework, folder, files, environment) => {
  for (const { name, text: code } of files) await writeFile(path.join(folder, name), code)
  return inFolder(framework, folder, files, environment)
}

const packages = 'fixtures/test-code/python.txt'
const python = pythonWith(packages)
const noPython = withoutPackages(packages)

/** Each language has a version of its own, which is among its inputs. */
const agreements = new Agreements(import.meta.url, () => '')

interface Language {
  readonly skip: string | false
  readonly version: () => string
  readonly run: Place
}

const places: Readonly<Record<string, Language>> = {
  JavaScript: {
    skip: withoutFrameworks,
    version: () => listedVersions(packageList),
    run: async (framework, folder, files, environment) => {
      await makeProject(folder, [], 'module')
      return plain(framework, folder, files, { ...environment, API_BASE_URL: environment['BASE_URL'] ?? '' })
    },
  },
  Python: {
    skip: noPython,
    version: () => listedVersions(packages),
    run: async (framework, folder, files, environment) =>
      plain(framework, folder, files, {
        ...environment,
        PATH: [path.dirname(python ?? ''), process.env['PATH']].join(path.delimiter),
      }),
  },
  Go: { skip: without('go'), version: () => printedVersions('go version'), run: plain },
  Ruby: { skip: without('rspec'), version: () => printedVersions('rspec --version'), run: plain },
  PHP: { skip: without('phpunit'), version: () => printedVersions('phpunit --version'), run: plain },
  Java: {
    skip: withoutJava(),
    version: () => printedVersions('javac --version', 'mvn --version'),
    run: async ({ runner }, folder, files, environment) => {
      await writeProject(folder)
      const root = path.join(folder, 'src/test/java')
      await mkdir(root, { recursive: true })
      for (const { name, text: code } of files) await writeFile(path.join(root, name), code)
      const output = await runMaven(
        folder,
        runner.command(
          files.map(({ name }) => name),
          '',
        ).args,
        environment,
      )
      const outcomes = runner.outcomes('', output)
      return outcomes.length === 0 ? [{ name: output, outcome: 'failed' }] : outcomes
    },
  },
  Rust: {
    skip: withoutRust(),
    version: () => printedVersions('cargo --version'),
    run: async (_, __, files, environment) => {
      const project = await cargoProject()
      assert.ok(project !== undefined)
      await project.write(Object.fromEntries(files.map(({ name, text: code }) => [`tests/${name}`, code])))
      const { exitCode, output } = await project.run('cargo', ['test', '--test', 'digits'], environment)
      return [{ name: output, outcome: exitCode === 0 ? 'passed' : 'failed' }]
    },
  },
}

async function collected(written = text): Promise<Collection> {
  const read = await readValue(written)
  assert.ok(read.ok)
  const suite = read.value as JsonObject
  return suitesToCollection([{ name: 'digits.apitest.yaml', suite }], 'Digits')
}

/** A request whose JSON has no spaces. */
function compact(request: unknown): unknown {
  const values = request as readonly (string | undefined)[]
  return values.map(value =>
    value?.startsWith('{') === true ? value.replace(/\n */g, '').replaceAll('": ', '":') : value,
  )
}

describe('generated tests send numbers with their digits', () => {
  for (const framework of frameworks) {
    const place = places[framework.language]
    const skip = place?.skip ?? `${framework.title} is not run`
    it(framework.title, { skip, timeout: 120_000 }, async () => {
      const { files, report } = await exportTests(await collected(), framework, { readRows: () => [] })
      const lost = report.losses.filter(({ what }) => what.startsWith('validation'))
      assert.equal(lost.length, exactLanguages.has(framework.language) ? 1 : 4, JSON.stringify(report.losses))
      assert.equal(report.losses.length, lost.length, JSON.stringify(report.losses))
      const sent = await sentByRun()
      await agreements.reach(framework.title, JSON.stringify([files, sent, place?.version()]), async () => {
        await using server = await recording()
        const outcomes = await withFolder({}, async folder =>
          place?.run(framework, folder, files, { BASE_URL: server.url }),
        )
        assert.deepEqual(
          outcomes?.filter(({ outcome }) => outcome !== 'passed'),
          [],
        )
        assert.deepEqual(came(server), sent)
      })
    })
  }
  it('k6', async () => {
    const { files, report } = await exportK6(await collected())
    assert.equal(report.losses.length, 4, JSON.stringify(report.losses))
    await using server = await recording()
    const checks = await runInNode(files[0]?.text ?? '', { BASE_URL: server.url })
    assert.deepEqual(
      checks.filter(([, holds]) => !holds),
      [],
    )
    assert.deepEqual(came(server), await sentByRun())
  })
  it('Postman', async () => {
    // Postman puts texts into JSON as they are, and has no members of variables.
    const written = text.replace(/word: "A[^,]*,/, 'word: A,').replace('deep: "{{order.id}}", ', '')
    const collection = await collected(written)
    // Postman has rows for a whole collection, and no rounds.
    const once = (item: CollectionItem): boolean =>
      item.kind === 'folder' || !/\{\{/.test(valueText(item.step['name'] ?? ''))
    const items = collection.items
      .filter(once)
      .map(item => (item.kind === 'folder' ? { ...item, items: item.items.filter(once) } : item))
    const { files, report } = exportPostman({ ...collection, items })
    assert.equal(report.losses.length, 5, JSON.stringify(report.losses))
    await using server = await recording()
    const exported = JSON.parse(files[0]?.text ?? '') as JsonObject
    const { run } = await runNewman(exported, { baseUrl: server.url })
    assert.deepEqual(run.failures, [])
    const wanted = (await sentByRun(written)).filter(request => !/rows|round/.test(JSON.stringify(request)))
    assert.deepEqual(came(server).map(compact), wanted.map(compact))
  })

  it('Postman, and back', () => {
    const foreign = `{"info":{"name":"A","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[],"variable":[{"key":"id","value":4634343214213523454},{"key":"p","value":12.00}]}`
    const imported = importPostman(foreign, { file: 'a.json' })
    assert.ok(imported.ok && imported.value.collection !== undefined)
    assert.equal(writeJson(imported.value.collection.variables), '{"id":4634343214213523454,"p":12.00}')
    const [again] = exportPostman(imported.value.collection).files
    assert.match(again?.text ?? '', /: 4634343214213523454\n[^]*: 12.00\n/)
  })
})
