import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../../testing/run-program.ts'
import { inputFiles } from '../suites/watched-files.ts'
import { resolveProjects } from './resolve-input.ts'

const files = {
  'apitest.config.yaml': '{}\n',
  '.tool/api-collections.json': JSON.stringify({
    version: 1,
    collections: [
      {
        name: 'Shop',
        environments: [],
        items: [{ kind: 'request', step: { name: 'All', request: 'GET http://127.0.0.1:9/' } }],
      },
    ],
  }),
  'a.http': 'GET http://127.0.0.1:9/\n',
  'b.http': 'GET http://127.0.0.1:9/\n',
  '!c.http': 'GET http://127.0.0.1:9/\n',
  'x.apitest.yaml': 'suite: X\nsteps: [{ pause: 1ms }]\n',
}

const inputIn = (workingFolder: string, paths: readonly string[]): Parameters<typeof resolveProjects>[0] => ({
  paths,
  workingFolder,
  processEnvironment: {},
  variables: {},
})

/** The names of the files that paths name, or what is wrong. */
async function named(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  const found = await resolveProjects(inputIn(folder, paths))
  return found.ok
    ? found.value.flatMap(one => one.files.map(file => path.relative(folder, file)))
    : found.problems.map(({ message }) => message)
}

describe('a list of suites, files of other tools and what is saved', () => {
  for (const [paths, left] of [
    [['*.http', 'x.apitest.yaml', '!*.http'], ['x.apitest.yaml']],
    [
      ['[ab].http', 'x.apitest.yaml', '!x*'],
      ['a.http', 'b.http'],
    ],
    [
      ['a.http', 'x.apitest.yaml', '!x*', 'Shop'],
      ['Shop', 'a.http'],
    ],
    [['Shop', 'x.apitest.yaml', '!x*'], ['Shop']],
    [['Shop', '!x*'], ['Shop']],
    [['*.http', '![ab].http'], ['!c.http']],
    [['!c.http'], ['!c.http']],
    [['*.http', '!*.http'], ['nothing is left of the suites: *.http, !*.http']],
    [
      ['a.http', 'x.apitest.yaml', '!*.http', '!x*'],
      ['nothing is left of the suites: a.http, x.apitest.yaml, !*.http, !x*'],
    ],
  ] as const)
    it(`is without what stands behind "!": ${paths.join(' ')}`, () =>
      withFolder(files, async folder => {
        assert.deepEqual(await named(folder, paths), left)
      }))

  it('watches a file that begins with "!"', () =>
    withFolder(files, async folder => {
      const watched = await inputFiles(inputIn(folder, ['!c.http']))
      assert.ok(watched.includes(path.join(folder, '!c.http')), watched.join(' '))
    }))
})
