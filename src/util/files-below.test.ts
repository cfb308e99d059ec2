import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import path from 'node:path'
import { withFolder } from '../testing/run-program.ts'
import { filesBelow } from './files-below.ts'

describe('the files below a folder', () => {
  it('have names from there, in order, without folders that nobody keeps files in', async () => {
    const files = {
      'b/x.http': '',
      'a.http': '',
      'a.txt': '',
      'node_modules/c.http': '',
      'b/.git/d.http': '',
    }
    await withFolder(files, folder => {
      assert.deepEqual(
        filesBelow(folder, name => name.endsWith('.http')),
        ['a.http', 'b/x.http'],
      )
      return Promise.resolve()
    })
  })

  it('are an error where a folder cannot be looked into', async () => {
    await withFolder({}, folder => {
      const found = filesBelow(path.join(folder, 'gone'), () => true)
      assert.ok(found instanceof Error && 'code' in found && found.code === 'ENOENT')
      return Promise.resolve()
    })
  })
})
