import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { findSuites } from './find-suites.ts'

const files = {
  'b.apitest.yaml': '',
  'a.apitest.yml': '',
  'deep/er/c.apitest.yaml': '',
  'notes.yaml': '',
  'node_modules/x/d.apitest.yaml': '',
  '.tool/e.apitest.yaml': '',
}

describe('finding suites', () => {
  it('takes every suite below a folder, once, in order', () =>
    withFolder(files, async folder => {
      const found = await findSuites(['.', 'b.apitest.yaml'], folder)
      const names = found.files.map(file => path.relative(folder, file).replaceAll(path.sep, '/'))
      assert.deepEqual(names, ['a.apitest.yml', 'b.apitest.yaml', 'deep/er/c.apitest.yaml'])
      assert.deepEqual(found.problems, [])
    }))

  it('takes a named file whatever it is called', () =>
    withFolder(files, async folder => {
      const found = await findSuites(['notes.yaml'], folder)
      assert.equal(found.files.length, 1)
    }))

  it('names a file of another tool, and a folder of them, for what it is', () =>
    withFolder(
      { 'pages/a.hurl': 'GET http://a/\nHTTP 200\n', 'api.yaml': 'openapi: 3.1.0' },
      async folder => {
        const { files: found, problems } = await findSuites(['api.yaml', 'pages'], folder)
        assert.deepEqual(found, [])
        assert.deepEqual(
          problems.map(({ code, message, hint }) => [code, message, hint?.slice(0, 32)]),
          [
            [
              'no-suites',
              'api.yaml is an API description (OpenAPI or Swagger), and no suite',
              'Import it with `apitest import a',
            ],
            [
              'no-suites',
              'there are no suites in pages: pages/a.hurl is a Hurl file, and no suite',
              'Run it as it is with `apitest pa',
            ],
          ],
        )
      },
    ))

  it('names a file of another tool by its own path where a glob matches no suite', () =>
    withFolder({ 'sub/api.http': 'GET http://a/\n', 'in/x.txt': '' }, async folder => {
      for (const [given, from, file] of [
        ['**/*.apitest.yaml', '.', 'sub/api.http'],
        ['sub/*.apitest.yaml', '.', 'sub/api.http'],
        ['../sub/*.apitest.yaml', 'in', '../sub/api.http'],
      ] as const) {
        const { problems } = await findSuites([given], path.join(folder, from))
        const [problem] = problems
        const { message = '', hint = '' } = problem ?? {}
        assert.ok(message.startsWith(`there are no suites in ${given}: ${file} is a file of`), message)
        assert.ok(hint.startsWith(`Run it as it is with \`apitest ${file}\``), hint)
      }
    }))

  it('says which path leads nowhere', () =>
    withFolder(files, async folder => {
      const found = await findSuites(['nowhere', 'deep'], folder)
      assert.deepEqual(
        found.problems.map(({ code, message }) => [code, message]),
        [['path-missing', 'there is no file or folder nowhere']],
      )
      assert.equal(found.files.length, 1)
    }))

  for (const [paths, names] of [
    [['*.apitest.y*ml'], ['a.apitest.yml', 'b.apitest.yaml']],
    [['**/*.apitest.yaml'], ['b.apitest.yaml', 'deep/er/c.apitest.yaml']],
    [['dee?'], ['deep/er/c.apitest.yaml']],
    [['*/er'], ['deep/er/c.apitest.yaml']],
    [['{b,x}.apitest.yaml'], ['b.apitest.yaml']],
    [
      ['.', '!deep'],
      ['a.apitest.yml', 'b.apitest.yaml'],
    ],
    [['.', '!**/[ab].*'], ['deep/er/c.apitest.yaml']],
  ] as const)
    it(`takes what globs match, and leaves out what stands behind "!": ${paths.join(' ')}`, () =>
      withFolder(files, async folder => {
        const { files: found, problems } = await findSuites(paths, folder)
        assert.deepEqual(
          found.map(file => path.relative(folder, file).replaceAll(path.sep, '/')),
          names,
        )
        assert.deepEqual(problems, [])
      }))

  it('refuses globs that match nothing, and lists of which nothing is left', () =>
    withFolder(files, async folder => {
      const told = async (...paths: string[]): Promise<readonly string[]> =>
        (await findSuites(paths, folder)).problems.map(({ message }) => message)
      assert.deepEqual(await told('*.yml', 'nowhere/*.apitest.yaml'), [
        'there are no suites in nowhere/*.apitest.yaml',
      ])
      assert.deepEqual(await told('deep', '!**'), ['nothing is left of the suites: deep, !**'])
    }))

  it('takes a file for itself, whatever signs are in its name', () =>
    withFolder({ '[a].apitest.yaml': '', 'a.apitest.yaml': '' }, async folder => {
      const { files: found } = await findSuites(['[a].apitest.yaml'], folder)
      assert.deepEqual(found, [path.join(folder, '[a].apitest.yaml')])
    }))
})
