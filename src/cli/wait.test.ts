import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { isRunning } from '../actions/testing/is-running.ts'
import { type Finished, runProgram, runShell, withFolder } from '../testing/run-program.ts'
import { freePort } from '../testing/ports.ts'

/** Notes its process, and answers after a while. */
const server = `
  require('node:fs').appendFileSync('pids', process.pid + '\\n')
  console.log('starting with ' + process.env.SHOP_KEY)
  const answer = (_, response) => response.end('{"status":"UP"}')
  setTimeout(() => require('node:http').createServer(answer).listen(Number(process.argv[2]), '127.0.0.1'), Number(process.argv[3]))
`

interface Waited extends Finished {
  readonly url: string
  /** Processes that noted themselves, and of those the ones still there. */
  readonly started: readonly number[]
  readonly left: readonly number[]
}

/** Runs a line in a folder of its own; URL and PORT in it stand for a free port. */
function shell(line: string, files: Readonly<Record<string, string>> = {}): Promise<Waited> {
  return withFolder({ 'server.cjs': server, ...files }, async folder => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const finished = await runShell(folder, line.replaceAll('URL', url).replaceAll('PORT', String(port)))
    const pids = await readFile(path.join(folder, 'pids'), 'utf8').catch(() => '')
    const started = pids.split('\n').slice(0, -1).map(Number)
    return { ...finished, url, started, left: started.filter(isRunning) }
  })
}

