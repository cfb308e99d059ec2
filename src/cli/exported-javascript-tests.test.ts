import assert from 'node:assert/strict'
import { readSuite } from '../formats/test-code/testing/read-suite.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import * as prettier from 'prettier'
import type { Framework } from '../formats/test-code/framework.ts'
import { javascriptFrameworks } from '../formats/test-code/javascript/frameworks.ts'
import type { JavaScriptStyle } from '../formats/test-code/javascript/style.ts'
import { validations } from '../formats/test-code/testing/judged-answers.ts'
import { type Mutant, mutantsOf } from '../formats/test-code/testing/mutants.ts'
import {
  makeProject,
  packageList,
  said,
  withoutFrameworks,
} from '../formats/test-code/javascript/testing/run-javascript.ts'
import { type RanTest, runProject, writtenFor } from '../formats/test-code/testing/run-project.ts'
import { playgroundTexts, withPlayground } from '../formats/test-code/testing/with-playground.ts'
import type { JsonObject } from '../model/json.ts'
import { Agreements, listedVersions } from '../testing/agreements.ts'
import { type Files, withFolder } from '../testing/run-program.ts'

const suiteNames = [
  ...['catalogue', 'users', 'orders', 'cart', 'rows', 'reset', 'failures', 'variables', 'files', 'account'],
  ...['bodies', 'cascade', 'table', 'description', 'graphql', 'health', 'travel'],
]

/** Names that the code has a use of its own for, or that the frameworks have. */
const names = [
  ...[
    'path',
    'skip',
    'sleep',
    'process',
    'before',
    'after',
    'beforeAll',
    'rows',
    'row',
    'item',
    'order',
    'body',
  ],
  ...['contains', 'exists', 'isAbsent', 'textOf', 'attempt', 'performance', 'request', 'test', 'Json', 'URL'],
]

/** A suite whose variables are called as the code is. */
const namesSuite: JsonObject = {
  suite: 'Names',
  variables: Object.fromEntries(names.map(name => [name, `the ${name}`])),
  steps: [
    {
      name: 'All of them',
      request: 'GET {{baseUrl}}/ajax/get',
      query: Object.fromEntries(names.map(name => [name, `{{${name}}}`])),
      validations: names.map(name => ({ [`$.query.${name}`]: `the ${name}` })),
    },
    {
      name: 'Beside items',
      request: 'POST {{baseUrl}}/ajax/post',
      json: { items: ['a', 'the item'], orders: [{ id: 'a' }, { id: 'the order' }] },
      validations: [
        { '$.items': { any: '{{item}}' } },
        { when: { status: 200 }, '$.items': { each: { 'has-type': 'string' } } },
        { '$.orders[*]': { any: { matches: { id: '{{order}}' } } } },
        { '$.orders[*].id': { any: '{{order}}', none: '{{path}}' } },
        { '$.orders[?@.id == "a"]': { 'has-length': 1 } },
        { '$.orders': { none: { matches: { id: '{{item}}' } } } },
      ],
      retry: { attempts: 2, interval: '10ms' },
    },
  ],
}

/** A suite with every comparison there is, which nothing answers. */
const everySuite: JsonObject = {
  suite: 'Every comparison',
  steps: validations.map((validation, index) => ({
    name: `Comparison ${index}`,
    request: 'GET {{baseUrl}}/',
    validations: [validation],
    ...(index % 2 === 0 ? {} : { retry: { attempts: 2 } }),
  })),
}

const { variables, steps } = readSuite('rounds')
const isOfMock = (step: JsonObject): boolean => JSON.stringify(step).includes('mocks.')

