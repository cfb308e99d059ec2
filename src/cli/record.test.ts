import assert from 'node:assert/strict'
import { cp, readdir, readFile } from 'node:fs/promises'
import { request, type RequestListener } from 'node:http'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'yaml'
import { startPlayground } from '../../playground/start-playground.ts'
import { type Change, changes } from './testing/changed-answers.ts'
import { leftToLaterTier } from '../testing/parts.ts'
import { type Finished, runLine, runProgram, withFolder } from '../testing/run-program.ts'
import { withListener } from '../testing/with-listener.ts'

const program = `"${process.execPath}" "${path.resolve('bin/apitest.cjs')}"`

const project = {
  'apitest.config.yaml': `
suites: [suites/]
environment: local
environments:
  local:
    variables: { username: demo }
    secrets: { password: demo-password, apiKey: demo-key, clientSecret: demo-secret, managedKey: demo-key }
`,
}

const environment = { USERNAME2: 'demo-client', USERNAME3: 'demo' }

/** A project with the suites of this one, beside a playground. */
async function withProject(
  use: (folder: string, url: string, reset: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const playground = await startPlayground({ port: 0 })
  const reset = async (): Promise<void> => {
    await fetch(`${playground.url}/api/reset`, { method: 'POST' })
  }
  try {
    await withFolder(project, async folder => {
      await cp('suites', path.join(folder, 'suites'), { recursive: true })
      await use(folder, playground.url, reset)
    })
  } finally {
    await playground.close()
  }
}

/** Records a suite of the project as `OUT.apitest.yaml`. */
function record(
  folder: string,
  url: string,
  suite: string,
  more: readonly string[] = [],
  out = 'out',
): Promise<Finished> {
  const reset = `"${process.execPath}" -e "fetch('${url}/api/reset', { method: 'POST' })"`
  const line = `${program} suites/${suite}.apitest.yaml --no-history --var "baseUrl=$APITEST_RECORD_URL" -r dot`
  const words = ['record', '--to', url, '--reset', reset, '--out', `${out}.apitest.yaml`, ...more]
  return runProgram(folder, [...words, '--', 'sh', '-c', line], { environment })
}

const suites = 'account bodies cart catalogue files graphql orders scripts table users'.split(' ')

describe('apitest record', () => {
  for (const [index, suite] of suites.entries())
    it(
      `makes a suite of suites/${suite} that passes on a reset server, and with every step`,
      {
        skip: leftToLaterTier(index + 2),
      },
      async () => {
        await withProject(async (folder, url, reset) => {
          await reset()
          const recorded = await record(folder, url, suite)
          assert.equal(recorded.exitCode, 0, recorded.errors + recorded.output)
          assert.doesNotMatch(recorded.output, /^(skipped|lost)/m)
          await reset()
          const given = { ...environment, SIGNATURE: signatureOf(recorded.output) }
          const ran = await runLine(folder, ['out.apitest.yaml', '--var', `baseUrl=${url}`], {
            environment: given,
          })
          assert.equal(ran.exitCode, 0, ran.output + ran.errors)
          const written = await readFile(path.join(folder, 'out.apitest.yaml'), 'utf8')
          assert.doesNotMatch(written, /demo-password|demo-secret|demo-key/)
        })
      },
    )

  for (const [index, suite] of ['users', 'cart', 'orders', 'catalogue'].entries())
    it(
      `makes a suite of suites/${suite} that fails where an answer is another`,
      {
        skip: leftToLaterTier(index),
      },
      async () => {
        await withProject(async (folder, url, reset) => {
          await reset()
          await record(folder, url, suite)
          const missed: string[] = []
          let tried = 0
          for (const [index, change] of changes.entries()) {
            await reset()
            await withChanged(url, change, index, async (changed, hasChanged) => {
              const ran = await runLine(folder, [
                'out.apitest.yaml',
                '--var',
                `baseUrl=${changed}`,
                '-r',
                'dot',
              ])
              if (!hasChanged()) return
              tried++
              if (ran.exitCode === 0) missed.push(change.name)
            })
          }
          assert.ok(tried >= 12, `${tried}`)
          assert.deepEqual(missed, [])
        })
      },
    )

  it('writes the same bytes again for the same run', async () => {
    await withProject(async (folder, url, reset) => {
      const texts: string[] = []
      for (const out of ['one', 'two']) {
        await reset()
        await record(folder, url, 'cart', [], out)
        const text = await readFile(path.join(folder, `${out}.apitest.yaml`), 'utf8')
        texts.push(text.replace(/^suite: .*\n/, ''))
      }
      assert.equal(texts[0], texts[1])
    })
  })

  it('writes a HAR, and no secret into any file, in whatever form it stands', async () => {
    const [token, cookie, password] = ['tok"en/0123456789+x', 'sess1on/cookie+0123', 'pass"word/+0123']
    const listener: RequestListener = (incoming, response) => {
      incoming.resume()
      response.setHeader('set-cookie', `session=${encodeURIComponent(cookie)}; HttpOnly`)
      response.setHeader('content-type', 'application/json')
      const echoed = [token, encodeURIComponent(token), Buffer.from(token).toString('base64')]
      response.end(JSON.stringify({ access_token: token, echoed, note: `for ${password}` }))
    }
    await withListener(listener, async url => {
      await withFolder({}, async folder => {
        const script = `
          const url = process.env.APITEST_RECORD_URL
          const headers = { 'content-type': 'application/json' }
          const body = JSON.stringify({ user: 'ada', password: ${JSON.stringify(password)} })
          const answer = await fetch(url + '/login', { method: 'POST', headers, body })
          const { access_token } = await answer.json()
          const cookie = answer.headers.get('set-cookie').split(';')[0]
          await fetch(url + '/me?access_token=' + encodeURIComponent(access_token), { headers: { authorization: 'Bearer ' + access_token, cookie } })
          await fetch(url + '/basic', { headers: { authorization: 'Basic ' + btoa('ada:' + ${JSON.stringify(password)}) } })
        `
        const words = [
          'record',
          '--to',
          url,
          '--out',
          'a.apitest.yaml',
          '--har',
          'a.har',
          '--',
          process.execPath,
        ]
        const ran = await runProgram(folder, [...words, '--input-type=module', '-e', script])
        assert.equal(ran.exitCode, 0, ran.errors + ran.output)
        const texts = await textsBelow(folder)
        assert.deepEqual([...texts.keys()].sort(), ['a.apitest.yaml', 'a.har'])
        for (const [name, text] of texts)
          for (const secret of [token, cookie, password])
            for (const form of formsOf(secret)) assert.ok(!text.includes(form), `${name} has ${form}`)
        const suite = parse(texts.get('a.apitest.yaml') ?? '') as {
          readonly steps: readonly { readonly auth?: unknown }[]
        }
        assert.deepEqual(suite.steps[1]?.auth, { bearer: '{{accessToken}}' })
        const har = JSON.parse(texts.get('a.har') ?? '') as {
          readonly log: { readonly entries: readonly unknown[] }
        }
        assert.equal(har.log.entries.length, 3)
      })
    })
  })

  it('skips steps that do not pass again, and says why', async () => {
    let count = 0
    const listener: RequestListener = (incoming, response) => {
      incoming.resume()
      response.statusCode = incoming.method === 'POST' && count++ > 0 ? 409 : 200
      response.end('ok')
    }
    await withListener(listener, async url => {
      await withFolder({}, async folder => {
        const script = `const url = process.env.BASE_URL; await fetch(url, { method: 'POST' }); await fetch(url)`
        const words = ['record', '--to', url, '--env-name', 'BASE_URL', '--json', '--', process.execPath]
        const ran = await runProgram(folder, [...words, '--input-type=module', '-e', script])
        assert.equal(ran.exitCode, 0, ran.errors)
        const { steps, skipped } = JSON.parse(ran.output) as {
          steps: number
          skipped: readonly { reason: string }[]
        }
        assert.equal(steps, 2)
        assert.deepEqual(skipped, [
          { step: 'POST /', reason: 'it did not pass in the replay: status: Expected equals 200, got 409' },
        ])
        const again = await runLine(folder, ['recorded.apitest.yaml'])
        assert.equal(again.exitCode, 0, again.output)
      })
    })
  })

  it('passes on how the command ended, and expects statuses alone without replays', async () => {
    await withListener(
      (_, response) => response.end('{}'),
      async url => {
        await withFolder({}, async folder => {
          const script = `await fetch(process.env.APITEST_RECORD_URL + '/a'); process.exitCode = 7`
          const words = [
            'record',
            '--to',
            url,
            '--no-replay',
            '--',
            process.execPath,
            '--input-type=module',
            '-e',
            script,
          ]
          assert.equal((await runProgram(folder, words)).exitCode, 7)
          const written = parse(await readFile(path.join(folder, 'recorded.apitest.yaml'), 'utf8')) as {
            readonly steps: readonly { readonly validations: unknown }[]
          }
          assert.deepEqual(
            written.steps.map(({ validations }) => validations),
            [[{ status: 200 }]],
          )
          const again = await runProgram(folder, words)
          assert.equal(again.exitCode, 2)
          assert.match(again.errors, /recorded\.apitest\.yaml is there already/)
        })
      },
    )
  })

  it('records until it is interrupted where there is no command', async () => {
    await withListener(
      (_, response) => response.end('{}'),
      async url => {
        await withFolder({}, async folder => {
          let kill: (signal: NodeJS.Signals) => boolean = () => false
          const heard = new Promise<string>(resolve => {
            void runProgram(folder, ['record', '--to', url, '--no-replay'], {
              onStart: own => (kill = own),
              onOutput: resolve,
            }).then(({ exitCode, output }) => {
              resolve(`${exitCode} ${output}`)
            })
          })
          // The address stands beside the output, which has nothing until the end.
          await wait(3000)
          kill('SIGINT')
          assert.equal(await heard, 'Nothing was recorded.\n')
        })
      },
    )
  })

  for (const [words, message] of [
    [['--to', 'ftp://shop'], /--to ftp:\/\/shop is no URL of a server/],
    [
      ['--to', 'http://ann:PW-17@shop.example'],
      /^(?!.*PW-17).*--to has a user, which is not sent to shop\.example/s,
    ],
    [['--to', 'notaurl'], /--to notaurl is no URL of a server/],
    [['--to', 'http://shop/a?token=PW-17'], /^(?!.*PW-17).*--to has a query, which is not sent to shop/s],
    [['--to', 'http://shop/', '--env-name', 'A=B'], /--env-name A=B is no name of a variable/],
    [['--to', 'ftp://ann:PW-17@shop'], /^(?!.*PW-17).*--to ftp:\/\/ann:\*\*\*@shop is no URL/s],
    [['--to', 'http://127.0.0.1:1', '--out', 'a.txt'], /--out a\.txt is no name of a suite/],
    [[], /to/],
  ] as const)
    it(`refuses ${words.join(' ')}`, async () => {
      await withFolder({}, async folder => {
        const { exitCode, errors } = await runLine(folder, ['record', ...words])
        assert.equal(exitCode, 2)
        assert.match(errors, message)
      })
    })
})

/** The signature that a suite with scripts asks the environment for; any will do. */
function signatureOf(output: string): string | undefined {
  return output.includes('SIGNATURE') ? 'signed' : undefined
}

/** A secret as it may stand in a text. */
function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map(shift =>
    Buffer.from(' '.repeat(shift) + secret)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  )
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...base64]
}

