import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { appendHistory } from './append-history.ts'
import { readHistory } from './read-history.ts'
import { updateStore } from './store-file.ts'
import { exampleCall } from './testing/example-call.ts'
import { killWriters } from './testing/kill-writers.ts'

const name = '.tool/api-collections.json'

/** As another version, or somebody by hand, would leave it. */
async function withoutChecksum(folder: string): Promise<void> {
  const file = path.join(folder, name)
  await writeFile(file, (await readFile(file, 'utf8')).replace(/,\n {2}"checksum": "[0-9a-f]{8}"/, ''))
}

function idsIn(folder: string): readonly string[] {
  const read = readHistory(folder)
  assert.ok(read.ok)
  return read.value.map(({ id }) => id)
}

describe('the call history', () => {
  it('is empty when nothing was written', () =>
    withFolder({}, folder => {
      assert.deepEqual(idsIn(folder), [])
    }))

  it('has what was added, the newest last', () =>
    withFolder({}, async folder => {
      const calls = [exampleCall(), exampleCall(), exampleCall()]
      assert.deepEqual(await appendHistory(folder, calls.slice(0, 2)), [])
      assert.deepEqual(await appendHistory(folder, calls.slice(2)), [])
      assert.deepEqual(readHistory(folder), { ok: true, value: calls })
    }))

  it('keeps the newest 500', () =>
    withFolder({}, async folder => {
      const calls = Array.from({ length: 700 }, () => exampleCall())
      await appendHistory(folder, calls.slice(0, 400))
      await appendHistory(folder, calls.slice(400))
      assert.deepEqual(
        idsIn(folder),
        calls.slice(200).map(({ id }) => id),
      )
    }))

  it('leaves all else that is stored, however many calls are added at once', () =>
    withFolder({}, async folder => {
      await appendHistory(folder, [exampleCall()])
      await updateStore(folder, document => ({ ...document, environments: [{ name: 'local' }] }))
      await appendHistory(
        folder,
        Array.from({ length: 600 }, () => exampleCall()),
      )
      assert.equal(idsIn(folder).length, 500)
      assert.match(await readFile(path.join(folder, name), 'utf8'), /"environments": \[[^]*"local"/)
    }))

  for (const [what, added] of Object.entries({ few: 3, most: 499, all: 500, 'more than all': 501 }))
    it(`is the same whether it is read before ${what} of its calls are replaced or not`, () =>
      withFolder({ 'read/a': '', 'unread/a': '' }, async folder => {
        const calls = Array.from({ length: 500 + added }, (_, index) =>
          exampleCall({ reason: `„\n  ],\n  "history": [\n${index}`, response: { headers: [] } }),
        )
        for (const one of ['read', 'unread']) {
          const directory = path.join(folder, one)
          await appendHistory(directory, calls.slice(0, 498))
          await updateStore(directory, document => ({ ...document, environments: [{ history: [{}] }] }))
          for (const some of [calls.slice(498, 500), calls.slice(500)]) {
            if (one === 'read') await withoutChecksum(directory)
            await appendHistory(directory, some)
          }
        }
        const texts = ['read', 'unread'].map(one => readFile(path.join(folder, one, name), 'utf8'))
        const [read, unread] = await Promise.all(texts)
        assert.ok(unread === read)
        assert.deepEqual(
          idsIn(path.join(folder, 'unread')),
          calls.slice(-500).map(({ id }) => id),
        )
      }))

  it('is read as a whole when it was changed by hand, wherever that was', () =>
    withFolder({}, async folder => {
      await appendHistory(folder, [exampleCall(), exampleCall()])
      const file = path.join(folder, name)
      const text = await readFile(file, 'utf8')
      for (const changed of [
        text.replace('"duration":1.5', '"duration":'),
        text.replace('{\n', '{\n}'),
        text.replace('"version": 1', '"version": 2'),
        text.slice(0, -1),
        text.slice(0, -30),
        `${text} x`,
      ]) {
        await writeFile(file, changed)
        const [problem] = await appendHistory(folder, [exampleCall()])
        const isJson = changed === text.slice(0, -1)
        assert.equal(problem?.code, isJson ? undefined : 'store-unreadable', changed.slice(-60))
        if (!isJson) assert.equal(await readFile(file, 'utf8'), changed)
      }
    }))

  it('loses nothing when several add at the same time', () =>
    withFolder({}, async folder => {
      const calls = Array.from({ length: 20 }, () => exampleCall())
      await Promise.all(calls.map(call => appendHistory(folder, [call])))
      assert.deepEqual(new Set(idsIn(folder)), new Set(calls.map(({ id }) => id)))
    }))

  it('leaves out what does not follow the schema, and keeps it', () =>
    withFolder({ [name]: '{ "version": 1, "history": [{ "id": 7 }, null] }' }, async folder => {
      const call = exampleCall()
      await appendHistory(folder, [call])
      assert.deepEqual(idsIn(folder), [call.id])
      assert.match(await readFile(path.join(folder, name), 'utf8'), /\{"id":7\}/)
    }))
})

describe('the file', () => {
  it('keeps what others wrote into it', () =>
    withFolder({ [name]: others }, async folder => {
      const call = exampleCall()
      await appendHistory(folder, [call])
      const { history, checksum, ...rest } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as {
        history: unknown
        checksum: unknown
      }
      assert.match(String(checksum), /^[0-9a-f]{8}$/)
      assert.deepEqual(history, [call])
      assert.deepEqual({ ...rest, history: [] }, JSON.parse(others))
      assert.ok(Object.hasOwn(rest, '__proto__'))
    }))

  it('has one call per line', () =>
    withFolder({}, async folder => {
      await appendHistory(folder, [exampleCall(), exampleCall()])
      assert.equal((await readFile(path.join(folder, name), 'utf8')).split('\n').length, 9)
    }))

  for (const [what, text] of [
    ['empty', ''],
    ['cut off', '{ "version": 1, "history": [{'],
    ['a list', '[]'],
    ['of a later version', '{ "version": 2 }'],
    ['without a version', '{ "history": [] }'],
    ['with another history', '{ "version": 1, "history": {} }'],
    ['not in UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
  ])
    it(`is never written over when it is ${what}`, () =>
      withFolder({ '.tool/last-run.json': '' }, async folder => {
        const file = path.join(folder, name)
        await writeFile(file, text ?? '', 'latin1')
        const [problem] = await appendHistory(folder, [exampleCall()])
        assert.equal(problem?.code, 'store-unreadable')
        assert.ok(problem.hint)
        assert.equal(await readFile(file, 'latin1'), text)
        assert.equal(readHistory(folder).ok, false)
      }))

  it('is not written when nothing changes', () =>
    withFolder({ [name]: others }, async folder => {
      await updateStore(folder, document => document)
      assert.equal(await readFile(path.join(folder, name), 'utf8'), others)
    }))

  it('that cannot be written is a problem', () =>
    withFolder({ '.tool': 'a file where the folder should be' }, async folder => {
      const [problem] = await appendHistory(folder, [exampleCall()])
      assert.equal(problem?.code, 'store-unwritable')
    }))
})

const others = `{"version":1,"collections":[{"name":"Shop","a":[1.5,null]}],"environments":{"b":{}},"history":[],"__proto__":{"c":1},"d":[]}`

describe('what stands in .tool', () => {
  it('A3: is for its user alone, and is not for git', { skip: process.platform === 'win32' }, () =>
    withFolder({}, async folder => {
      await appendHistory(folder, [exampleCall()])
      assert.equal((await stat(path.join(folder, '.tool'))).mode & 0o777, 0o700)
      assert.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600)
      assert.match(await readFile(path.join(folder, '.tool', '.gitignore'), 'utf8'), /^\*$/m)
      assert.deepEqual((await readdir(path.join(folder, '.tool'))).sort(), [
        '.gitignore',
        'api-collections.json',
      ])
    }),
  )

  it('A3: is not for others any more when it is written anew', { skip: process.platform === 'win32' }, () =>
    withFolder({ [name]: others }, async folder => {
      await chmod(path.join(folder, name), 0o664)
      await appendHistory(folder, [exampleCall()])
      assert.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600)
      assert.deepEqual(await readdir(path.join(folder, '.tool')), ['api-collections.json'])
    }),
  )

  for (const link of ['.tool', name])
    it(`A3: is not read or written through a link: ${link}`, { skip: process.platform === 'win32' }, () =>
      withFolder({ 'elsewhere/api-collections.json': others, 'project/a': '' }, async folder => {
        const project = path.join(folder, 'project')
        const place = path.join(project, link)
        await mkdir(path.dirname(place), { recursive: true })
        const target = path.join(folder, 'elsewhere', link === '.tool' ? '' : 'api-collections.json')
        await symlink(target, place)
        const [problem] = await appendHistory(project, [exampleCall()])
        assert.match(problem?.message ?? '', /is a symbolic link/)
        assert.equal(await readFile(path.join(folder, 'elsewhere', 'api-collections.json'), 'utf8'), others)
        assert.deepEqual(await readdir(path.join(folder, 'elsewhere')), ['api-collections.json'])
      }),
    )
})

describe('kill -9', () => {
  it('loses no acknowledged call and leaves the file readable', () =>
    withFolder({}, async folder => {
      const { acknowledged, missing, broken } = await killWriters(folder, 8)
      assert.ok(acknowledged >= 8, String(acknowledged))
      assert.deepEqual({ missing, broken }, { missing: 0, broken: [] })
    }))
})
