import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { makeToolFolder } from './tool-folder.ts'

it('is never without what keeps it out of a repository, however soon the process ends', () =>
  withFolder({}, folder => {
    makeToolFolder(path.join(folder, '.tool/mocks'))
    assert.ok(existsSync(path.join(folder, '.tool/.gitignore')))
    assert.ok(!existsSync(path.join(folder, '.tool/mocks/.gitignore')))
    return Promise.resolve()
  }))