/** The suite of rounds without its mock, and with a group whose steps go round. */
const roundsSuite: JsonObject = {
  suite: 'Rounds',
  variables: variables ?? {},
  steps: [
    ...(steps as readonly JsonObject[]).filter(step => !isOfMock(step)),
    {
      name: 'Pages of a group',
      repeat: { until: { '$.pages': { 'has-length': 2 } }, 'at-most': 3 },
      variables: { pages: [] },
      steps: [
        {
          name: 'Sizes',
          'for-each': { size: ['{{$round}}', '{{$round | plus 1}}'] },
          request: 'GET {{baseUrl}}/tables/data',
          query: { pageSize: '{{size}}', page: '{{$index | plus 1}}', none: '{{nothing}}' },
          variables: { nothing: null },
          validations: [{ '$.total': 18 }],
          extracts: { pages: { from: '$.page', append: true }, next: { from: '$.never', default: 'none' } },
        },
        { name: 'Pause', pause: '1ms' },
      ],
      validations: [{ '$.next': 'none' }],
    },
  ],
}

/** The suite of functions without the zone, for which the code has no words. */
const functionsSuite = JSON.parse(
  JSON.stringify(readSuite('functions')).replace(/\{\{ordered \|[^}]*\}\}/, '2027-01-01'),
) as JsonObject

const suites = {
  ...Object.fromEntries(suiteNames.map(name => [name, readSuite(name)])),
  rounds: roundsSuite,
  functions: functionsSuite,
}

const modules: JavaScriptStyle = { modules: 'import', isTypeScript: false, isModulePackage: true }
const scripts: JavaScriptStyle = { modules: 'require', isTypeScript: false }
const typed: JavaScriptStyle = { ...modules, isTypeScript: true }

/** Each framework, and how its project writes code. */
const projects = [
  ['vitest', modules],
  ['jest', scripts],
  ['mocha', modules],
  ['playwright', modules],
  ['mocha', scripts],
  ['vitest', typed],
  ['playwright', typed],
] as const

function frameworkOf(name: string): Framework {
  const framework = javascriptFrameworks.find(one => one.name === name)
  assert.ok(framework !== undefined)
  return framework
}

const agreements = new Agreements(import.meta.url, () => listedVersions(packageList))

/** Suites as tests of a framework. */
interface Project {
  readonly name: string
  readonly tested: Readonly<Record<string, JsonObject>>
  readonly framework: Framework
  readonly style: JavaScriptStyle
  readonly settings?: Files
}

/** Runs tests of suites against a playground of their own, unless they are known to come to what is expected. */
async function runAgainstPlayground(
  { name, tested, framework, style, settings = {} }: Project,
  expect: (ran: readonly RanTest[]) => void,
): Promise<void> {
  const { files } = await writtenFor(tested, framework, style)
  await agreements.reach(name, JSON.stringify([files, settings, playgroundTexts()]), () =>
    withPlayground(url =>
      withFolder(settings, async folder => {
        await makeProject(folder, files, style.modules === 'import' ? 'module' : 'commonjs')
        const own = framework.ownEnvironment?.includes('BASE_URL') === true
        const ran = await runProject(folder, files, framework, {
          [own ? 'API_BASE_URL' : 'BASE_URL']: url,
          USERNAME_: 'demo',
          PASSWORD: 'demo-password',
          API_KEY: 'demo-key',
          CLIENT_SECRET: 'demo-secret',
        })
        expect(ran)
      }),
    ),
  )
}

/** A busy machine may take more than the two seconds of Mocha for a test. */
const patient: Files = { '.mocharc.json': '{ "timeout": 20000 }\n' }

/** What the tests of the suites come to: all of them pass but the one that needs cookies where `fetch` keeps none. */
async function passes(name: string, style: JavaScriptStyle): Promise<void> {
  const framework = frameworkOf(name)
  const tested = { ...suites, names: namesSuite }
  await runAgainstPlayground({ name, tested, framework, style, settings: patient }, ran => {
    const stepsThat = (outcome: string): readonly string[] =>
      ran.filter(one => one.outcome === outcome).map(({ step }) => step.split(' / ').at(-1) ?? '')
    assert.deepEqual(stepsThat('failed'), framework.cookieNote === undefined ? [] : ['It is sent back'])
    // Jest cannot skip what has begun, and reports have no name for what has not.
    const begun = name === 'jest' ? [] : ['Only on the silver plan']
    assert.deepEqual(stepsThat('skipped'), [...begun, 'Pay back'])
    assert.ok(ran.length > 95, String(ran.length))
  })
}

