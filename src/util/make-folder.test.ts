import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { makeFolder } from './make-folder.ts'

describe('making a folder', () => {
  it('makes what leads to it, and leaves alone what is there', () =>
    withFolder({}, async folder => {
      const deep = path.join(folder, 'a', 'b', 'c')
      makeFolder(deep)
      makeFolder(deep)
      assert.ok((await stat(deep)).isDirectory())
    }))

  it('says why it cannot be made', () =>
    withFolder({ file: '' }, folder => {
      assert.throws(() => {
        makeFolder(path.join(folder, 'file', 'b'))
      }, /ENOTDIR/)
      return Promise.resolve()
    }))

  it('ends where nothing can be made', { skip: process.platform !== 'linux' }, () => {
    assert.throws(() => {
      makeFolder('/proc/apitest/reports')
    }, /ENOENT/)
  })
})
