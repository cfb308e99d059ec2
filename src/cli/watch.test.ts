import assert from 'node:assert/strict'
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { referencedFiles } from '../load/referenced-files.ts'
import { isWatched } from './watch.ts'

describe('what is watched', () => {
  const folder = path.resolve('/home/node_modules/shop')

  it('is below a folder, wherever that is', () => {
    assert.ok(isWatched(path.join(folder, 'suites', 'a.apitest.yaml'), [folder]))
  })

  it('is nothing below node_modules, .git or .tool of that folder', () => {
    for (const name of ['node_modules', '.git', '.tool'])
      assert.ok(!isWatched(path.join(folder, name, 'a.json'), [folder]), name)
  })

  it('are the files that suites name, and those that used suites name', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'watch-'))
    await mkdir(path.join(root, 'suites'))
    const suite = path.join(root, 'suites', 'a.apitest.yaml')
    const steps = [
      '{ use: ../shared/b.apitest.yaml }',
      '{ request: POST http://h/, file: ../body.bin, validations: [{ schema: ../s.json }] }',
      '{ request: POST http://h/, multipart: { a: { file: ../part.txt } } }',
    ]
    await writeFile(suite, `suite: A\ndata: ../users.csv\nsteps: [${steps.join(', ')}]`)
    await mkdir(path.join(root, 'shared'))
    await writeFile(
      path.join(root, 'shared', 'b.apitest.yaml'),
      'suite: B\nsteps: [{ request: POST http://h/, file: c.bin }]',
    )
    const files = (await referencedFiles(suite)).map(file =>
      path.relative(root, file).replaceAll(path.sep, '/'),
    )
    const expected = ['shared/b.apitest.yaml', 'users.csv', 'body.bin', 's.json', 'part.txt', 'shared/c.bin']
    assert.deepEqual(files.toSorted(), expected.toSorted())
  })
})
