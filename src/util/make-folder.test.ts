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
      await makeFolder(deep)
      await makeFolder(deep)
      assert.ok((await stat(deep)).isDirectory())
    }))

  it('A9: is not disturbed by others that make the same', () =>
    withFolder({}, async folder => {
      await Promise.all(Array.from({ length: 20 }, () => makeFolder(path.join(folder, 'a', 'b', 'c'))))
    }))

  it('says why it cannot be made', () =>
    withFolder({ file: '' }, async folder => {
      await assert.rejects(makeFolder(path.join(folder, 'file', 'b')), /ENOTDIR/)
    }))

  it('ends where nothing can be made', { skip: process.platform !== 'linux' }, async () => {
    await assert.rejects(makeFolder('/proc/apitest/reports'), /ENOENT/)
  })
})
