import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'
import { complete } from './complete.ts'

describe('what is completed', () => {
  for (const [line, found] of [
    [
      '',
      [
        ...[
          'run',
          'init',
          'check',
          'fmt',
          'load',
          'send',
          'poll',
          'ws',
          'sse',
          'grpc',
          'listen',
          'publish',
          'wait',
          'record',
          'history',
        ],
        ...[
          'collections',
          'environments',
          'attach',
          'attachments',
          'import',
          'compile',
          'generate',
          'contract',
          'validate',
          'pact',
          'mock',
          'mcp',
          'lsp',
          'operation',
          'playground',
          'merge-reports',
          'completion',
        ],
      ],
    ],
    ['se', ['send']],
    ['contract ', ['check', 'diff']],
    ['suites/ --env l', ['local']],
    ['history ', ['show', 'clear']],
    ['collections mo', ['move']],
    ['compile Shop --to k', ['k6']],
    ['grpc de', ['describe']],
    ['listen ', ['kafka', 'amqp']],
    ['publish kafka --ro', ['--routing-key']],
    ['listen kafka 127.0.0.1:9092 orders --from ', ['new', 'beginning']],
    ['send --oauth2-cr', ['--oauth2-credentials']],
    ['send --oauth2-credentials ', ['body', 'basic']],
    ['send GET http://a.example --http', ['--http1.1', '--http2', '--http2-prior-knowledge']],
    ['send --shard', []],
    ['send --insecure --un', ['--unix-socket']],
    ['poll --until s', ['success']],
    ['poll --ti', ['--times']],
    [
      'wait --',
      [
        '--interval',
        '--command',
        '--reuse',
        '--then',
        '--timeout',
        '--env',
        '--var',
        '--env-file',
        '--config',
        '--json',
        '--help',
        '--version',
      ],
    ],
    ['--reporter j', ['junit', 'json']],
    ['suites/ --dry', ['--dry-run']],
    ['--env ', ['local']],
    ['suites/ ', []],
  ] as const)
    it(`is ${found.length === 0 ? 'left to the shell' : 'known'} behind "${line}"`, async () => {
      assert.deepEqual(await complete(line.split(' ')), found)
    })

  it('knows the names of what is saved', () =>
    withFolder({ 'apitest.config.yaml': 'settings: { timeout: 5s }', 'below/note.txt': '' }, async folder => {
      await runLine(folder, ['collections', 'save', 'Shop', 'GET', 'http://a/', '--name', 'One'])
      for (const words of [
        ['run', 'Sh'],
        ['collections', 'show', ''],
        ['compile', 'Shop'],
      ])
        for (const place of [folder, path.join(folder, 'below')]) {
          const { output } = await runLine(place, ['--get-yargs-completions', 'apitest', ...words])
          assert.equal(output, 'Shop\nShop/One\n', `${words.join(' ')} in ${place}`)
        }
    }))

  it('reaches the shell', () =>
    withFolder({}, async folder => {
      const words = ['--get-yargs-completions', 'apitest', 'send', 'http://a.example', '--unix']
      const { output, errors, exitCode } = await runLine(folder, words)
      assert.deepEqual([output, errors, exitCode], ['--unix-socket\n', '', 0])
    }))

  it('is offered by the script in bash', { skip: process.platform === 'win32' }, () =>
    withFolder({}, async folder => {
      const { output } = await runShell(
        folder,
        `APITEST completion > script
         bash -c 'source ./script; apitest() { APITEST "$@"; }
           COMP_WORDS=(apitest poll --unt); COMP_CWORD=2; _apitest_yargs_completions; echo "$COMPREPLY"'`,
      )
      assert.equal(output, '--until\n')
    }),
  )
})
