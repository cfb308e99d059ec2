import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

const order = (properties: object, required: readonly string[] = []): string =>
  JSON.stringify({ type: 'object', required, properties })

/** An API whose one operation answers with a schema that stands in another file. */
const api = `openapi: 3.0.3
info: { title: Orders, version: '1' }
paths:
  /orders:
    get:
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { $ref: order.json } } }
`
const bundled = (schema: string): string => api.replace('{ $ref: order.json }', schema)

const before = bundled(order({ id: { type: 'integer' }, state: { enum: ['open'] } }))
const added = bundled(order({ id: { type: 'integer' }, state: { enum: ['open', 'held'] } }))
const broken = bundled(order({ id: { type: 'string' }, state: { enum: ['open', 'held'] } }))
const files = { 'old.yaml': before, 'added.yaml': added, 'broken.yaml': broken }

const diff = (folder: string, ...words: readonly string[]) => runLine(folder, ['contract', 'diff', ...words])

describe('apitest contract diff', () => {
  it('fails for changes of the level that is asked for, or worse', () =>
    withFolder(files, async folder => {
      const codes = await Promise.all(
        [
          ['old.yaml', 'old.yaml', '--fail-on', 'warning'],
          ['old.yaml', 'added.yaml'],
          ['old.yaml', 'added.yaml', '--fail-on', 'warning'],
          ['old.yaml', 'broken.yaml'],
          ['old.yaml', 'broken.yaml', '--fail-on', 'never'],
          ['old.yaml', 'missing.yaml'],
          ['old.yaml'],
        ].map(async words => (await diff(folder, ...words)).exitCode),
      )
      assert.deepEqual(codes, [0, 0, 1, 1, 0, 2, 2])
    }))

  it('E9: refuses descriptions without an operation, and names the word that was meant', () =>
    withFolder(
      {
        ...files,
        'path.yaml': 'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npath:\n  /a: { get: {} }\n',
        'head.yaml': 'openapi: 3.0.3\ninfo: { title: A, version: "1" }\n',
      },
      async folder => {
        const rows = [
          [
            'path.yaml',
            'path.yaml',
            /path\.yaml has no operations[^]*Did you mean "paths" in place of "path"\?/,
          ],
          ['path.yaml', 'old.yaml', /path\.yaml has no operations[^]*Did you mean "paths"/],
          ['head.yaml', 'head.yaml', /head\.yaml has no operations[^]*stand under `paths`/],
        ] as const
        for (const [one, other, says] of rows) {
          const { exitCode, errors } = await diff(folder, one, other)
          assert.equal(exitCode, 2)
          assert.match(errors, says)
        }
        assert.equal((await diff(folder, 'old.yaml', 'head.yaml')).exitCode, 1)
      },
    ))

  it('tells the breaking changes first, with the place in both files', () =>
    withFolder(files, async folder => {
      const { output } = await diff(folder, 'old.yaml', 'broken.yaml')
      assert.match(
        output,
        /^Breaking\n {2}GET \/orders\n {4}response 200 \/id: the type went from integer to string/,
      )
      assert.match(
        output,
        /old old\.yaml:9 #\/paths\/~1orders\/get\/responses\/200\/.*\/properties\/id\/type/,
      )
      assert.match(output, /Warnings\n[\s\S]*1 breaking, 1 warning, 0 safe\n$/)
    }))

  it('leaves out what the ignore file names, and tells entries that name nothing', () =>
    withFolder(
      {
        ...files,
        '.apitest-diff-ignore.yaml': `ignore:
  - { rule: response-property-type-changed, path: /id, operation: GET *, reason: agreed }
  - { rule: response-property-enum-value-added, reason: once agreed, expires: '2020-01-31' }
  - { rule: api-tag-added, reason: tags }
`,
      },
      async folder => {
        const { output, errors, exitCode } = await diff(folder, 'old.yaml', 'broken.yaml')
        assert.equal(exitCode, 0)
        assert.match(output, /0 breaking, 1 warning, 0 safe, 1 ignored/)
        assert.match(
          errors,
          /ignore\.yaml:3:5 {2}warning ignores-nothing {2}this entry has expired on 2020-01-31/,
        )
        assert.match(errors, /ignore\.yaml:4:5 {2}warning ignores-nothing {2}this entry ignores nothing/)
      },
    ))

  it('F8: tells what is wrong with entries of the ignore file where it stands, and the cause alone', () =>
    withFolder(
      {
        ...files,
        'wrong.yaml':
          'ignore:\n  - ruel: api-removed\n    reason: none\n  - 5\n  - { rule: foo, reason: 7 }\n  - { rule: foo }\n',
        'idle.yaml': 'ignore:\n  - rule: foo\n    reason: none\n',
      },
      async folder => {
        const { errors, exitCode } = await diff(folder, 'old.yaml', 'broken.yaml', '--ignore', 'wrong.yaml')
        assert.equal(exitCode, 2)
        const told = errors.split('\n').filter(line => line.startsWith('wrong.yaml'))
        const expected = [
          /:2:5 .*"ruel" is no key/,
          /:4:5 .*mapping/,
          /:5:26 .*must be text/,
          /:6:5 .*needs a reason/,
        ]
        assert.equal(told.length, expected.length, errors)
        for (const [index, line] of expected.entries()) assert.match(told[index] ?? '', line)
        const idle = await diff(folder, 'old.yaml', 'broken.yaml', '--ignore', 'idle.yaml')
        assert.match(idle.errors, /idle\.yaml:2:5 .*ignores nothing\n {2}2 │ {3}- rule: foo\n {4}│ {5}\^+\n/)
      },
    ))

  it('refuses an ignore file that it does not understand', () =>
    withFolder(
      {
        ...files,
        'i.yaml': 'ignore: [{ rul: x, reason: y }, { rule: x }, { rule: x, reason: y, expires: soon }]',
      },
      async folder => {
        const { errors, exitCode } = await diff(folder, 'old.yaml', 'old.yaml', '--ignore', 'i.yaml')
        assert.equal(exitCode, 2)
        for (const words of ['Did you mean "rule"?', 'an entry needs a reason', 'expires must be a day'])
          assert.ok(errors.includes(words), errors)
      },
    ))

  it('reads a revision of git, with the files of that revision', () =>
    withFolder(
      { 'api/openapi.yaml': api, 'api/order.json': order({ id: { type: 'integer' } }) },
      async folder => {
        const git = 'git -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false'
        await runShell(folder, `git init -q && git add . && ${git} commit -qm one`)
        await writeFile(path.join(folder, 'api/order.json'), order({ id: { type: 'string' } }))
        const { output, exitCode } = await diff(folder, 'HEAD:api/openapi.yaml', 'api/openapi.yaml')
        assert.match(output, /old HEAD:api\/order\.json:1 #\/properties\/id\/type\n +new api\/order\.json:1/)
        assert.equal(exitCode, 1)
        const inside = await diff(path.join(folder, 'api'), 'HEAD:./openapi.yaml', ':./openapi.yaml')
        assert.equal(inside.output, 'no changes\n')
        const unknown = await diff(folder, 'nix:api/openapi.yaml', 'api/openapi.yaml')
        assert.match(unknown.errors, /nix:api\/openapi\.yaml cannot be read: /)
        assert.equal(unknown.exitCode, 2)
      },
    ))

  it('compares documents with what they were, and lets new ones pass', () =>
    withFolder({ 'api/a.yaml': before, 'api/b.yaml': before }, async folder => {
      const git = 'git -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false'
      await runShell(folder, `git init -q && git add . && ${git} commit -qm one`)
      await writeFile(path.join(folder, 'api/a.yaml'), broken)
      await writeFile(path.join(folder, 'api/new.yaml'), broken)
      const all = await diff(folder, '--since', 'HEAD', 'api/a.yaml', 'api/b.yaml', 'api/new.yaml')
      assert.equal(all.exitCode, 1)
      assert.match(all.output, /^api\/a\.yaml\nBreaking\n[\s\S]*\napi\/b\.yaml\nno changes\n$/)
      assert.equal(all.errors, 'api/new.yaml is new: there is nothing to compare it with\n')
      const inside = await diff(
        path.join(folder, 'api'),
        '--since',
        'HEAD',
        'b.yaml',
        'new.yaml',
        '-r',
        'json',
      )
      assert.equal(inside.exitCode, 0, inside.errors)
      assert.deepEqual((JSON.parse(inside.output) as { changes: unknown }).changes, [])
      const unknown = await diff(folder, '--since', 'nix', 'api/a.yaml')
      assert.match(unknown.errors, /there is no revision nix/)
      assert.equal(unknown.exitCode, 2)
      const nameless = await diff(folder, '--since', '', 'api/a.yaml')
      assert.match(nameless.errors, /--since names no revision/)
      assert.equal(nameless.exitCode, 2)
      const nowhere = await diff(folder, '--since', 'HEAD', 'api/c.yaml')
      assert.match(nowhere.errors, /there is no file api\/c\.yaml/)
      assert.equal(nowhere.exitCode, 2)
      const three = await diff(folder, 'api/a.yaml', 'api/b.yaml', 'api/new.yaml')
      assert.match(three.errors, /compares two documents, and 3 are named/)
    }))

  it('does not pass a document that refers to what is not there any more', () =>
    withFolder(
      { 'a.yaml': api, 'b.yaml': api.replace('order.json', 'nowhere.json'), 'order.json': order({}) },
      async folder => {
        const broken = await diff(folder, 'a.yaml', 'b.yaml', '--fail-on', 'never')
        assert.match(broken.errors, /error unresolved-reference .*nowhere\.json leads nowhere/)
        assert.equal(broken.exitCode, 2)
        const known = await diff(folder, 'b.yaml', 'b.yaml')
        assert.match(known.errors, /warning unresolved-reference/)
        assert.equal(known.exitCode, 0)
        const nothing = await diff(folder, '--since', 'HEAD')
        assert.match(nothing.errors, /contract diff needs documents/)
      },
    ))

  it('reads a URL with what it refers to on its host, and another host only when it is asked to', () =>
    withFolder({ 'order.json': order({ id: { type: 'integer' } }) }, async folder => {
      const asked: string[] = []
      const server = createServer((request, response) => {
        asked.push(request.url ?? '')
        response.end(request.url === '/api.yaml' ? api : order({ id: { type: 'string' } }))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      await writeFile(path.join(folder, 'api.yaml'), api)
      await writeFile(path.join(folder, 'far.yaml'), api.replace('order.json', `${host}/order.json`))
      const { output } = await diff(folder, 'api.yaml', `${host}/api.yaml`)
      assert.match(output, /the type went from integer to string/)
      assert.deepEqual(asked, ['/api.yaml', '/order.json'])
      const { errors } = await diff(folder, 'api.yaml', 'far.yaml')
      assert.match(errors, /only read with --remote-references/)
      assert.equal(asked.length, 2)
      const far = await diff(folder, 'api.yaml', 'far.yaml', '--remote-references')
      assert.match(far.output, /the type went from integer to string/)
      server.close()
    }))

  it('writes several reports', () =>
    withFolder(files, async folder => {
      const reports = ['json=a/changes.json', 'markdown=changes.md', 'github'].flatMap(name => ['-r', name])
      const { output } = await diff(folder, 'old.yaml', 'broken.yaml', ...reports)
      assert.match(
        output,
        /^::error file=broken\.yaml,line=9,title=response-property-type-changed::GET \/orders, /,
      )
      const json = JSON.parse(await readFile(path.join(folder, 'a/changes.json'), 'utf8')) as {
        changes: { level: string }[]
      }
      assert.deepEqual(
        json.changes.map(({ level }) => level),
        ['breaking', 'warning'],
      )
      assert.match(
        await readFile(path.join(folder, 'changes.md'), 'utf8'),
        /^## API changes from `old\.yaml`/,
      )
    }))

  it('says so when there is no such report, or two want the terminal', () =>
    withFolder(files, async folder => {
      const unknown = await diff(folder, 'old.yaml', 'old.yaml', '-r', 'markdwn')
      assert.match(unknown.errors, /Did you mean "markdown"\?/)
      const two = await diff(folder, 'old.yaml', 'old.yaml', '-r', 'json', '-r', 'markdown')
      assert.deepEqual([unknown.exitCode, two.exitCode], [2, 2])
    }))
})
