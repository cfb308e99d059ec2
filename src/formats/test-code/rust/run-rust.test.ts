import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { type CargoProject, cargoProject, withoutRust } from '../../../testing/cargo-project.ts'
import { stepName } from '../../../parse/build-step.ts'
import { runText } from '../../../testing/run-text.ts'
import type { TestOutcome } from '../framework.ts'
import type { TestFile } from '../export-tests.ts'
import { readCargo } from './read-cargo.ts'
import { answers, expectations } from './testing/comparisons.ts'
import { looksAtDigits } from '../testing/digits.ts'
import { mapping } from '../../../util/read-values.ts'
import { hostileSuites } from '../testing/hostile-suites.ts'
import { type Mutant, mutantsOf } from '../testing/mutants.ts'
import { readSuite } from '../testing/read-suite.ts'
import { writeSuites } from './testing/write-suites.ts'

const names =
  'catalogue users orders cart rows reset failures variables files account bodies cascade table description graphql health travel'

/** Steps that need what no test in Rust has: another name for the server, and tokens of OAuth. */
const impossible = new Set([
  'Another name for the playground',
  'A token for a program, fetched once for the whole run',
  'The same client, asking by basic authentication',
])

test(
  'Rust: the tests of all suites pass, and fail where an expectation is broken',
  { skip: withoutRust() },
  async t => {
    const project = await cargoProject()
    if (project === undefined) {
      t.skip('The crates cannot be had.')
      return
    }
    const modules: Module[] = []
    const add = async (
      prefix: string,
      suites: Parameters<typeof writeSuites>[0],
      change = (text: string): string => text,
    ): Promise<readonly Module[]> => {
      const { files } = await writeSuites(suites)
      const added = files
        .map(one => ({ ...one, text: change(one.text) }))
        .map(file => ({ name: `${prefix}_${file.name.replace(/\.rs$/, '').replaceAll('-', '_')}`, file }))
      modules.push(...added)
      return added
    }
    const suites = Object.fromEntries(
      names.split(' ').map(name => [name, playable(readSuite(name))] as const),
    )
    const whole = await add(
      'whole',
      Object.entries(suites).map(([name, suite]) => ({ name: `${name}.apitest.yaml`, suite })),
    )
    const broken: Broken[] = []
    for (const [index, mutant] of mutantsOf(suites).entries()) {
      const [module] = await add(`mutant_${index}`, [{ name: 'mutant.apitest.yaml', suite: mutant.suite }])
      if (module !== undefined) broken.push({ mutant, module })
    }
    assert.ok(broken.length >= 30, String(broken.length))
    const hostile = await add('hostile', hostileSuites)
    assert.ok(hostile.length > 0)
    const compared = await add('compared', expectations.map(comparedSuite), withSharedClient)
    await project.write(filesOf(modules))

    // The layout of broken expectations is nobody's concern.
    await t.test('rustfmt changes nothing', () => checkFormat(project, [...whole, ...hostile, ...compared]))
    await t.test('clippy says nothing', () => checkLints(project))
    await t.test('every suite passes', () => checkSuites(project, whole))
    await t.test('each broken expectation fails in its step', () => checkMutants(project, broken))
    await t.test('answers of all kinds are judged as apitest judges them', () =>
      checkComparisons(project, compared),
    )
  },
)

interface Module {
  readonly name: string
  readonly file: TestFile
}

interface Broken {
  readonly mutant: Mutant
  readonly module: Module
}

/** A client that is made once: there are thousands of these tests, and making one takes a tenth of a second. */
const sharedClient = `static CLIENT: std::sync::LazyLock<reqwest::Client> = std::sync::LazyLock::new(|| {
    let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    builder.pool_max_idle_per_host(0).build().unwrap()
});
`

function withSharedClient(text: string): string {
  return text
    .replace(/let client = Client::builder\(\)[^;]*;/, 'let client = crate::CLIENT.clone();')
    .replace(/^use reqwest::(Client|redirect::Policy);\n/gm, '')
    .replace('\n\n\n', '\n\n')
}

function filesOf(modules: readonly Module[]): Readonly<Record<string, string | Uint8Array>> {
  const written = modules.map(({ name, file }) => [`tests/written/${name}.rs`, file.text] as const)
  const declared = modules.map(({ name }) => `mod ${name};`).sort()
  const data = ['note.txt', 'dot.png', 'greeting.json'].map(
    name => [`tests/written/files/${name}`, readFileSync(`suites/files/${name}`)] as const,
  )
  return Object.fromEntries<string | Uint8Array>([
    ['tests/written/main.rs', `${declared.join('\n')}\n\n${sharedClient}`],
    ...written,
    ...data,
  ])
}

/** A suite without the steps that no test in Rust can carry out. */
function playable(suite: JsonObject): JsonObject {
  const steps = suite['steps'] as readonly JsonObject[]
  return { ...suite, steps: steps.filter(step => !impossible.has(stepName(step))) }
}

