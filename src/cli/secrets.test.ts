import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { reporterNames, textReporterNames } from '../report/index.ts'
import { type GossipServer, gossipServer } from '../testing/gossip-server.ts'
import { type Finished, runLine, withFolder } from '../testing/run-program.ts'
import { forms, tracesOf } from '../testing/secret-traces.ts'
import { allSecrets, commandedCalls, secretCalls, secretProject, secrets } from './testing/secret-project.ts'

describe('the search for traces of a secret', () => {
  for (const [name, write] of Object.entries(forms))
    it(`finds it ${name}, and its beginning and end alone`, () => {
      for (const secret of allSecrets)
        for (const part of [secret, secret.slice(0, 20), secret.slice(-20)])
          assert.ok(tracesOf(`<${write(part)}>`, secret).length > 0, write(part))
    })
})

/** Asserts that a text has the mask so often and no trace of any secret; broken lines make no difference. */
function assertMasked(name: string, text: string, fewestMasks: number): void {
  const readable = stripVTControlCharacters(text)
  for (const searched of [readable, readable.replaceAll(/\s*\n[\s│|#]*/g, '')])
    for (const secret of allSecrets) {
      const [trace] = tracesOf(searched, secret)
      const at = trace === undefined ? 0 : searched.toLowerCase().indexOf(trace.toLowerCase())
      const around = searched.slice(Math.max(0, at - 200), at + 200)
      assert.equal(trace, undefined, `${name} tells ${secret}:\n${around}`)
    }
  const masks = readable.split('***').length - 1
  assert.ok(masks >= fewestMasks, `${name} has ${masks} masks in ${readable.length} characters`)
}

/** Command lines with a URL that has a password; `SERVER` is one that answers, `DEAD` is none. */
const linesWithUrls = [
  'wait DEAD --timeout 200ms --interval 50ms',
  'wait DEAD --timeout 200ms --interval 50ms --json',
  'wait ftp://ada:PASSWORD@127.0.0.1:1/',
  'import DEAD',
  'import SERVER/broken',
  'import SERVER/json',
  'compile DEAD --to suite',
  'contract check DEAD --spec openapi.json',
  'contract check SERVER --spec openapi.json --json',
  'contract check SERVER --spec DEAD',
  'contract diff SERVER/json DEAD',
  'validate openapi.json --spec DEAD --operation a',
  'pact verify DEAD/pact.json --provider SERVER',
  'suites/first.apitest.yaml --spec DEAD',
  'send http://ada:PASSWORD@127.0.0.1:x/',
  'grpc list http://ada:PASSWORD@127.0.0.1:1',
  'ws ws://ada:PASSWORD@127.0.0.1:1/',
  'sse DEAD',
  'listen amqp amqp://ada:PASSWORD@127.0.0.1:1 a -m 300ms',
  'publish kafka http://ada:PASSWORD@127.0.0.1:1 a -b x -m 300ms',
  'history',
]

const smallDescription = {
  openapi: '3.0.3',
  info: { title: 'a', version: '1' },
  paths: { '/json': { get: { operationId: 'a', responses: { 200: { description: 'ok' } } } } },
}

/** Runs the program in a project full of secrets, beside a server that tells all it hears. */
async function inProject(
  use: (run: (...args: string[]) => Promise<Finished>, folder: string, server: GossipServer) => Promise<void>,
): Promise<void> {
  await using server = await gossipServer(allSecrets, secrets.fromAnswer, secrets.inCookie)
  await withFolder(secretProject(server.url), folder =>
    use(
      (...args) => runLine(folder, args, { environment: { FORCE_COLOR: '1', APITEST_DEBUG: '1' } }),
      folder,
      server,
    ),
  )
}

/** Returns the output, after a check of the exit code. */
function printed({ output, errors, exitCode }: Finished, expected: number): string {
  assert.equal(exitCode, expected, output.slice(-2000) + errors.slice(-2000))
  return output + errors
}

/** Every file below a folder, by its name. */
async function filesBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(folder)) return new Map()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async file => [file, await readFile(file, 'utf8')] as const)))
}

describe('a run with secrets everywhere', () => {
  it('leaves no trace of them in any report, on the console or in the files it keeps', async () => {
    await inProject(async (run, folder, server) => {
      const reports = reporterNames.flatMap(name => ['--reporter', `${name}=reports/${name}`])
      printed(await run('suites', '--workers', '1', ...reports), 3)
      assert.ok(server.told() > 80, `the server was told ${server.told()} secrets`)
      const written = await filesBelow(path.join(folder, 'reports'))
      const results = [...written].filter(([file]) => path.basename(path.dirname(file)) === 'allure')
      assert.equal(written.size - results.length, textReporterNames.length)
      assertMasked('allure', results.map(([, text]) => text).join('\n'), 100)
      for (const [file, text] of written) assertMasked(path.basename(file), text, 0)
      for (const name of textReporterNames)
        assertMasked(name, written.get(path.join(folder, 'reports', name)) ?? '', 100)
      const kept = await filesBelow(path.join(folder, '.tool'))
      const history = [...kept.keys()].filter(file => file.endsWith('api-collections.json'))
      assert.equal(history.length, 1)
      for (const [file, text] of kept) assertMasked(file, text, history.includes(file) ? 500 : 0)
      await assertRetold(run)
    })
  })

  /** Asserts that secrets are masked where the reports and the history are shown later. */
  async function assertRetold(run: (...args: string[]) => Promise<Finished>): Promise<void> {
    const merged = await run('merge-reports', 'reports/json', '--reporter', 'pretty')
    assertMasked('merge-reports', printed(merged, 3), 500)
    assertMasked('history', printed(await run('history', '--count', '500'), 0), 10)
    assertMasked('history --json', printed(await run('history', '--json', '--count', '500'), 0), 500)
    assertMasked('history show', printed(await run('history', 'show'), 0), 1)
  }

  for (const name of textReporterNames)
    it(`leaves no trace of them when ${name} tells everything`, async () => {
      await inProject(async run => {
        const told = await run('suites', '--workers', '8', '--verbose', '--reporter', name)
        assertMasked(name, printed(told, 3), 100)
      })
    })

  it('leaves no trace of them when nothing is sent', async () => {
    await inProject(async (run, _, server) => {
      assertMasked('--list', printed(await run('suites', '--list'), 0), 1)
      assertMasked('--dry-run', printed(await run('suites', '--dry-run'), 0), 60)
      assertMasked('check', printed(await run('check', 'suites'), 0), 0)
      assertMasked('check', printed(await run('check', 'mistakes'), 2), 4)
      assertMasked('run', printed(await run('mistakes'), 2), 4)
      assertMasked('run', printed(await run('unread'), 2), 0)
      assert.equal(server.seen.length, 0)
    })
  })
})

