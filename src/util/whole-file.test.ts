import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { runShell, withFolder } from '../testing/run-program.ts'
import { placeOf, WholeFile, writeWhole } from './whole-file.ts'

const skip = process.platform === 'win32'

describe('A1: a file that is written whole', () => {
  it('A1: comes with the folders that lead to it, and leaves nothing beside it', () =>
    withFolder({ 'a/there': 'former' }, async folder => {
      await writeWhole(path.join(folder, 'b', 'c', 'new'), 'text')
      await writeWhole(path.join(folder, 'a', 'there'), new Uint8Array([65, 66]))
      assert.equal(await readFile(path.join(folder, 'b', 'c', 'new'), 'utf8'), 'text')
      assert.equal(await readFile(path.join(folder, 'a', 'there'), 'utf8'), 'AB')
      assert.deepEqual(await readdir(path.join(folder, 'a')), ['there'])
    }))

  it('A1: is as readable as the former one, and where a link leads', { skip }, () =>
    withFolder({ file: 'former' }, async folder => {
      await chmod(path.join(folder, 'file'), 0o640)
      await symlink('file', path.join(folder, 'link'))
      await writeWhole(path.join(folder, 'link'), 'new')
      assert.equal(await readFile(path.join(folder, 'file'), 'utf8'), 'new')
      assert.equal((await stat(path.join(folder, 'file'))).mode & 0o777, 0o640)
      assert.deepEqual((await readdir(folder)).sort(), ['file', 'link'])
    }),
  )

  it('A1: is not there before it is whole, unless it can be followed', () =>
    withFolder({ whole: 'former', grows: 'former' }, async folder => {
      const textsIn = async (): Promise<Record<string, string>> => {
        const names = (await readdir(folder)).sort()
        const texts = await Promise.all(names.map(name => readFile(path.join(folder, name), 'utf8')))
        return Object.fromEntries(
          names.map((name, index) => [
            placeOf(name) === name ? name : `${placeOf(name)} beside`,
            texts[index] ?? '',
          ]),
        )
      }
      const files = await Promise.all(
        ['whole', 'grows'].map(name => WholeFile.open(path.join(folder, name), { grows: name === 'grows' })),
      )
      for (const file of files) await file.write('a')
      assert.deepEqual(await textsIn(), {
        grows: 'a',
        'grows beside': 'former',
        whole: 'former',
        'whole beside': 'a',
      })
      for (const file of files) {
        await file.write('b')
        await file.close()
      }
      assert.deepEqual(await textsIn(), { grows: 'ab', whole: 'ab' })
    }))

  it('A1: is undone when the process ends before it is whole', () =>
    withFolder({ whole: 'former', grows: 'former' }, async folder => {
      const code = `
        const { WholeFile } = await import(${JSON.stringify(new URL('whole-file.js', import.meta.url).href)})
        for (const name of ['whole', 'grows', 'none']) await (await WholeFile.open(name, { grows: name === 'grows' })).write('a')
        process.exit()`
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        cwd: folder,
        stdio: 'inherit',
      })
      await once(child, 'close')
      assert.deepEqual((await readdir(folder)).sort(), ['grows', 'whole'])
      for (const name of ['grows', 'whole'])
        assert.equal(await readFile(path.join(folder, name), 'utf8'), 'former')
    }))

  it('A1: takes the place of what killed processes left beside it, and of nothing else', { skip }, () =>
    withFolder({ whole: 'former', grows: 'former', other: 'former' }, async folder => {
      const code = `
        const { WholeFile } = await import(${JSON.stringify(new URL('whole-file.js', import.meta.url).href)})
        for (const name of ['whole', 'grows', 'other'])
          await (await WholeFile.open(name, { grows: name === 'grows' })).write('a')
        process.kill(process.pid, 'SIGKILL')`
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: folder })
      await once(child, 'close')
      const left = await readdir(folder)
      assert.deepEqual(left.map(placeOf).sort(), ['grows', 'grows', 'other', 'other', 'whole', 'whole'])
      const ours = await WholeFile.open(path.join(folder, 'whole'))
      for (const name of ['whole', 'grows']) await writeWhole(path.join(folder, name), 'new')
      const beside = (await readdir(folder)).filter(name => placeOf(name) !== name)
      assert.deepEqual(beside.map(placeOf).sort(), ['other', 'whole'], 'what is being written stays')
      await ours.close()
    }),
  )

  it('A1: is one of several that are written to one place at once, and the last of them that has come to its end', () =>
    withFolder({ whole: 'former', grows: 'former' }, async folder => {
      for (const name of ['whole', 'grows']) {
        const place = path.join(folder, name)
        const files = await Promise.all(
          Array.from('abcdefghij', async letter => {
            const file = await WholeFile.open(place, { grows: name === 'grows' })
            await file.write(letter)
            return { file, letter }
          }),
        )
        await Promise.all(
          files.map(async ({ file, letter }) => {
            await file.write(letter)
            await file.close()
          }),
        )
        assert.match(await readFile(place, 'utf8'), /^([a-j])\1$/)
        const open = (): Promise<WholeFile> => WholeFile.open(place, { grows: name === 'grows' })
        for (const isFirst of [true, false]) {
          const before = isFirst ? undefined : await open()
          const kept = await open()
          const given = before ?? (await open())
          await kept.write('kept')
          await given.write('given')
          await given.discard()
          await kept.close()
          assert.equal(await readFile(place, 'utf8'), 'kept')
        }
      }
      assert.deepEqual((await readdir(folder)).sort(), ['grows', 'whole'])
    }))

  it('A1: has a name of any length', () =>
    withFolder({}, async folder => {
      const name = 'n'.repeat(230)
      await writeWhole(path.join(folder, name), 'new')
      assert.deepEqual(await readdir(folder), [name])
    }))

  it('A1: is written as it is where it is none, such as what the shell has opened', { skip }, () =>
    withFolder(
      { 'a.apitest.yaml': 'suite: A\nsteps: [{ set: { a: 1 }, validations: [{ variable a: 1 }] }]' },
      async folder => {
        const { exitCode } = await runShell(
          folder,
          'APITEST . -r dot -r tap=/dev/stderr 2> file; APITEST . -r dot >> file',
        )
        assert.equal(exitCode, 0)
        assert.match(await readFile(path.join(folder, 'file'), 'utf8'), /^TAP version 14[\s\S]*Passed/)
      },
    ),
  )
})
