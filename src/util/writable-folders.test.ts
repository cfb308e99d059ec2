import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { mustBeWritable, writingOnlyIn } from './writable-folders.ts'

test('a file outside of the folders that may be written is refused as the system refuses one', async () => {
  await withFolder({}, async folder => {
    const [inside, outside] = ['project', 'elsewhere'].map(name => path.join(folder, name)) as [
      string,
      string,
    ]
    for (const one of [inside, outside]) mkdirSync(one)
    symlinkSync(outside, path.join(inside, 'link'))
    await writingOnlyIn([inside], () => {
      mustBeWritable(path.join(inside, 'a.yaml'))
      for (const file of [path.join(outside, 'a.yaml'), path.join(inside, 'link', 'a.yaml')])
        assert.throws(
          () => {
            mustBeWritable(file)
          },
          { code: 'EACCES', message: /^EACCES: it leads out of the project/ },
        )
      return Promise.resolve()
    })
    mustBeWritable(path.join(outside, 'a.yaml'))
  })
})