describe('a call with secrets everywhere', () => {
  /** How a call is told; each call in two of the ways. */
  const callModes = [undefined, '--verbose', '--json-output', '--curl']

  it('leaves no trace of them, however it is told', async () => {
    await inProject(async (run, folder, server) => {
      const calls = secretCalls(server.url)
      for (const [index, { args, exitCode, masks = 1 }] of calls.entries())
        for (const mode of [callModes[index % 4], callModes[(index + 1) % 4]]) {
          const finished = await run('send', ...args, ...(mode === undefined ? [] : [mode]))
          const text = printed(finished, mode === '--curl' && exitCode !== 2 ? 0 : exitCode)
          assertMasked(`send ${args.join(' ')} ${mode ?? ''}`, text, mode === undefined ? 0 : masks)
        }
      assert.ok(server.told() > 15, `the server was told ${server.told()} secrets`)
      const poll = ['poll', `${server.url}/json`, '--bearer', '{{env.SECRET}}', '--interval', '1ms']
      assertMasked('poll', printed(await run(...poll, '--times', '3', '--validate', '$.first: no'), 1), 4)
      const saved = await run(
        'send',
        `${server.url}/json`,
        '--bearer',
        '{{env.SECRET}}',
        '--save',
        'a.apitest.yaml',
      )
      assertMasked('send --save', printed(saved, 0), 10)
      for (const [file, text] of await filesBelow(path.join(folder, '.tool')))
        assertMasked(file, text, file.endsWith('.json') ? 100 : 0)
      assertMasked('a.apitest.yaml', await readFile(path.join(folder, 'a.apitest.yaml'), 'utf8'), 0)
    })
  })

  it('leaves no trace of the secret of a command', async () => {
    await inProject(async (run, folder, server) => {
      for (const { args, exitCode, masks = 1 } of commandedCalls(server.url))
        for (const mode of callModes) {
          const finished = await run('send', ...args, ...(mode === undefined ? [] : [mode]))
          const text = printed(finished, mode === '--curl' ? 0 : exitCode)
          assertMasked(`send ${args.join(' ')} ${mode ?? ''}`, text, mode === undefined ? 0 : masks)
        }
      assert.ok(server.told() > 10, `the server was told ${server.told()} secrets`)
      for (const [file, text] of await filesBelow(path.join(folder, '.tool'))) assertMasked(file, text, 0)
    })
  })

  it('leaves no trace of them when a contract check takes them from requests', async () => {
    await inProject(async (run, folder, server) => {
      const parameters = ['a', 'b', 'c'].map(name => ({ name, in: 'query', schema: { type: 'string' } }))
      const get = { ...smallDescription.paths['/json'].get, parameters }
      const description = { ...smallDescription, paths: { '/json': { get } } }
      await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(description))
      const args = ['--spec', 'openapi.json', '--collection', 'saved/a.apitest.yaml', '-r', 'json=r.json']
      assertMasked('contract check', printed(await run('contract', 'check', server.url, ...args), 1), 3)
      assert.ok(server.told() > 2, `the server was told ${server.told()} secrets`)
      assertMasked('r.json', await readFile(path.join(folder, 'r.json'), 'utf8'), 3)
      for (const [file, text] of await filesBelow(path.join(folder, '.tool'))) assertMasked(file, text, 0)
    })
  })

  it('C1: prints no password of a URL, whatever is done with it', async () => {
    await inProject(async (run, folder, server) => {
      await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(smallDescription))
      const password = encodeURIComponent(secrets.inUrl)
      const words = {
        DEAD: `http://ada:${password}@127.0.0.1:1`,
        SERVER: server.url.replace('://', `://ada:${password}@`),
        PASSWORD: password,
      }
      for (const line of linesWithUrls) {
        const args = line.split(' ').map(word => word.replaceAll(/[A-Z]{4,}/g, name => words[name as 'DEAD']))
        const { output, errors } = await run(...args)
        assert.notEqual(output + errors, '', line)
        assertMasked(line, output + errors, 0)
        for (const [file, text] of await filesBelow(path.join(folder, '.tool')))
          assertMasked(`${line}: ${file}`, text, 0)
      }
    })
  })

  it('that waits for a service leaves none either', async () => {
    await inProject(async run => {
      const wait = ['wait', 'http://127.0.0.1:1/{{configured}}', '--timeout', '300ms', '--interval', '50ms']
      assertMasked('wait', printed(await run(...wait), 3), 1)
      assertMasked('wait --json', printed(await run(...wait, '--json'), 3), 1)
    })
  })
})
