import assert from 'node:assert/strict'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { askNeovim, type EditorQuestion, neovimMissing } from '../lsp/testing/neovim.ts'
import { type Files, withFolder } from '../testing/run-program.ts'
import { oneProjectFiles } from './testing/one-project.ts'

/** An act in a file, and what the editor shows then: the one line that this leads to, or what matches, or nothing. */
type Line = readonly [question: EditorQuestion, shown: RegExp | `${string}: ${string}` | undefined]

/** Edits files of a project in Neovim, and holds what it shows against what is wanted. */
async function edit(files: Files, lines: readonly Line[]): Promise<void> {
  await withFolder(files, async made => {
    const folder = realpathSync(made)
    const answers = await askNeovim(
      folder,
      lines.map(([question]) => question),
    )
    for (const [index, [question, shown]] of lines.entries()) {
      const found = (answers[index] ?? []).join('\n')
      const told = `${JSON.stringify(question)}: ${found}`
      if (shown === undefined) assert.equal(found, '', told)
      else if (shown instanceof RegExp) assert.match(found, shown, told)
      else assert.equal(found, lineOf(files, folder, shown), told)
    }
    assert.ok(!existsSync(path.join(folder, 'key.log')), 'A command of a secret ran.')
  })
}

/** The place of a text in a file, which is written as `file: text`. */
function lineOf(files: Files, folder: string, place: string): string {
  const [name = '', ...text] = place.split(': ')
  const number = (files[name] ?? '').split('\n').findIndex(line => line.includes(text.join(': ')))
  assert.ok(number >= 0, place)
  return `${path.join(folder, name)}:${number + 1}`
}

const place = { url: 'http://127.0.0.1:1', rpc: '127.0.0.1:2' }

/** A suite that names what each part of the configuration gives. */
const named = 'suites/named.apitest.yaml'
const project: Files = {
  ...oneProjectFiles(place, place),
  [named]: `suite: Named
environment: local
steps:
  - request: POST {{shop}}/orders
    headers: { x-key: "{{key}}", x-token: "{{token}}" }
    json: { user: "{{user}}", paid: "{{mocks.payments.url}}/charges" }
`,
}
const configuration = 'apitest.config.yaml'

