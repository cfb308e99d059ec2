import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { type Finished, runLine, withFolder } from '../testing/run-program.ts'

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

describe('a body that is saved', () => {
  it('is as it came, once it is unpacked, also where a validation fails, and reports name it', async () => {
    await using server = await httpServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes))
    })
    const suite = `suite: A\nsteps:\n  - request: GET ${server.url}/\n    save-to: all/a.bin\n    validations: [{ text: "" }, { size: 300000 }]\n`
    await withFolder({ 'apitest.config.yaml': '{}', 'suites/a.apitest.yaml': suite }, async folder => {
      const { exitCode, output } = await runLine(folder, [
        'suites',
        '--reporter',
        'pretty',
        '--reporter',
        'html=out/r.html',
        '--reporter',
        'json=r.json',
      ])
      assert.equal(exitCode, 1)
      assert.match(output, /saved the body in \.tool\/saved\/suites\/a\/all\/a\.bin/)
      const file = path.join(folder, '.tool/saved/suites/a/all/a.bin')
      assert.ok(bytes.equals(await readFile(file)))
      if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
      assert.match(
        await readFile(path.join(folder, 'out/r.html'), 'utf8'),
        /<a href="\.\.\/\.tool\/saved\/suites\/a\/all\/a\.bin">\.tool\/saved\/suites\/a\/all\/a\.bin<\/a>/,
      )
      assert.match(
        await readFile(path.join(folder, 'r.json'), 'utf8'),
        /"files":\[\{"kind":"saved","file":"[^"]*a\.bin"\}\]/,
      )
    })
  })

  it('goes to the folder that the command line names', async () => {
    await using server = await httpServer((_, response) => response.end('hello'))
    const suite = `suite: A\nsteps:\n  - request: GET ${server.url}/\n    save-to: a.txt\n`
    await withFolder({ 'a.apitest.yaml': suite }, async folder => {
      const { exitCode } = await runLine(folder, ['a.apitest.yaml', '--save-dir', 'out'])
      assert.equal(exitCode, 0)
      assert.equal(await readFile(path.join(folder, 'out/a/a.txt'), 'utf8'), 'hello')
      assert.ok(!existsSync(path.join(folder, '.tool/saved')))
    })
  })

  it('is that of the last attempt, and of none where the last had no answer', async () => {
    let count = 0
    await using server = await httpServer((request, response) => {
      count++
      if (request.url === '/cut' && count > 1) response.socket?.destroy()
      else response.writeHead(count < 3 ? 500 : 200).end(`answer ${count}`)
    })
    const suite = (at: string): string =>
      `suite: A\nsteps:\n  - request: GET ${server.url}/${at}\n    save-to: a.txt\n    retry: { attempts: 3, interval: 1ms }\n`
    await withFolder({ 'a.apitest.yaml': suite(''), 'b.apitest.yaml': suite('cut') }, async folder => {
      assert.equal((await runLine(folder, ['a.apitest.yaml'])).exitCode, 0)
      assert.equal(await readFile(path.join(folder, '.tool/saved/a/a.txt'), 'utf8'), 'answer 3')
      count = 0
      assert.equal((await runLine(folder, ['b.apitest.yaml'])).exitCode, 3)
      assert.ok(!existsSync(path.join(folder, '.tool/saved/b/a.txt')))
    })
  })

  it('is not written through a link in .tool', async () => {
    await using server = await httpServer((_, response) => response.end('hello'))
    const suite = `suite: A\nsteps:\n  - request: GET ${server.url}/\n    save-to: a.txt\n`
    await withFolder({ 'a.apitest.yaml': suite, '.tool/saved/a/b': '' }, async folder => {
      await writeFile(path.join(folder, 'mine'), 'mine')
      await symlink(path.join(folder, 'mine'), path.join(folder, '.tool/saved/a/a.txt'))
      const { exitCode, output } = await runLine(folder, ['a.apitest.yaml'])
      assert.equal(exitCode, 1)
      assert.match(output, /save-to: .*symbolic link/)
      assert.equal(await readFile(path.join(folder, 'mine'), 'utf8'), 'mine')
    })
  })

  it('is not named by a secret', async () => {
    await using server = await httpServer((_, response) => response.end('hello'))
    const suite = `suite: A\nsecrets: { key: topsecretkey }\nsteps:\n  - set: { copy: "{{key}}" }\n  - request: GET ${server.url}/\n    save-to: "sv-{{copy}}"\n`
    await withFolder({ 'a.apitest.yaml': suite }, async folder => {
      const { exitCode, output } = await runLine(folder, ['a.apitest.yaml'])
      assert.equal(exitCode, 1)
      assert.match(output, /save-to: the name is made of a secret/)
      assert.doesNotMatch(output, /topsecretkey/)
      assert.ok(!existsSync(path.join(folder, '.tool/saved')))
    })
  })

  it(
    'is not waited for where a pipe stands',
    { skip: process.platform === 'win32' && 'no pipes' },
    async () => {
      await using server = await httpServer((_, response) => response.end('hello'))
      const suite = `suite: A\nsteps:\n  - request: GET ${server.url}/\n    save-to: a.txt\n`
      await withFolder({ 'a.apitest.yaml': suite, '.tool/saved/a/b': '' }, async folder => {
        execFileSync('mkfifo', [path.join(folder, '.tool/saved/a/a.txt')])
        const { exitCode, output } = await runLine(folder, ['a.apitest.yaml'])
        assert.equal(exitCode, 1)
        assert.match(output, /a\.txt is not a file/)
      })
    },
  )

  it('replaces only what was saved before, and follows no links', async () => {
    await using server = await httpServer((_, response) => response.end('hello'))
    const suite = `suite: A\nsteps:\n  - request: GET ${server.url}/\n    save-to: a.txt\n`
    await withFolder({ 'a.apitest.yaml': suite, 'a/a.txt': 'mine', 'other/x': '' }, async folder => {
      const saving = (where: string): Promise<Finished> =>
        runLine(folder, ['a.apitest.yaml', '--save-dir', where])
      const empty = await saving('')
      assert.equal(empty.exitCode, 2)
      assert.match(empty.errors, /--save-dir "" names no folder/)
      const mine = await saving('.')
      assert.equal(mine.exitCode, 1)
      assert.match(mine.output, /a\.txt was there before anything was saved in/)
      assert.equal(await readFile(path.join(folder, 'a/a.txt'), 'utf8'), 'mine')
      for (const exitCode of [0, 0]) assert.equal((await saving('out')).exitCode, exitCode)
      await symlink(path.join(folder, 'a'), path.join(folder, 'other/a'))
      const linked = await saving('other')
      assert.equal(linked.exitCode, 1)
      assert.match(linked.output, /symbolic link, and links in other are not followed/)
    })
  })

  it('tells what stands where a folder has to be', async () => {
    await using server = await httpServer((_, response) => response.end('hello'))
    const suite = `suite: A\nsteps:\n  - request: GET ${server.url}/\n    save-to: one.txt/x\n`
    const files = { 'a.apitest.yaml': suite, 'out/a/one.txt': '', '.tool/saved/a/one.txt': '', file: '' }
    await withFolder(files, async folder => {
      for (const [words, says] of [
        [[], /one\.txt is no folder, and has to be one: move it away/],
        [['--save-dir', 'out'], /one\.txt is no folder, and has to be one: move it away/],
        [['--save-dir', 'file'], /file is no folder, and has to be one: move it away/],
        [['--save-dir', 'file/x'], /file is no folder, and has to be one: move it away/],
      ] as const) {
        const { exitCode, output } = await runLine(folder, ['a.apitest.yaml', ...words])
        assert.equal(exitCode, 1)
        assert.match(output, says)
        assert.doesNotMatch(output, /ENOTDIR/)
      }
    })
  })

  it('tells the suite that has the file already', async () => {
    await using server = await httpServer((_, response) => response.end('hello'))
    const suite = (to: string): string =>
      `suite: A\nsteps:\n  - request: GET ${server.url}/\n    save-to: ${to}\n`
    await withFolder({ 'a.apitest.yaml': suite('b/x'), 'a/b.apitest.yaml': suite('x') }, async folder => {
      const { exitCode, output } = await runLine(folder, ['.', '--workers', '1'])
      assert.equal(exitCode, 1)
      assert.match(output, /is written by the step "GET [^"]*" of (?:a\/b|a)\.apitest\.yaml in this run/)
    })
  })
})