async function checkFormat(project: CargoProject, modules: readonly Module[]): Promise<void> {
  const files = modules.map(({ name }) => `tests/written/${name}.rs`)
  const { exitCode, output } = await project.run('rustfmt', ['--edition', '2024', '--check', ...files])
  assert.equal(exitCode, 0, output.slice(0, 4000))
}

async function checkLints(project: CargoProject): Promise<void> {
  const { exitCode, output } = await project.run('cargo', ['clippy', '--all-targets', '--', '-D', 'warnings'])
  assert.equal(exitCode, 0, output.slice(0, 6000))
}

async function runTests(
  project: CargoProject,
  filter: string,
  environment: Readonly<Record<string, string>>,
  threads = 1,
): Promise<readonly TestOutcome[]> {
  const args = ['test', '--test', 'written', filter, '--', `--test-threads=${threads}`]
  const { output } = await project.run('cargo', args, environment)
  const outcomes = readCargo(output)
  assert.ok(outcomes.length > 0, output.slice(0, 6000))
  return outcomes
}

async function inPlayground<Value>(
  use: (environment: Readonly<Record<string, string>>) => Promise<Value>,
): Promise<Value> {
  const child = spawn(process.execPath, ['bin/apitest.cjs', 'playground', '--port', '0'])
  try {
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    const url = /http:\S+/.exec(said.toString())?.[0] ?? ''
    const signed = await fetch(`${url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'demo-password' }),
    })
    const { access_token: token = '' } = (await signed.json()) as { access_token?: string }
    return await use({
      BASE_URL: url,
      TOKEN: token,
      PASSWORD: 'demo-password',
      USERNAME_: 'demo',
      API_KEY: 'demo-key',
      CLIENT_SECRET: 'demo-secret',
    })
  } finally {
    child.kill()
  }
}

async function checkSuites(project: CargoProject, modules: readonly Module[]): Promise<void> {
  const outcomes = await inPlayground(environment => runTests(project, 'whole_', environment))
  const failed = outcomes.filter(({ outcome }) => outcome !== 'passed')
  assert.deepEqual(failed, [])
  assert.equal(outcomes.length, modules.length)
}

async function checkMutants(project: CargoProject, broken: readonly Broken[]): Promise<void> {
  const outcomes = await inPlayground(environment => runTests(project, 'mutant_', environment))
  const found = broken.map(({ mutant, module }) => {
    const outcome = outcomes.find(({ name }) => name.startsWith(`${module.name}::`))
    const { line = 0 } = outcome ?? {}
    const failed = module.file.cases.find(
      ({ lines: [first, last] = [0, 0] }) => first <= line && line <= last,
    )
    return `${mutant.what}: ${failed?.where.split(' / ').at(-1) ?? outcome?.outcome ?? 'did not run'}`
  })
  assert.deepEqual(
    found,
    broken.map(({ mutant }) => `${mutant.what}: ${mutant.step}`),
  )
}

function comparedSuite(
  validation: JsonValue,
  index: number,
): { readonly name: string; readonly suite: JsonObject } {
  const step = { name: `Compared ${index}`, request: 'GET {{baseUrl}}/', validations: [validation] }
  return {
    name: `c${index}.apitest.yaml`,
    suite: { suite: `c${index}`, steps: [step] },
  }
}

/** Every answer to every expectation, in Rust and by apitest itself. */
async function checkComparisons(project: CargoProject, modules: readonly Module[]): Promise<void> {
  const differing: string[] = []
  for (const answer of answers) {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      if (answer.header !== undefined) response.setHeader('x-value', answer.header)
      if (answer.cookies !== undefined) response.setHeader('set-cookie', answer.cookies)
      response.end(answer.body)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const steps = expectations.map(
        (validation, index) => comparedSuite(validation, index).suite['steps'] as readonly JsonValue[],
      )
      const ran = await runText(
        JSON.stringify({ suite: 'All', settings: { 'stop-on-failure': false }, steps: steps.flat() }),
        {
          input: { variables: { baseUrl: address } },
        },
      )
      const outcomes = await runTests(project, 'compared_', { BASE_URL: address }, 4)
      for (const [index, validation] of expectations.entries()) {
        const own = ran.steps[index]?.outcome
        const theirs = outcomes.find(({ name }) =>
          name.startsWith(`${modules[index]?.name ?? ''}::`),
        )?.outcome
        if ((own === 'passed') !== (theirs === 'passed') && !looksAtDigits(answer.body, mapping(validation)))
          differing.push(
            `${JSON.stringify(validation)} of ${answer.body} (${String(answer.header ?? answer.cookies ?? 'no header')}): apitest ${own ?? '?'}, Rust ${theirs ?? '?'}`,
          )
      }
    } finally {
      server.close()
    }
  }
  assert.deepEqual(differing, [])
}
