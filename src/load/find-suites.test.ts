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
    withFolder(files, folder => {
      const found = findSuites(['.', 'b.apitest.yaml'], folder)
      const names = found.files.map(file => path.relative(folder, file).replaceAll(path.sep, '/'))
      assert.deepEqual(names, ['a.apitest.yml', 'b.apitest.yaml', 'deep/er/c.apitest.yaml'])
      assert.deepEqual(found.problems, [])
    }))

  it('takes a named file whatever it is called', () =>
    withFolder(files, folder => {
      const found = findSuites(['notes.yaml'], folder)
      assert.equal(found.files.length, 1)
    }))

  it('says which path leads nowhere', () =>
    withFolder(files, folder => {
      const found = findSuites(['nowhere', 'deep'], folder)
      assert.deepEqual(
        found.problems.map(({ code, message }) => [code, message]),
        [['path-missing', 'there is no file or folder nowhere']],
      )
      assert.equal(found.files.length, 1)
    }))
})
