import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../../testing/run-program.ts'
import type { RunInput } from './run-input.ts'
import { affectedBy, watchedFiles } from './watched-files.ts'

const inputIn = (workingFolder: string, ...paths: readonly string[]): RunInput => ({
  paths,
  workingFolder,
  processEnvironment: {},
  variables: {},
})

/** The names of what is watched in a folder of files, without what is above it. */
function watched(
  files: Readonly<Record<string, string>>,
  ...paths: readonly string[]
): Promise<readonly string[]> {
  return withFolder(files, async folder => {
    const found = await watchedFiles(inputIn(folder, ...paths))
    return found.map(file => path.relative(folder, file)).filter(name => !name.startsWith('..'))
  })
}

describe('what is watched of files of other tools', () => {
  const requests = {
    'apitest.config.yaml': '{}',
    'a.http':
      'POST http://127.0.0.1:9/\n\n< body.bin\n\n> check.js\n\n###\nPOST http://127.0.0.1:9/\n\n<@ text.txt\n',
    'b.http': 'GET http://127.0.0.1:9/\n',
    'body.bin': 'a',
    'check.js': 'client.log(1)',
    'http-client.env.json': '{}',
  }

  it('are environments beside them, scripts and bodies, also those that are not there yet', async () => {
    const found = await watched(requests, 'a.http')
    for (const name of [
      'a.http',
      'body.bin',
      'check.js',
      'text.txt',
      'http-client.env.json',
      'http-client.private.env.json',
    ])
      assert.ok(found.includes(name), `${name} in ${found.join(' ')}`)
    assert.ok(!found.includes('b.http'))
  })

  it('are the environments beside a folder of Postman', async () => {
    const found = await watched(
      {
        'postman/collections/Shop/A.request.yaml':
          '$kind: http-request\nurl: http://127.0.0.1:9/\nmethod: GET\n',
        'postman/environments/local.environment.yaml': 'name: local\nvalues: []\n',
      },
      'postman/collections/Shop',
    )
    assert.ok(found.includes(path.join('postman', 'environments')), found.join(' '))
  })

  it('run again alone where a part of them has changed', () =>
    withFolder({ ...requests, 'c.apitest.yaml': 'suite: C\nsteps: [{ pause: 1ms }]\n' }, async folder => {
      const input = inputIn(folder, 'a.http', 'b.http', 'c.apitest.yaml')
      for (const [changed, again] of [
        ['check.js', ['a.http']],
        ['body.bin', ['a.http']],
        ['b.http', ['b.http']],
      ] as const) {
        const { paths } = await affectedBy([path.join(folder, changed)], input)
        assert.deepEqual(
          paths.map(file => path.relative(folder, file)),
          again,
        )
      }
    }))
})

describe('steps that are named by their lines', () => {
  it('run again alone where their file has changed', () =>
    withFolder(
      {
        'a.apitest.yaml': 'suite: A\nsteps:\n  - pause: 1ms\n  - pause: 2ms\n',
        'two.http': 'GET http://127.0.0.1:9/\n\n###\nGET http://127.0.0.1:9/2\n',
        'b.apitest.yaml': 'suite: B\nsteps: [{ pause: 1ms }]\n',
      },
      async folder => {
        const input = inputIn(
          folder,
          ...['a.apitest.yaml:3', 'a.apitest.yaml:4:5', 'b.apitest.yaml', 'b.apitest.yaml:2', 'two.http:4'],
        )
        for (const [changed, again] of [
          ['a.apitest.yaml', ['a.apitest.yaml:3', 'a.apitest.yaml:4']],
          ['b.apitest.yaml', ['b.apitest.yaml']],
          ['two.http', ['two.http:4']],
        ] as const) {
          const { paths } = await affectedBy([path.join(folder, changed)], input)
          assert.deepEqual(
            paths.map(named => path.relative(folder, named)),
            again,
          )
        }
      },
    ))
})

describe('what is watched of the configuration', () => {
  it('are the files that its mocks answer with and compare with', async () => {
    const mock = (file: string): string =>
      `{ routes: [{ route: POST /, when: { $: { matches-file: ${file}.json } }, answer: { file: ${file}.bin } }] }`
    const found = await watched(
      {
        'apitest.config.yaml': `mocks: { shop: ${mock('a')} }\nservices: [{ name: pay, url: http://127.0.0.1:4999, mock: ${mock('b')} }]\n`,
        'c.apitest.yaml': 'suite: C\nsteps: [{ pause: 1ms }]\n',
        ...{ 'a.json': '{}', 'b.json': '{}', 'a.bin': 'a', 'b.bin': 'b' },
      },
      'c.apitest.yaml',
    )
    for (const name of ['a.json', 'b.json', 'a.bin', 'b.bin'])
      assert.ok(found.includes(name), `${name} in ${found.join(' ')}`)
  })
})
