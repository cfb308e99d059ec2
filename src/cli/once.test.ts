import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Files, runProgram, withFolder } from '../testing/run-program.ts'
import { reportOf, resultsOf, signIn, withShop } from './testing/login-shop.ts'

const account = (url: string, user = 'ada', name = user): string => `suite: Account of ${name}
steps:
  - use: shared/sign-in.apitest.yaml
    with: { user: ${user} }
    once: true
  - request: GET ${url}/me
    auth: { bearer: "{{token}}" }
`

describe('a suite that is used once', () => {
  it('is carried out by the first of 40 files on 4 workers, and the others take what it gave', () =>
    withShop(async shop => {
      const files: Record<string, string> = { 'shared/sign-in.apitest.yaml': signIn(shop.url) }
      for (let index = 0; index < 40; index++) files[`${index}.apitest.yaml`] = account(shop.url)
      await withFolder(files, async folder => {
        const { output, exitCode } = await runProgram(folder, ['.', '--workers', '4', '--reporter', 'json'])
        assert.equal(exitCode, 0, output)
        assert.equal(shop.count('POST /login'), 1)
        assert.equal(shop.count('GET /me'), 40)
        assert.equal(shop.count('POST /logout'), 1)
        assert.equal(shop.calls.at(-1), 'POST /logout', 'it is cleaned up after all files')
        const uses = resultsOf(reportOf(output)).filter(({ action }) => action === 'use')
        const sharing = uses.filter(({ doneIn }) => doneIn !== undefined)
        assert.equal(sharing.length, 39)
        assert.match(sharing[0]?.doneIn ?? '', /^\d+\.apitest\.yaml:3$/)
        assert.deepEqual([...new Set(sharing.map(({ doneIn }) => doneIn))].length, 1)
        assert.equal(uses.filter(({ steps }) => steps !== undefined).length, 1)
        const last = reportOf(output).suites.at(-1)
        assert.equal(last?.role, 'cleanup')
        assert.equal(last.file, 'shared/sign-in.apitest.yaml (after)')
        assert.doesNotMatch(output, /t0ken/)
      })
    }))

  it('is carried out once by each of two machines', () =>
    withShop(async shop => {
      const files: Record<string, string> = { 'shared/sign-in.apitest.yaml': signIn(shop.url) }
      for (let index = 0; index < 40; index++) files[`${index}.apitest.yaml`] = account(shop.url)
      await withFolder(files, async folder => {
        for (const [index, shard] of ['1/2', '2/2'].entries()) {
          const { output, exitCode } = await runProgram(folder, ['.', '--shard', shard, '--workers', '4'])
          assert.equal(exitCode, 0, output)
          assert.equal(shop.count('POST /login'), index + 1)
          assert.equal(shop.count('GET /me'), 20 * (index + 1))
        }
      })
    }))

  it('is another one with other values and in another environment', () =>
    withShop(async shop => {
      const files: Files = {
        'apitest.config.yaml': 'environments: { a: { variables: { x: 1 } }, b: { variables: { x: 1 } } }\n',
        'shared/sign-in.apitest.yaml': signIn(shop.url),
        '1.apitest.yaml': account(shop.url),
        '2.apitest.yaml': account(shop.url, 'eve'),
        '3.apitest.yaml': account(shop.url, '"{{name}}"', 'a variable').replace(
          'steps:',
          'variables: { name: ada }\nsteps:',
        ),
        '4.apitest.yaml': account(shop.url).replace('steps:', 'environment: a\nsteps:'),
        '5.apitest.yaml': account(shop.url).replace('steps:', 'environment: b\nsteps:'),
        '6.apitest.yaml': account(shop.url)
          .replace('steps:', 'data: [{ a: 1 }, { a: 2 }]\nsteps:')
          .replace('steps:', 'environment: b\nsteps:')
          .replace('/me', '/me?{{a}}'),
      }
      await withFolder(files, async folder => {
        const { output } = await runProgram(folder, ['.'])
        const logins = shop.calls.filter(call => call.startsWith('POST /login'))
        assert.deepEqual(
          logins.toSorted(),
          [
            'POST /login {"user":"ada"}',
            'POST /login {"user":"ada"}',
            'POST /login {"user":"ada"}',
            'POST /login {"user":"eve"}',
          ],
          output,
        )
        assert.equal(shop.count('POST /logout'), 4)
      })
    }))

  it('is tried one time when it fails, and each step that uses it says why', () =>
    withShop(async shop => {
      const files: Files = {
        'shared/sign-in.apitest.yaml': signIn(shop.url),
        '1.apitest.yaml': account(shop.url, 'nobody'),
        '2.apitest.yaml': account(shop.url, 'nobody'),
        '3.apitest.yaml': account(shop.url, 'nobody'),
      }
      await withFolder(files, async folder => {
        const { output, exitCode } = await runProgram(folder, ['.', '--reporter', 'json'])
        assert.equal(exitCode, 1)
        assert.equal(shop.count('POST /login'), 1)
        const uses = resultsOf(reportOf(output)).filter(({ action }) => action === 'use')
        assert.deepEqual(
          uses.map(({ outcome }) => outcome),
          ['failed', 'failed', 'failed'],
        )
        const reasons = uses
          .filter(({ doneIn }) => doneIn !== undefined)
          .map(({ failures }) => failures[0]?.message)
        assert.equal(reasons.length, 2)
        for (const reason of reasons)
          assert.match(
            reason ?? '',
            /^status: Expected every step of shared\/sign-in\.apitest\.yaml to pass, got 1 failed in \d\.apitest\.yaml:3 \(status: Expected .*401\)$/,
          )
      })
    }))

  it('is told with its answer where a file runs again, which cannot help', () =>
    withShop(async shop => {
      const files: Files = {
        'shared/sign-in.apitest.yaml': signIn(shop.url),
        '1.apitest.yaml': account(shop.url, 'nobody'),
        '2.apitest.yaml': account(shop.url, 'nobody'),
      }
      await withFolder(files, async folder => {
        const { output } = await runProgram(folder, ['.', '--retries', '2', '--workers', '1', '-r', 'json'])
        const { suites } = reportOf(output)
        const inner = suites[0]?.results[0]?.steps?.[0]
        assert.equal(inner?.exchange?.response?.status, 401, output)
        assert.equal(suites[1]?.attempts, undefined)
        assert.match(suites[1]?.results[0]?.failures[0]?.message ?? '', /401/)
      })
    }))

  it('gives only what extracts name, and its cookies', () =>
    withShop(async shop => {
      const uses = `  - use: shared/sign-in.apitest.yaml
    with: { user: ada }
    once: true
    extracts: { adminToken: $.token }
`
      const files: Files = {
        'shared/sign-in.apitest.yaml': signIn(shop.url),
        '1.apitest.yaml': `suite: A\nsteps:\n${uses}  - request: GET ${shop.url}/cookie\n  - request: GET ${shop.url}/me\n    auth: { bearer: "{{adminToken}}" }\n`,
        '2.apitest.yaml': `suite: B\nsteps:\n${uses}  - request: GET ${shop.url}/cookie\n`,
      }
      await withFolder(files, async folder => {
        const { output, exitCode } = await runProgram(folder, ['.', '--verbose'])
        assert.equal(exitCode, 0, output)
        assert.match(output, /\(done in \d\.apitest\.yaml:3\)/)
        assert.doesNotMatch(output, /s3ss10n|t0ken/)
        const unknown = await runProgram(folder, ['check', '3.apitest.yaml'])
        assert.equal(unknown.exitCode, 2)
      })
      const wrong = `suite: C\nsteps:\n${uses}  - request: GET ${shop.url}/me\n    auth: { bearer: "{{token}}" }\n`
      await withFolder({ ...files, '3.apitest.yaml': wrong }, async folder => {
        const { errors, exitCode } = await runProgram(folder, ['check', '3.apitest.yaml'])
        assert.equal(exitCode, 2)
        assert.match(errors, /nothing sets the variable "token"/)
      })
    }))

  it('keeps what is a secret to one who uses it from the reports of all', () =>
    withShop(async shop => {
      const shared = `  - use: shared/sign-in.apitest.yaml
    with: { user: ada }
    once: true
    extracts: { key: $.token }
`
      const files: Files = {
        'shared/sign-in.apitest.yaml': signIn(shop.url).replace(/after:[^]*/, ''),
        '1.apitest.yaml': `suite: A\nsteps:\n${shared}`,
        '2.apitest.yaml': `suite: B\nsteps:\n${shared}  - request: GET ${shop.url}/me\n    auth: { bearer: "{{key}}" }\n`,
      }
      await withFolder(files, async folder => {
        const words = ['.', '--workers', '1', '--verbose', '--reporter', 'ndjson']
        const { output, exitCode } = await runProgram(folder, words)
        assert.equal(exitCode, 0, output)
        assert.match(output, /"doneIn":"1\.apitest\.yaml:3"/)
        assert.doesNotMatch(output, /t0ken/)
      })
    }))

  it('is cleaned up after Ctrl-C', () =>
    withShop(async shop => {
      const files: Files = {
        'shared/sign-in.apitest.yaml': signIn(shop.url),
        '1.apitest.yaml': `${account(shop.url)}  - { name: Waits, pause: 50s }\n`,
      }
      await withFolder(files, async folder => {
        let isKilled = false
        const { exitCode, output } = await runProgram(folder, ['.', '--reporter', 'ndjson'], {
          onOutput: (text, kill) => {
            if (!isKilled && text.includes('"name":"Waits"')) isKilled = kill('SIGINT')
          },
        })
        assert.equal(exitCode, 130, output)
        assert.equal(shop.calls.at(-1), 'POST /logout')
      })
    }))
})