/** Each name, what tells who gives it, and where that stands. */
const names: readonly (readonly [name: string, told: RegExp, place: `${string}: ${string}`])[] = [
  ['shop', /http:\/\/127\.0\.0\.1:1.*the environment local/, `${configuration}: user: lea`],
  ['user', /lea.*the environment local/, `${configuration}: user: lea`],
  ['key', /\*\*\*.*the configuration/, `${configuration}: key: { command`],
  ['token', /the setup, step "Log in", from \$\.token/, 'shared/log-in.apitest.yaml: extracts: {'],
  ['mocks.payments.url', /the mock payments \(apitest\.config\.yaml:/, `${configuration}: payments:`],
]

const allNames = /^(?=[^]*^mocks\.payments\.url$)(?=[^]*^token$)(?=[^]*^shop$)(?=[^]*^user$)(?=[^]*^key$)/m

/** The questions about each name in a file that names them all. */
function aboutNames(file: string): readonly Line[] {
  return names.flatMap(([name, told, leadsTo]): readonly Line[] => [
    [{ file, ask: 'hover', at: `{{${name}` }, told],
    [{ file, ask: 'definition', at: `{{${name}` }, leadsTo],
  ])
}

describe('one project in Neovim', { skip: neovimMissing }, () => {
  it('has no problem with what its setup, environments, secrets, services and mocks give', () =>
    edit(
      project,
      Object.keys(project)
        .filter(file => /\.apitest\.yaml$|config/.test(file))
        .map(file => [{ file, ask: 'problems' }, undefined]),
    ))

  for (const file of [named, configuration])
    it(`leads from their names to where they are given in ${file}`, () => edit(project, aboutNames(file)))

  it('offers them, and tells of a name that is wrong and of one of another environment', () => {
    const ask = 'problems'
    return edit(project, [
      [{ file: named, ask: 'completion', at: '{{shop}}/', write: '{{' }, allNames],
      [{ file: named, ask }, undefined],
      [{ file: named, ask: 'write', at: '{{token}}', write: '{{tokn}}' }, undefined],
      [{ file: named, ask }, /^5:43 nothing sets the variable "tokn"\nDid you mean "token"\?/],
      [{ file: named, ask: 'write', at: '{{tokn}}', write: '{{token}}' }, undefined],
      [{ file: named, ask }, undefined],
      [{ file: named, ask: 'write', at: 'environment: local', write: 'environment: staging' }, undefined],
      [{ file: named, ask }, /^6:37 nothing sets the variable "mocks\.payments\.url" but .* "local"/],
      [{ file: named, ask: 'write', at: 'environment: staging', write: 'environment: prod' }, undefined],
      [{ file: named, ask }, /^2:1\d .*"prod"/],
    ])
  })

  it('does so in the configuration', () => {
    const [file, ask] = [configuration, 'problems'] as const
    return edit(project, [
      [{ file, ask: 'completion', at: 'bearer: "', write: '{{' }, allNames],
      [{ file, ask }, undefined],
      [{ file, ask: 'write', at: '{{user}}', write: '{{usr}}' }, undefined],
      [{ file, ask }, /^26:19 nothing sets the variable "usr"\nDid you mean "user"\?/],
      [{ file, ask: 'write', at: '{{usr}}', write: '{{user}}' }, undefined],
      [{ file, ask: 'write', at: 'use: shared/log-in', write: 'use: shared/log-on' }, undefined],
      [{ file, ask }, /log-on/],
      [{ file, ask: 'write', at: 'use: shared/log-on', write: 'use: shared/log-in' }, undefined],
      [{ file, ask: 'write', at: 'mocks.payments.url', write: 'mocks.paiments.url' }, undefined],
      [{ file, ask }, /paiments/],
    ])
  })
})

/** A repository whose outer configuration gives a name, and an inner project that gives others. */
const repository: Files = {
  'apitest.config.yaml': 'suites: [tests/]\nvariables: { outer: http://127.0.0.1:3 }\n',
  'tests/outer.apitest.yaml': 'suite: Outer\nsteps:\n  - request: GET {{outer}}/x\n',
  'users/apitest.config.yaml': `environment: local
environments:
  local: { variables: { address: "http://127.0.0.1:{{service.port}}" } }
services:
  - name: users
    command: node users.cjs {{service.port}}
    url: http://127.0.0.1:{{service.port}}/health
  - name: prices
    url: http://127.0.0.1:4021/prices
    mock: { routes: [{ route: GET /prices, answer: { json: { tea: 3 } } }] }
`,
  'users/inner.apitest.yaml':
    'suite: Inner\nsteps:\n  - request: GET {{address}}/x\n  - request: GET {{mocks.prices.url}}/y?port={{service.port}}\n',
}

describe('a repository of nested projects in Neovim', { skip: neovimMissing }, () => {
  it('takes for each file the configuration nearest to it', () => {
    const [inner, outer, users] = ['users/inner', 'tests/outer', 'users/apitest.config'].map(name =>
      `${name}.yaml`.replace(/(inner|outer)/, '$1.apitest'),
    ) as [string, string, string]
    return edit(repository, [
      ...[inner, outer, users, configuration].map((file): Line => [{ file, ask: 'problems' }, undefined]),
      [{ file: inner, ask: 'definition', at: '{{address' }, `${users}: local:`],
      [{ file: inner, ask: 'hover', at: '{{service.port' }, /the service users \(apitest\.config\.yaml:5\)/],
      [{ file: inner, ask: 'definition', at: '{{service.port' }, `${users}: name: users`],
      [{ file: users, ask: 'definition', at: '{{service.port' }, `${users}: name: users`],
      [{ file: inner, ask: 'definition', at: '{{mocks.prices.url' }, `${users}: mock:`],
      [
        { file: inner, ask: 'completion', at: '{{address}}/', write: '{{' },
        /^(?=[^]*^address$)(?=[^]*^service\.port$)(?=[^]*^mocks\.prices\.url$)(?![^]*^outer$)/m,
      ],
      [{ file: outer, ask: 'definition', at: '{{outer' }, `${configuration}: outer:`],
      [{ file: inner, ask: 'write', at: '{{address', write: '{{outer' }, undefined],
      [{ file: inner, ask: 'problems' }, /^3:14 nothing sets the variable "outer"/],
      [{ file: outer, ask: 'write', at: '{{outer', write: '{{address' }, undefined],
      [{ file: outer, ask: 'problems' }, /^3:14 nothing sets the variable "address"/],
    ])
  })
})