async function textsBelow(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name)
        return [path.relative(folder, file), await readFile(file, 'latin1')] as const
      }),
    ),
  )
}

/** A server that hands on to another one, and changes one of its answers. */
function withChanged(
  url: string,
  change: Change,
  offset: number,
  use: (url: string, hasChanged: () => boolean) => Promise<void>,
): Promise<void> {
  let hasChanged = false
  let count = 0
  return withListener(
    (incoming, outgoing) => {
      const { method, headers, url: place = '/' } = incoming
      const passed = request(`${url}${place}`, { method, headers }, answer => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => {
          const type = answer.headers['content-type'] ?? ''
          const said = { status: answer.statusCode ?? 0, type, text: Buffer.concat(pieces).toString() }
          const changed = !hasChanged && count++ >= offset % 3 ? change.apply(said) : undefined
          hasChanged ||= changed !== undefined
          const { status, type: told, text } = changed ?? said
          const { 'content-length': _, 'transfer-encoding': __, ...lines } = answer.headers
          outgoing.writeHead(status, { ...lines, ...(told === '' ? {} : { 'content-type': told }) })
          outgoing.end(changed === undefined ? Buffer.concat(pieces) : text)
        })
      })
      incoming.pipe(passed)
    },
    changed => use(changed, () => hasChanged),
  )
}
