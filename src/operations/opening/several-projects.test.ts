import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, withFolder } from '../../testing/run-program.ts'
import type { SuiteInput } from '../input-keys.ts'
import { runSuites } from '../suites/run-suites.ts'
import { watchedFiles } from '../suites/watched-files.ts'
import { hostIn } from '../testing/host-in.ts'
import { resolveProjects } from './resolve-input.ts'

const inputIn = (workingFolder: string, ...paths: readonly string[]): SuiteInput => ({
  paths,
  workingFolder,
  processEnvironment: {},
  variables: {},
})

/** The files of each project by its configuration, or the codes of what is wrong. */
async function projectsOf(input: SuiteInput): Promise<unknown> {
  const found = await resolveProjects(input)
  if (!found.ok) return found.problems.map(({ code }) => code)
  const name = (file = ''): string => path.relative(input.workingFolder, file).replaceAll(path.sep, '/')
  return Object.fromEntries(
    found.value.map(({ configuration, files }) => [name(configuration.file), files.map(name)]),
  )
}

const outer: Files = {
  'apitest.config.yaml': 'environments: { local: {}, staging: {} }\n',
  '.tool/api-collections.json': JSON.stringify({
    version: 1,
    collections: [
      {
        name: 'Shop',
        environments: [{ name: 'theirs', variables: {}, secrets: {} }],
        items: [{ kind: 'request', step: { name: 'All', request: 'GET http://127.0.0.1:9/' } }],
      },
    ],
  }),
  'one/apitest.config.yaml': 'environment: live\nenvironments: { live: { production: true }, staging: {} }\n',
  'one/x.apitest.yaml': 'suite: X\nsteps: [{ request: "DELETE http://127.0.0.1:9/" }]\n',
}

describe('suites of another project beside what is saved', () => {
  it('have their own configuration, and what is saved that of the working folder', () =>
    withFolder(outer, async folder => {
      const found = await projectsOf(inputIn(folder, 'Shop', 'one/x.apitest.yaml'))
      assert.deepEqual(found, {
        'apitest.config.yaml': ['Shop'],
        'one/apitest.config.yaml': ['one/x.apitest.yaml'],
      })
    }))

  it('change nothing in production unasked', () =>
    withFolder(outer, async folder => {
      const ran = await runSuites.run({ paths: ['Shop', 'one/x.apitest.yaml'] }, hostIn(folder))
      assert.deepEqual(ran.ok && ran.value.problems.map(({ code }) => code), ['production-unasked'])
    }))

  it('need an environment that is asked for in each of the projects', () =>
    withFolder(outer, async folder => {
      const input = inputIn(folder, 'Shop', 'one/x.apitest.yaml')
      for (const environment of ['local', 'theirs', 'live'])
        assert.deepEqual(await projectsOf({ ...input, environment }), ['environment-unknown'], environment)
      assert.equal((await resolveProjects({ ...input, environment: 'staging' })).ok, true)
    }))
})

const reading = 'GET http://127.0.0.1:9/{{$processEnv HOME}}\n'

const postman: Files = {
  'one/folder/collections/Shop/A.request.yaml':
    '$kind: http-request\nurl: http://127.0.0.1:9/\nmethod: GET\n',
}

describe('files of other tools of another project', () => {
  it('may read what the configuration nearest to them trusts, wherever they are run', () =>
    withFolder(
      { 'one/apitest.config.yaml': 'trusted: ["*.http"]\n', 'one/env.http': reading, 'env.http': reading },
      async folder => {
        const inner = path.join(folder, 'one')
        assert.deepEqual(await projectsOf(inputIn(inner, 'env.http')), {
          'apitest.config.yaml': ['env.http'],
        })
        const fromAbove = await projectsOf(inputIn(folder, 'one/env.http'))
        assert.deepEqual(fromAbove, { 'one/apitest.config.yaml': ['one/env.http'] })
        assert.deepEqual(await projectsOf(inputIn(folder, 'one/env.http', 'env.http')), [
          'import-not-allowed',
        ])
      },
    ))

  it('may not read what only a configuration further out trusts, unless that is named', () =>
    withFolder(
      {
        'apitest.config.yaml': 'trusted: ["**/*.http"]\n',
        'env.http': reading,
        'one/apitest.config.yaml': '{}\n',
        'one/env.http': reading,
      },
      async folder => {
        const input = inputIn(folder, 'one/env.http')
        for (const one of [input, { ...input, paths: ['**/*.http'] }]) {
          const found = await resolveProjects(one)
          assert.deepEqual(found.ok ? [] : found.problems.map(({ code }) => code), ['import-not-allowed'])
          assert.match(found.ok ? '' : (found.problems[0]?.hint ?? ''), /`trusted:` in one.apitest\.config/)
        }
        const named = { ...input, configurationFile: 'apitest.config.yaml' }
        assert.deepEqual(await projectsOf(named), { 'apitest.config.yaml': ['one/env.http'] })
      },
    ))

  it('are held against the environment of that configuration', () =>
    withFolder(
      {
        'one/apitest.config.yaml': 'environment: local\n',
        'one/env.http': 'GET http://127.0.0.1:9/{{place}}\n',
        'one/http-client.env.json': '{ "local": { "place": "{{$processEnv HOME}}" } }',
      },
      async folder => {
        assert.deepEqual(await projectsOf(inputIn(path.join(folder, 'one'), 'env.http')), [
          'import-not-allowed',
        ])
        assert.deepEqual(await projectsOf(inputIn(folder, 'one/env.http')), ['import-not-allowed'])
      },
    ))

  it('have the configuration in the folder that they are', () =>
    withFolder(
      {
        ...postman,
        'apitest.config.yaml': '{}\n',
        'one/folder/collections/Shop/apitest.config.yaml': '{}\n',
      },
      async folder => {
        const place = 'one/folder/collections/Shop'
        const found = await projectsOf(inputIn(folder, place))
        assert.deepEqual(found, { [`${place}/apitest.config.yaml`]: [place] })
      },
    ))

  it('are watched with the configuration nearest to them', () =>
    withFolder(
      { 'one/apitest.config.yaml': 'env-file: own.env\n', 'one/a.http': 'GET http://127.0.0.1:9/\n' },
      async folder => {
        const watched = await watchedFiles(inputIn(folder, 'one/a.http'))
        assert.ok(watched.includes(path.join(folder, 'one', 'own.env')), watched.join(' '))
      },
    ))
})
