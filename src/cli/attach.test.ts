import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

const table = 'id,name\n1,Anna\n2,Ben\n'

/** Starts a server, and passes on the requests that it received, as texts. */
async function withReceiver(use: (url: string, received: readonly string[]) => Promise<void>): Promise<void> {
  const received: string[] = []
  await using server = await httpServer(({ url, body }, response) => {
    received.push(`${url}\n${body.toString()}`)
    response.setHeader('content-type', 'application/json').end('{"id":1}')
  })
  await use(server.url, received)
}

describe('apitest attach', () => {
  it('tells where files are now, and attachments lists them', () =>
    withFolder({ 'users.csv': table, 'logo.png': 'png' }, async folder => {
      const none = await runLine(folder, ['attachments'])
      assert.deepEqual([none.output, none.errors], ['', 'no attachments; apitest attach keeps a file\n'])
      const { output, exitCode } = await runLine(folder, ['attach', 'users.csv', 'logo.png'])
      assert.equal(exitCode, 0)
      assert.equal(
        output,
        '.tool/uploads/users.csv  text/csv, 21 B\n.tool/uploads/logo.png  image/png, 3 B\n',
      )
      const listed = await runLine(folder, ['attachments', '--json'])
      const kept = JSON.parse(listed.output) as readonly { name: string; sha256: string }[]
      assert.deepEqual(
        kept.map(({ name }) => name),
        ['logo.png', 'users.csv'],
      )
      assert.ok(!listed.output.includes('Anna'))
    }))

  it('keeps one file under another name', () =>
    withFolder({ 'users.csv': table }, async folder => {
      const { output } = await runLine(folder, ['attach', 'users.csv', '--name', 'people.csv'])
      assert.match(output, /^\.tool\/uploads\/people\.csv {2}/)
      const { errors, exitCode } = await runLine(folder, ['attach', 'users.csv', 'users.csv', '--name', 'a'])
      assert.equal(exitCode, 2)
      assert.match(errors, /--name is for one file/)
    }))

  it('says what is wrong, and keeps nothing', () =>
    withFolder({ 'users.csv': table, 'run.sh': 'echo' }, async folder => {
      const { errors, output, exitCode } = await runLine(folder, ['attach', 'users.csv', 'run.sh'])
      assert.deepEqual([exitCode, output], [2, ''])
      assert.match(
        errors,
        /"run.sh" is rejected: it has a name that ends in .sh; executables are never accepted/,
      )
      assert.ok(!existsSync(path.join(folder, '.tool')))
    }))
})

