import assert from 'node:assert/strict'
import fs from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { describe, it, mock } from 'node:test'
import { sendRequest } from '../operations/calls/call-operations.ts'
import { checkSuites } from '../operations/suites/check-suites.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'
import { reachedBy } from './reached-by.ts'

const suite = 'suite: A\nsteps:\n  - request: GET http://127.0.0.1:1/\n'

/** A project with a folder in which a suite is a link to a file outside of it. */
function inProject(use: (project: string) => Promise<void>): Promise<void> {
  return withFolder({ 'project/a.apitest.yaml': suite, 'notes.txt': '' }, async folder => {
    const project = path.join(folder, 'project')
    await mkdir(path.join(project, 'sub'))
    await symlink(path.join(folder, 'notes.txt'), path.join(project, 'sub', 'n.apitest.yaml'))
    await use(project)
  })
}

/** The folders that are looked into meanwhile. */
async function looked(during: () => Promise<unknown>): Promise<readonly string[]> {
  const spy = mock.method(fs, 'readdirSync')
  syncBuiltinESMExports()
  try {
    await during()
    return spy.mock.calls.map(({ arguments: [folder] }) => String(folder))
  } finally {
    spy.mock.restore()
    syncBuiltinESMExports()
  }
}

describe('what a call reaches', () => {
  it('is told without a look into folders that texts of a step happen to name', () =>
    inProject(async project => {
      const values = ['', '.', 'sub', 'x:sub', path.dirname(project)]
      const input: JsonObject = { step: { json: values } }
      const folders = await looked(async () => {
        const { read } = await reachedBy(sendRequest, input, project)
        assert.deepEqual(read, [path.dirname(project)])
      })
      assert.deepEqual(folders, [])
    }))

  it('is looked for once in each folder of suites, and never outside', () =>
    inProject(async project => {
      const paths = ['sub', './sub', 'a.apitest.yaml', '..']
      const folders = await looked(async () => {
        const { read } = await reachedBy(checkSuites, { paths }, project)
        assert.deepEqual(read, ['sub', './sub', '..'])
      })
      assert.deepEqual(folders, [path.join(project, 'sub')])
    }))
})
