import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { Imported } from '../../model/conversion.ts'
import { corpusFolders } from '../../testing/corpus.ts'
import { runText } from '../../testing/run-text.ts'
import { freePorts } from '../../util/free-ports.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import { importedFrom } from './testing/import-file.ts'

/** A request on the wire. */
interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

describe('samples of files of requests', () => {
  for (const root of corpusFolders('interchange')) {
    const folder = path.join(root, 'http')
    for (const name of readdirSync(folder).filter(file => file.endsWith('.http')))
      it(`${name} sends what it says`, async () => {
        const expected = mapping(
          JSON.parse(readFileSync(path.join(folder, name.replace('.http', '.expected.json')), 'utf8')),
        )
        const { imported, sent } = await run(root, name)
        const wanted = list(expected['requests'])
          .map(mapping)
          .filter(one => one['method'] !== undefined)
        assert.deepEqual(
          sent.map(comparable),
          wanted.map(one => comparable(one as unknown as Sent)),
        )
        const told = [...imported.report.losses, ...imported.report.notes].map(({ what }) => what).join('\n')
        for (const one of list(expected['told']).map(mapping)) {
          const what = textOf(one['what']) ?? ''
          // The rule about the environment is told by the operation.
          if (!what.startsWith('{{$processEnv')) assert.ok(told.includes(what), `${what} in ${told}`)
        }
      })
  }
})

/** Variables that nothing sets: the clients send their braces. */
const unset = { unset_price: String.raw`\{{unset_price}}` }

/** Imports a sample, and runs it against the shop of the corpus. */
async function run(root: string, name: string): Promise<{ imported: Imported; sent: readonly Sent[] }> {
  const folder = path.join(root, 'http')
  const [port = 0] = await freePorts(1)
  const imported = importedFrom(
    readFileSync(path.join(folder, name), 'utf8').replaceAll(':4555', `:${port}`),
    folder,
  )
  const scratch = mkdtempSync(path.join(tmpdir(), 'http-corpus-'))
  const log = path.join(scratch, 'log')
  writeFileSync(log, '')
  const shop = spawn(process.execPath, [path.join(root, 'shop-server.mjs'), String(port), log])
  await once(shop.stdout, 'data')
  try {
    const local = imported.collection?.environments.find(one => one.name === 'local')
    const own = {
      ...local?.variables,
      base: `http://127.0.0.1:${port}`,
      ...imported.collection?.variables,
      ...unset,
    }
    for (const suite of suitesToRun(imported.collection ?? assert.fail(), [])) {
      const { environment: _, ...rest } = suite
      const steps = list(rest['steps'])
        .map(mapping)
        .filter(step => step['websocket'] === undefined)
      const { messages } = await runText(
        JSON.stringify({ ...rest, steps, variables: own, secrets: local?.secrets ?? {} }),
        {
          files: { 'files/stock.csv': readFileSync(path.join(folder, 'files/stock.csv'), 'utf8') },
          input: { processEnvironment: { SHOP_PASSWORD: 'demo-password', PASSWORD: 'demo-password' } },
        },
      )
      assert.deepEqual(messages, [])
    }
    return { imported, sent: readLog(log, port) }
  } finally {
    await stop(shop)
    rmSync(scratch, { recursive: true })
  }
}

function readLog(log: string, port: number): readonly Sent[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Sent)
    .map(one => ({
      ...one,
      url: `http://127.0.0.1:4555${one.url}`,
      body: one.body.replaceAll(`:${port}`, ':4555'),
    }))
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

const ofEveryClient = /^(?:host|connection|content-length|accept-encoding|user-agent)$/i

function comparable({ method, url, headers, body }: Sent): unknown {
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
  const boundary = /boundary=(\S+)/.exec(type)?.[1]
  return {
    method,
    url,
    headers: headers
      .map(([name, value]): [string, string] => [
        name.toLowerCase(),
        boundary === undefined ? value : value.replace(boundary, 'BOUNDARY'),
      ])
      .filter(([name, value]) => !ofEveryClient.test(name) && !(name === 'accept' && value === '*/*'))
      .sort(([left], [right]) => (left < right ? -1 : 1)),
    body: bodyOf(body, type, boundary),
  }
}

function bodyOf(body: string, type: string, boundary: string | undefined): unknown {
  if (type.startsWith('application/x-www-form-urlencoded')) return [...new URLSearchParams(body)]
  if (boundary === undefined) return jsonOr(body)
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map(part => {
      const [, head = '', content = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? []
      return {
        head: head
          .split('\r\n')
          .filter(line => !/^content-length/i.test(line))
          .map(line => line.toLowerCase())
          .sort(),
        content,
      }
    })
}

function jsonOr(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
