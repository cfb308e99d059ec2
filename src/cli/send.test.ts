import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Answer, httpServer } from '../actions/http/testing/http-server.ts'
import { type Files, type Finished, runLine, runShell, withFolder } from '../testing/run-program.ts'

const binary = Buffer.from([0, 1, 2, 255, 254, 0, 10, 13])

/** Answers with what the path says: a user, bytes, a refusal, a job that is done at the third call. */
function answering(): Answer {
  let calls = 0
  return ({ url, headers }, response) => {
    calls++
    if (url === '/bytes') response.end(binary)
    else if (url === '/missing') response.writeHead(404).end('{"error":"missing"}')
    else if (url === '/job') response.end(JSON.stringify({ state: calls < 3 ? 'open' : 'done' }))
    else if (url === '/late') return
    else response.setHeader('x-seen', headers.authorization ?? '').end('{"id":1,"name":"Ada"}')
  }
}

/** Runs `apitest` with URL standing for a server that answers. */
async function call(
  line: readonly string[],
  files: Files = {},
  look: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<Finished> {
  await using server = await httpServer(answering())
  return await withFolder(files, async folder => {
    const finished = await runLine(
      folder,
      line.map(word => word.replace('URL', server.url)),
      { environment: { TOKEN: 'environment-secret' } },
    )
    await look(folder)
    return finished
  })
}

describe('apitest send', () => {
  it('shows status, time, headers, the body laid out, and what was judged', async () => {
    const { output, errors, exitCode } = await call([
      ...['send', 'URL/', '--validate', 'status: 200', '--validate', '$.id greater-than 0'],
      ...['--extract', 'name: $.name'],
    ])
    assert.equal(exitCode, 0, errors)
    assert.match(output, /^HTTP 200 OK {2}\d+ ms \(.*first byte \d+ ms.*\) {2}21 B\n/)
    assert.match(output, /\n\n\{\n {2}"id": 1,\n {2}"name": "Ada"\n\}\n\n/)
    assert.match(
      output,
      /✓ status equals 200\n✓ body-json-path \$\.id greater-than 0\nname = Ada\nThe server did what GET \/ asks for\.\n$/,
    )
  })

  it('fails as a step does, and offers the curl line', async () => {
    const { output, exitCode } = await call(['send', 'URL/missing'])
    assert.equal(exitCode, 1)
    assert.match(
      output,
      /status: Expected 2xx or 3xx, got 404\nThere is nothing at \/missing.*\nThe answer says "missing"\.\n\$ curl http:\S+\/missing --compressed\n$/,
    )
    assert.equal((await call(['send', 'URL/missing', '--validate', 'status: 404'])).exitCode, 0)
  })

  it('tells on standard error what could not be carried out', async () => {
    const { output, errors, exitCode } = await call(['send', '127.0.0.1:1'])
    assert.deepEqual([output, exitCode], ['', 3])
    assert.match(errors, /Network Error: connect ECONNREFUSED 127\.0\.0\.1:1/)
    assert.equal((await call(['send', 'URL/late', '-m', '0.2'])).exitCode, 3)
  })

  it('takes the names of curl that have a dot in them', async () => {
    for (const option of ['--http1.1', '--tlsv1.2', '--tlsv1.3']) {
      const { errors, exitCode } = await call(['send', 'URL/', option])
      assert.deepEqual([errors, exitCode], ['', 0], option)
    }
  })

  it('names the option that a problem is in, sends nothing and shows no secret', async () => {
    const line = [
      'send',
      'URL/',
      '--validate',
      'foo: 1',
      '-m',
      'soon',
      '--bearer',
      '{{nobody}}',
      '-H',
      'X: 1',
    ]
    const { errors, exitCode } = await call(line)
    assert.equal(exitCode, 2)
    assert.match(errors, /--validate 'foo: 1': "foo" is not a target/)
    assert.match(errors, /--max-time soon: "timeout" must be a duration/)
    assert.match(errors, /--bearer: .*nobody/)
    assert.doesNotMatch(errors, /steps|apitest\.yaml/)
  })

  it('writes the body byte for byte to a file and into a pipe', async () => {
    const file = 'a.bin'
    const { output } = await call(['send', 'URL/bytes', '-o', file], {}, async folder => {
      assert.deepEqual(await readFile(path.join(folder, file)), binary)
    })
    assert.match(output, /\(8 B in a\.bin\)/)
    await using server = await httpServer(answering())
    await withFolder({}, async folder => {
      await runShell(folder, `APITEST send -s ${server.url}/bytes > piped`)
      assert.deepEqual(await readFile(path.join(folder, 'piped')), binary)
    })
    assert.match(
      (await call(['send', 'URL/bytes'])).output,
      /\(8 B that are not text; --output FILE keeps them\)/,
    )
  })

  it('refuses before anything is sent where the answer or the step could not be kept', async () => {
    await using server = await httpServer()
    await withFolder({ 'bad.apitest.yaml': 'suite: [', 'folder/a': '' }, async folder => {
      for (const option of [
        '--output=',
        '--output=folder',
        '--output=no/a',
        '--output=bad.apitest.yaml/a',
        '--save=a.txt',
        '--save=bad.apitest.yaml',
      ]) {
        const { exitCode, errors } = await runLine(folder, ['send', server.url, option])
        assert.equal(exitCode, 2, option)
        assert.match(errors, /^error usage {2}--(output|save) /)
      }
    })
    assert.equal(server.seen.length, 0)
  })

  it('B2: tells on standard error what was not judged, where standard output is the body alone', async () => {
    const skipped = ['--validate', '{ $.id: 5, when: [{ status: 404 }] }']
    for (const quiet of ['--body-only', '--output=-', '-so=file']) {
      const told = await call([
        'send',
        'URL/',
        quiet,
        ...skipped,
        '--validate',
        'status: { one-of: [200, 404] }',
      ])
      assert.equal(
        told.errors,
        '- body-json-path $.id equals 5: skipped (status: Expected equals 404, got 200)\n',
      )
      assert.equal(told.exitCode, 0)
    }
    assert.equal((await call(['send', 'URL/', '-s', '--validate', 'status: 200'])).errors, '')
  })

  it('writes the body to standard output for --output -', async () => {
    assert.equal((await call(['send', 'URL/', '-o', '-'])).output, '{"id":1,"name":"Ada"}')
  })

  it('prints everything as one document', async () => {
    const { output } = await call(['send', 'URL/', '--json-output', '--validate', '$.id: 2'])
    const document = JSON.parse(output) as Record<string, unknown>
    assert.equal(document['outcome'], 'failed')
    assert.deepEqual((document['response'] as Record<string, unknown>)['body'], {
      size: 21,
      text: '{"id":1,"name":"Ada"}',
    })
    assert.deepEqual(
      (document['failures'] as Record<string, unknown>[])[0]?.['argument'],
      "--validate '$.id: 2'",
    )
  })

  it('has the configuration, its environments, variables and secrets around it', async () => {
    const files = {
      'apitest.config.yaml':
        'environments: { local: { variables: { path: there } } }\nsettings: { headers: { X-All: "1" } }',
    }
    const line = [
      'send',
      'URL/{{path}}/{{id}}',
      '-e',
      'local',
      '--var',
      'id=7',
      '--bearer',
      '{{env.TOKEN}}',
      '-v',
    ]
    const { output, exitCode, errors } = await call(line, files)
    assert.equal(exitCode, 0, errors)
    assert.match(output, /→ GET http:\S+\/there\/7\n/)
    assert.match(output, /X-All: 1/)
    assert.match(output, /x-seen: Bearer \*\*\*/)
    assert.doesNotMatch(output + errors, /environment-secret/)
  })

  it('reads the body from standard input', async () => {
    await using server = await httpServer()
    await withFolder({}, async folder => {
      await runShell(folder, `printf '{"a":1}' | APITEST send ${server.url}/ -d -`)
    })
    assert.equal(server.seen[0]?.body.toString(), '{"a":1}')
    assert.equal(server.seen[0].headers['content-type'], 'application/json')
  })

  it('is kept in the call history with its secrets masked, unless nobody wants that', async () => {
    const historyOf = async (folder: string): Promise<string> =>
      (await runLine(folder, ['history', 'show', '--json'])).output
    await call(['send', 'URL/', '--bearer', '{{env.TOKEN}}'], {}, async folder => {
      const { source, request, outcome } = JSON.parse(await historyOf(folder)) as Record<string, unknown>
      assert.deepEqual([source, outcome], [{ kind: 'send' }, 'passed'])
      assert.match(JSON.stringify(request), /"authorization","Bearer \*\*\*"/)
    })
    for (const line of [
      ['send', 'URL/', '--no-history'],
      ['send', 'URL/', '--curl'],
    ])
      await call(line, {}, async folder => {
        assert.equal((await runLine(folder, ['history', '--json'])).output.trim(), '[]')
      })
    const files = { 'apitest.config.yaml': 'history: false' }
    await call(['poll', 'URL/'], files, async folder => {
      assert.equal((await runLine(folder, ['history', '--json'])).output.trim(), '[]')
    })
  })

  it('prints the curl line, and sends nothing', async () => {
    await using server = await httpServer()
    await withFolder({}, async folder => {
      const line = ['send', `${server.url}/`, '--bearer', 'a-secret', '-k', '--curl']
      const masked = `curl ${server.url}/ --compressed -H 'authorization: Bearer ***' --insecure\n`
      assert.equal((await runLine(folder, line)).output, masked)
      assert.match((await runLine(folder, [...line, '--show-secrets'])).output, /Bearer a-secret/)
    })
    assert.equal(server.seen.length, 0)
  })

  it('saves the call as a step that runs', async () => {
    await using server = await httpServer(answering())
    await withFolder({}, async folder => {
      const line = [
        'send',
        `${server.url}/`,
        '--validate',
        '$.id: 1',
        '-u',
        'ada:pass-word',
        '--save',
        'a.apitest.yaml',
      ]
      const { errors } = await runLine(folder, line)
      assert.match(errors, /saved as step 1 of a\.apitest\.yaml\n.*API_PASSWORD/)
      const environment = { API_PASSWORD: 'pass-word' }
      assert.equal((await runLine(folder, ['a.apitest.yaml'], { environment })).exitCode, 0)
      assert.doesNotMatch(await readFile(path.join(folder, 'a.apitest.yaml'), 'utf8'), /pass-word/)
    })
    const [first, second] = server.seen.map(({ headers }) => headers.authorization)
    assert.equal(first, second)
  })
})

describe('apitest poll', () => {
  it('sends until the answer is right, and tells of every attempt', async () => {
    const { output, errors, exitCode } = await call([
      'poll',
      'URL/job',
      '--interval',
      '10ms',
      '--validate',
      '$.state: done',
    ])
    assert.equal(exitCode, 0, errors)
    assert.match(errors, /attempt 1 {2}200 .*got open\nattempt 2 .*\nattempt 3 .*right\n$/)
    assert.match(output, /3 attempts/)
  })

  it('gives up after so many times, or when it is hopeless', async () => {
    const line = ['poll', 'URL/missing', '--interval', '10ms']
    const twice = await call([...line, '--times', '2'])
    assert.deepEqual([twice.exitCode, twice.errors.split('\n').length], [1, 3])
    const hopeless = await call([...line, '--stop-when', '$.error: missing'])
    assert.deepEqual([hopeless.exitCode, hopeless.errors.split('\n').length], [1, 2])
    assert.match(hopeless.output, /✗ gave up, because stop-when holds: .*\$\.error/)
    assert.match(
      (await call([...line, '--times', '500'])).errors,
      /--times 500: "attempts" must be 100 or less/,
    )
  })
})

describe('Ctrl-C', { skip: process.platform === 'win32' }, () => {
  for (const signal of ['INT', 'TERM', 'HUP'])
    it(`ends a request that is not answered: SIG${signal}`, async () => {
      const { output, errors } = await interrupted('send URL/late --save a.apitest.yaml', signal, 'seen')
      assert.equal(output, 'code 130\n')
      assert.match(errors, /^! Network Error: interrupted before the answer was complete\n/)
      assert.doesNotMatch(errors, / at .*:\d+:\d+|this should not have happened/)
    })

  it('ends a poll between two attempts, and shows the last answer', async () => {
    const { output, errors } = await interrupted('poll URL/missing --interval 60s', 'INT', 'attempt 1')
    assert.match(output, /^HTTP 404 .*code 130\n$/s)
    assert.match(errors, /^attempt 1 {2}404 .*\n$/)
  })

  it('keeps the call in the history', async () => {
    const { output } = await interrupted('send URL/late', 'INT', 'seen', 'APITEST history')
    assert.match(output, /code 130\n[0-9a-f]{7} {2}.*GET http:\S+\/late {2}apitest send\n$/)
  })
})

/** Runs a command, and sends it a signal once the server has `seen` its request, or once its errors say `when`. */
async function interrupted(
  line: string,
  signal: string,
  when: string,
  afterwards = 'true',
): Promise<Finished> {
  return await withFolder({}, async folder => {
    const seen = path.join(folder, 'seen')
    await using server = await httpServer((request, response) => {
      void writeFile(seen, 'seen')
      answering()(request, response)
    })
    return await runShell(
      folder,
      `APITEST ${line.replace('URL', server.url)} 2> errors & id=$!
       while ! grep -qs '${when}' seen errors; do sleep 0.1; done
       kill -${signal} $id; wait $id; echo "code $?"; cat errors >&2; ${afterwards}`,
    )
  })
}
