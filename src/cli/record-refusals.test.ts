import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { type Finished, runProgram, withFolder } from '../testing/run-program.ts'
import { withListener } from '../testing/with-listener.ts'

type Kill = (signal: NodeJS.Signals) => boolean

interface Recorded extends Finished {
  readonly files: readonly string[]
  /** The validations of each step; undefined without a suite. */
  readonly validations: readonly unknown[] | undefined
  /** How many requests the server had. */
  readonly asked: number
}

/** A recording of two requests. */
async function record(
  words: readonly string[],
  {
    answer = (_, response) => response.end('{}'),
    files = {},
  }: {
    readonly answer?: (
      incoming: IncomingMessage,
      response: ServerResponse,
      number: number,
      kill: Kill,
    ) => unknown
    readonly files?: Readonly<Record<string, string>>
  } = {},
): Promise<Recorded> {
  let asked = 0
  let kill: Kill = () => false
  let recorded: Recorded | undefined
  await withListener(
    (incoming, response) => {
      incoming.resume()
      answer(incoming, response, ++asked, signal => kill(signal))
    },
    url =>
      withFolder(files, async folder => {
        const script = `const url = process.env.APITEST_RECORD_URL
          console.log('said by the command')
          await fetch(url + '/a', { method: 'POST' })
          await fetch(url + '/b')`
        const command = ['--', process.execPath, '--input-type=module', '-e', script]
        const ran = await runProgram(folder, ['record', '--to', url, ...words, ...command], {
          onStart: own => (kill = own),
        })
        const written = (await readdir(folder)).filter(name => !Object.hasOwn(files, name))
        recorded = { ...ran, files: written, asked, validations: await validationsIn(folder, written) }
      }),
  )
  assert.ok(recorded !== undefined)
  return recorded
}

async function validationsIn(
  folder: string,
  files: readonly string[],
): Promise<readonly unknown[] | undefined> {
  if (!files.includes('recorded.apitest.yaml')) return undefined
  const suite = parse(await readFile(path.join(folder, 'recorded.apitest.yaml'), 'utf8')) as {
    readonly steps: readonly { readonly validations: unknown; readonly skip?: string }[]
  }
  return suite.steps.map(({ validations, skip }) => skip ?? validations)
}

const statuses = [[{ status: 200 }], [{ status: 200 }]]

describe('apitest record, refused before the command runs,', () => {
  it('where the command of --reset fails', async () => {
    const { exitCode, errors, files, asked } = await record(['--reset', 'exit 3'])
    assert.deepEqual([exitCode, files, asked], [2, [], 0])
    assert.match(errors, /the command of --reset ended with 3/)
  })

  it('in an environment marked as production, unless that is meant', async () => {
    const configuration = 'environments: { live: { production: true } }\n'
    const files = { 'apitest.config.yaml': configuration }
    const refused = await record(['--env', 'live'], { files })
    assert.deepEqual([refused.exitCode, refused.files, refused.asked], [2, [], 0])
    assert.match(refused.errors, /"live" is marked as production, so nothing is sent there unasked/)
    const meant = await record(['--env', 'live', '--production', '--no-replay'], { files })
    assert.deepEqual([meant.exitCode, meant.asked], [0, 2])
  })
})

describe('apitest record, whose replays come to no end,', () => {
  it('expects statuses alone, and tells why', async () => {
    const reset = `node -e "const fs = require('fs'); fs.existsSync('once') ? process.exit(4) : fs.writeFileSync('once', '')"`
    const { exitCode, output, files, validations } = await record(['--reset', reset, '--har', 'a.har'])
    assert.deepEqual([exitCode, files], [3, ['a.har', 'once', 'recorded.apitest.yaml']])
    assert.deepEqual(validations, statuses)
    assert.match(
      output,
      /^not replayed, so that statuses alone are expected: the command of --reset ended with 4/m,
    )
  })

  it('keeps what it has when it is interrupted', async () => {
    const recorded = await record([], {
      answer: (_, response, number, kill) => {
        if (number > 2) kill('SIGINT')
        else response.end('{}')
      },
    })
    assert.deepEqual([recorded.exitCode, recorded.validations], [130, statuses])
    assert.match(recorded.output, /they were interrupted/)
  })

  it('keeps what it has when the server is gone', async () => {
    const { exitCode, output, errors, validations } = await record(['--json'], {
      answer: ({ socket }, response, number) => (number > 2 ? socket.destroy() : response.end('{}')),
    })
    assert.deepEqual([exitCode, validations], [3, statuses])
    const { unreplayed } = JSON.parse(output) as { readonly unreplayed: string }
    assert.match(unreplayed, /answered nothing any more/)
    assert.match(errors, /said by the command/)
  })
})
