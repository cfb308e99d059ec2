import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, withFolder } from '../../testing/run-program.ts'
import type { SuiteInput } from '../input-keys.ts'
import { runSuites } from '../suites/run-suites.ts'
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