describe('an attachment can be used', () => {
  it('by suites: as a body, as a part of a form, as data rows', () =>
    withReceiver((url, received) => {
      const suite = `suite: Upload
steps:
  - { request: 'POST ${url}/file', file: ../.tool/uploads/users.csv }
  - { request: 'POST ${url}/form/{{name}}', multipart: { photo: { file: ../.tool/uploads/logo.png } } }
`
      return withFolder(
        { 'suites/a.apitest.yaml': suite, 'users.csv': table, 'logo.png': 'PNG' },
        async folder => {
          await runLine(folder, ['attach', 'users.csv', 'logo.png'])
          const line = ['suites/a.apitest.yaml', '--data', '.tool/uploads/users.csv', '-r', 'dot']
          const { exitCode, errors, output } = await runLine(folder, line)
          assert.equal(exitCode, 0, output + errors)
          assert.equal(received[0], `/file\n${table}`)
          assert.match(received[1] ?? '', /^\/form\/Anna\n[^]*filename="logo.png"[^]*PNG/)
          assert.match(received[3] ?? '', /^\/form\/Ben\n/)
        },
      )
    }))

  it('by saved requests, typed and imported, which need no permission for it', () =>
    withReceiver((url, received) => {
      const postman = {
        info: {
          name: 'Shop',
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
        item: [
          {
            name: 'Upload',
            request: {
              ...{ method: 'POST', url: `${url}/imported` },
              body: { mode: 'file', file: { src: '.tool/uploads/users.csv' } },
            },
          },
        ],
      }
      const files = { 'users.csv': table, 'postman.json': JSON.stringify(postman) }
      return withFolder(files, async folder => {
        await runLine(folder, ['attach', 'users.csv', 'postman.json'])
        const imported = await runLine(folder, ['import', '.tool/uploads/postman.json'])
        assert.equal(imported.exitCode, 0, imported.errors)
        await runLine(folder, ['collections', 'create', 'Own'])
        const words = ['-X', 'POST', `${url}/saved`, '--data-binary', '@.tool/uploads/users.csv']
        await runLine(folder, ['collections', 'save', 'Own', ...words])
        for (const name of ['Shop', 'Own']) {
          const { exitCode, output, errors } = await runLine(folder, ['run', name])
          assert.equal(exitCode, 0, output + errors)
        }
        assert.deepEqual(received, [`/imported\n${table}`, `/saved\n${table}`])
      })
    }))

  it('as the description of an API', () =>
    withReceiver(url => {
      const description = {
        ...{ openapi: '3.0.3', info: { title: 'A', version: '1' } },
        paths: {
          '/a': { get: { responses: { 200: { description: 'ok', content: { 'application/json': {} } } } } },
        },
      }
      return withFolder({ 'openapi.json': JSON.stringify(description) }, async folder => {
        await runLine(folder, ['attach', 'openapi.json'])
        const spec = ['--spec', '.tool/uploads/openapi.json']
        const { exitCode, output, errors } = await runLine(folder, ['contract', 'check', url, ...spec])
        assert.equal(exitCode, 0, output + errors)
        const made = await runLine(folder, ['import', '.tool/uploads/openapi.json'])
        assert.equal(made.exitCode, 0, made.errors)
      })
    }))
})

const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'true'], { stdio: 'ignore' }).status === 0

it(
  'on a disk without room nothing is kept, also not what had room',
  { skip: !canMount && 'needs root and unshare' },
  () =>
    withFolder(
      { 'a.txt': 'a'.repeat(20_000), 'b.txt': 'b'.repeat(200_000), 'project/a': '' },
      async folder => {
        const steps = [
          'mount -t tmpfs -o size=128k tmpfs project',
          'cd project && APITEST attach ../a.txt ../b.txt; echo exit $?',
          'ls -A .tool/uploads',
        ]
        const { output, errors } = await runShell(folder, `unshare -m sh -c '${steps.join(' && ')}'`)
        assert.match(errors, /b\.txt cannot be written: ENOSPC/)
        assert.equal(output, 'exit 2\n.gitignore\n')
      },
    ),
)

it('on a disk that may not be written to, it says so', { skip: !canMount && 'needs root and unshare' }, () =>
  withFolder({ 'a.txt': 'a', 'project/a': '' }, async folder => {
    const steps = [
      'mount -t tmpfs tmpfs project',
      'mkdir -p project/.tool/uploads',
      'mount -o remount,ro project',
      'cd project && APITEST attach ../a.txt; echo exit $?',
    ]
    const { output, errors } = await runShell(folder, `unshare -m sh -c '${steps.join(' && ')}'`)
    assert.match(errors, /store-unwritable {2}\.tool\/uploads\/a\.txt cannot be written: EROFS/)
    assert.equal(output, 'exit 2\n')
  }),
)

it('a process that is killed leaves whole files, and what it left is gone with the next', () =>
  withFolder({ 'a.bin': 'a'.repeat(20 * 1024 * 1024), 'b.txt': 'b' }, async folder => {
    for (const time of ['0.08', '0.12', '0.16', '0.2'])
      await runShell(folder, `timeout -s KILL ${time} APITEST attach a.bin`)
    await runLine(folder, ['attach', 'b.txt'])
    const kept = readdirSync(path.join(folder, '.tool/uploads'))
    assert.deepEqual(
      kept.filter(name => !/^(\.gitignore|a\.bin|b\.txt)$/.test(name)),
      [],
    )
    if (kept.includes('a.bin'))
      assert.equal(readFileSync(path.join(folder, '.tool/uploads/a.bin')).length, 20 * 1024 * 1024)
  }))