/** Each broken suite fails, in the test of the step that was broken. */
async function findsMutants(name: string): Promise<void> {
  const mutants = mutantsOf(suites)
  assert.ok(mutants.length >= 30, String(mutants.length))
  const broken = Object.fromEntries(mutants.map(({ suite }, index) => [`mutant-${index}`, suite]))
  // Many small files, for which a process each takes long.
  const settings = {
    'vitest.config.mjs': 'export default { test: { isolate: false } }\n',
    ...patient,
  }
  const project = {
    name: `mutants in ${name}`,
    tested: broken,
    framework: frameworkOf(name),
    style: modules,
    settings,
  }
  await runAgainstPlayground(project, ran => {
    const wrong = mutants.flatMap((mutant, index) => {
      const own = ran.filter(({ step }) => step.split(' / ').includes(`Mutant ${index}`))
      return isFound(mutant, own) ? [] : [`${index}: ${mutant.what}`]
    })
    assert.deepEqual(wrong, [])
  })
}

/** Settings of ESLint as its documentation has them, with the words of the frameworks. */
const lintConfiguration = `import js from '@eslint/js'
import globals from 'globals'
import typescript from 'typescript-eslint'
const words = { ...globals.node, ...globals.jest, ...globals.mocha }
export default typescript.config(
  js.configs.recommended,
  { languageOptions: { globals: words } },
  { files: ['*-require/*'], languageOptions: { sourceType: 'commonjs' } },
  { files: ['**/*.ts'], extends: [typescript.configs.recommended] },
)
`

const compiler = {
  compilerOptions: {
    ...{
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      types: ['node'],
      skipLibCheck: true,
    },
  },
  include: ['**/*.ts'],
}

/** Prettier, ESLint and TypeScript have nothing to say of any of the projects. */
async function looksAsUsual(): Promise<void> {
  const settings = {
    'tsconfig.json': JSON.stringify(compiler),
    'eslint.config.mjs': lintConfiguration,
  }
  const all = { ...suites, names: namesSuite, every: everySuite }
  const written = await Promise.all(
    projects.map(async ([name, style]) => {
      const { files } = await writtenFor(all, frameworkOf(name), style)
      return { place: `${name}-${style.isTypeScript ? 'typed' : style.modules}`, files }
    }),
  )
  await agreements.reach('style', JSON.stringify([written, settings]), () =>
    withFolder(settings, async folder => {
      await makeProject(folder, [], 'module')
      for (const { place, files } of written) {
        await mkdir(path.join(folder, place))
        for (const { name: filepath, text } of files) {
          assert.ok(await prettier.check(text, { filepath }), `${place}: ${filepath}`)
          await writeFile(path.join(folder, place, filepath), text)
        }
      }
      const found = [
        said('eslint/bin/eslint.js', ['.'], folder),
        said('typescript/bin/tsc', ['-p', '.'], folder),
      ]
      assert.deepEqual(await Promise.all(found), ['', ''])
    }),
  )
}

describe('tests in JavaScript', { concurrency: 3, skip: withoutFrameworks }, () => {
  for (const [name, style] of projects.slice(0, 4))
    it(`pass against the playground, in ${name}`, () => passes(name, style))
  for (const name of ['vitest', 'mocha'])
    it(`fail just where an expectation is broken, in ${name}`, () => findsMutants(name))
  it('run in Jest, too, where they import', async () => {
    const tested = { bodies: readSuite('bodies'), health: readSuite('health') }
    const project = { name: 'imports in jest', tested, framework: frameworkOf('jest'), style: modules }
    await runAgainstPlayground(project, ran => {
      assert.deepEqual(
        ran.filter(({ outcome }) => outcome !== 'passed'),
        [],
      )
    })
  })
  it('are as prettier, ESLint and TypeScript want them', looksAsUsual)
})

/** True where just the test of a step failed; those after it may, too, where it leaves them variables. */
function isFound({ step, leavesVariables }: Mutant, ran: readonly RanTest[]): boolean {
  const failed = ran.filter(({ outcome }) => outcome === 'failed').map(one => one.step.split(' / ').at(-1))
  return failed[0] === step && (leavesVariables || failed.length === 1)
}