describe('apitest wait', () => {
  it('starts a command that comes up in 2 s, and leaves nothing behind', async () => {
    const { exitCode, output, started, left, url } = await shell(
      'APITEST wait URL --interval 100ms --command "node server.cjs PORT 2000 & node server.cjs 0 60000"',
    )
    assert.equal(exitCode, 0, output)
    const [, name, seconds] = /^✓ (\S+) {2}up after (\d+\.\d) s {2}status UP\n$/.exec(output) ?? []
    assert.equal(name, url)
    assert.ok(Number(seconds) >= 2, output)
    assert.equal(started.length, 2)
    assert.deepEqual(left, [])
  })

  it('stops at once when the command fails', async () => {
    const { exitCode, output, errors } = await shell('APITEST wait URL --command "echo closed; exit 3"')
    assert.equal(exitCode, 3)
    assert.match(output, /^✗ \S+ {2}not up {2}connect ECONNREFUSED/)
    assert.match(errors, /"echo closed; exit 3" exited with code 3\nIts last output:\n {2}closed\n/)
    assert.match(errors, /Its whole output is in \.tool\/services\/echo-closed-exit-3-[0-9a-f]{8}\.log\./)
  })

  const alone: readonly (readonly [line: string, exitCode: number, output: RegExp, errors: RegExp])[] = [
    [
      '--command "echo built" --then "echo tested"',
      0,
      /^tested\n$/,
      /✓ "echo built" exited with code 0; its output is in \.tool\/services\/echo-built\.log\nIts last output:\n {2}built\n/,
    ],
    [
      '--command "seq 1 30" --json',
      0,
      /"log": ".*\/\.tool\/services\/seq-1-30\.log",\n.*"code": 0\n.*"lastLines": \[\n *"11",.*"30"\n/s,
      /^Waiting/,
    ],
    [
      '--command "sleep 0.2; echo built"',
      0,
      /^✓ "sleep 0\.2; echo built" exited with code 0; its output/,
      /^Waiting/,
    ],
    [
      '--command "echo no; exit 4" --then "echo tested"',
      3,
      /^$/,
      /exited with code 4\nIts last output:\n {2}no\n/,
    ],
    [
      '--command "echo on; sleep 60" --timeout 300ms',
      3,
      /has not ended after 300 ms, and was stopped\.\n$/,
      /Its last output:\n {2}on\nGive it more time, or name the address of what it starts if it is to go on\. Its whole output is in/,
    ],
  ]
  for (const [line, code, output, errors] of alone)
    it(`F11: runs a command to its end where there is no URL: ${line}`, async () => {
      const finished = await shell(`APITEST wait ${line}`)
      assert.equal(finished.exitCode, code, finished.errors)
      assert.match(finished.output, output)
      assert.match(finished.errors, errors)
    })

  it('says that the tool is not installed', async () => {
    const { exitCode, errors } = await shell('APITEST wait URL --command no-such-tool-here')
    assert.equal(exitCode, 3)
    assert.match(errors, /A command in "no-such-tool-here" is not installed, or not on the PATH\./)
  })

  it('gives up when the time is up, and stops what never came up', async () => {
    const { exitCode, output, errors, left } = await shell(
      'APITEST wait URL tcp://127.0.0.1:PORT --timeout 1500ms --command "node server.cjs PORT 60000"',
    )
    assert.equal(exitCode, 3)
    assert.match(output, /^✗ http.*\n✗ tcp.*\n2 of 2 services are not up after 1\.5 s\.\n$/)
    assert.match(errors, /Its last output:\n {2}starting/)
    assert.deepEqual(left, [])
  })

  for (const signal of ['TERM', 'INT', 'HUP'])
    it(`stops the command when it is interrupted by SIG${signal}`, async () => {
      const { output, started, left } = await shell(
        `APITEST wait URL --command "node server.cjs PORT 60000" & id=$!
         while [ ! -s pids ]; do sleep 0.1; done
         kill -${signal} $id; wait $id; echo "code $?"`,
      )
      assert.match(output, /code 130\n$/)
      assert.equal(started.length, 1)
      assert.deepEqual(left, [])
    })

  it('prints JSON', async () => {
    const { output, url } = await shell('APITEST wait URL --json --command "node server.cjs PORT 0"')
    const { state, services, command } = JSON.parse(output) as Record<string, unknown>
    const [{ duration, ...service } = { duration: 0 }] = services as { duration: number }[]
    assert.deepEqual([state, service], ['up', { url, up: true, answer: 'status UP' }])
    assert.ok(Number.isInteger(duration))
    assert.equal((command as { started: boolean }).started, true)
  })

  it('rejects what it does not understand', async () => {
    const rejected = {
      'wait URL --timeout 5': /--timeout 5 is not a length of time/,
      'wait URL --interval 0s': /--interval 0s is not a length of time/,
      'wait URL --command ""': /--command is empty/,
      'wait URL --then a -- b': /are two commands to run/,
      'wait localhost': /does not begin with http:\/\/ or https:\/\//,
      'wait "{{nowhere}}/x"': /unknown variable "nowhere"/,
      'wait URL --env nowhere': /there is no environment "nowhere"/,
      'wait URL --unknown': /unknown option --unknown/,
      wait: /wait needs the addresses/,
    }
    for (const [line, expected] of Object.entries(rejected)) {
      const { exitCode, errors } = await shell(`APITEST ${line}`)
      assert.equal(exitCode, 2, line)
      assert.match(errors, expected)
    }
  })

  it('C5: refuses a command behind -- that is empty', async () => {
    for (const line of ['wait URL --', 'wait URL -- $TESTS', 'wait URL -- ""', "wait URL -- ' ' ''"]) {
      const { exitCode, errors } = await shell(`APITEST ${line}`)
      assert.equal(exitCode, 2, line)
      assert.match(errors, /the command behind -- is empty/)
    }
  })

  it('warns on every run of certificates that the configuration does not verify', async () => {
    const { output, errors } = await shell('APITEST wait URL --timeout 200ms', {
      'apitest.config.yaml': 'settings: { tls: { verify: false } }',
    })
    assert.match(errors, /apitest\.config\.yaml:1:28 {2}warning unverified-tls {2}/)
    assert.match(output, /not up/)
  })

  it('takes variables and settings from the configuration, and shows no secrets', async () => {
    const configuration = `
environments:
  local: { variables: { shop: "http://127.0.0.1" }, secrets: { key: "s3cret-key" } }
settings: { auth: { bearer: "{{token}}" } }
`
    const { exitCode, output, errors } = await shell(
      'APITEST wait "{{shop}}:PORT/?key={{key}}" --env local --timeout 1s --command "SHOP_KEY={{key}} node server.cjs PORT 60000"',
      { 'apitest.config.yaml': configuration },
    )
    assert.equal(exitCode, 3)
    assert.match(output, /^✗ http:\/\/127\.0\.0\.1:\d+\/\?key=\*\*\* /)
    assert.match(errors, /starting with \*\*\*/)
    assert.doesNotMatch(output + errors, /s3cret/)
  })
})

describe('apitest wait with a test command', () => {
  const start = 'APITEST wait URL --interval 100ms --command "node server.cjs PORT 0"'

  it('passes on its exit code and its output, and stops everything', async () => {
    for (const test of ['-- sh -c "echo testing; exit 7"', '--then "echo testing; exit 7"']) {
      const { exitCode, output, errors, started, left } = await shell(`${start} ${test}`)
      assert.deepEqual([exitCode, output], [7, 'testing\n'])
      assert.match(errors, /✓ \S+ {2}up after/)
      assert.equal(started.length, 1)
      assert.deepEqual(left, [])
    }
  })

  it('runs none when nothing came up', async () => {
    const { exitCode, output } = await shell('APITEST wait URL --timeout 300ms --then "echo testing"')
    assert.deepEqual([exitCode, output], [3, ''])
  })

  it('tells that it is not installed', async () => {
    const { exitCode, errors } = await shell(`${start} -- no-such-tool-here --all`)
    assert.equal(exitCode, 127)
    assert.match(errors, /A command in "no-such-tool-here --all" is not installed/)
  })

  it('ends it when it is interrupted, with what it started', async () => {
    const { output, left, started } = await shell(
      `${start} -- sh -c 'echo $$ >> pids; sleep 60 & echo $! >> pids; touch testing; wait' & id=$!
       while [ ! -e testing ]; do sleep 0.1; done
       kill $id; wait $id; echo "code $?"`,
    )
    assert.match(output, /code 130\n$/)
    assert.equal(started.length, 3)
    assert.deepEqual(left, [])
  })

  it('D6: asking often, and many waits beside each other, give no warnings', async () => {
    await using server = await httpServer()
    const tcp = Array.from({ length: 12 }, () => 'tcp://127.0.0.1:1').join(', ')
    const steps = [
      { wait: 'tcp://127.0.0.1:1', interval: '10ms', timeout: '300ms' },
      { wait: tcp.split(', '), timeout: '50ms' },
      { wait: `${server.url}/`, interval: '10ms', validations: [{ time: { 'less-than': 5000 } }] },
      {
        request: `GET ${server.url}/`,
        validations: [{ status: 201 }],
        retry: { attempts: 12, interval: '10ms' },
      },
      { websocket: server.url.replace('http:', 'ws:'), timeout: '100ms' },
      { sse: server.url, timeout: '100ms' },
      { pause: '20ms' },
    ]
    const suite = JSON.stringify({ suite: 'A', settings: { 'stop-on-failure': false }, steps })
    const names = Array.from({ length: 12 }, (_, index) => `${index}.apitest.yaml`)
    const files = Object.fromEntries(names.map(name => [name, suite]))
    const { errors, exitCode } = await withFolder(files, folder =>
      runProgram(folder, ['.', '--workers', '12', '-r', 'json=report.json']),
    )
    assert.equal(exitCode, 3)
    assert.doesNotMatch(errors, /Warning/)
  })
})
