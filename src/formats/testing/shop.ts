import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts } from '../../util/free-ports.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import type { Imported } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'

/** A request on the wire. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Runs something against the shop of the corpus, and gives what came there; ports are as the samples have them. */
export async function sentToShop(
  root: string,
  run: (port: number) => Promise<void>,
): Promise<readonly Sent[]> {
  const [port = 0] = await freePorts(1)
  const scratch = mkdtempSync(path.join(tmpdir(), 'shop-'))
  const log = path.join(scratch, 'log')
  writeFileSync(log, '')
  const shop = spawn(process.execPath, [path.join(root, 'shop-server.mjs'), String(port), log])
  await once(shop.stdout, 'data')
  try {
    await run(port)
    return readLog(log, port)
  } finally {
    const ended = once(shop, 'exit')
    shop.kill()
    await ended
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

/** Holds what was sent, and what was told, against what is expected of a sample. */
export function holdAgainst(
  file: string,
  sent: readonly Sent[],
  { report }: Imported,
  isToldHere: (what: string) => boolean = () => true,
): void {
  const expected = mapping(JSON.parse(readFileSync(file, 'utf8')))
  holdSent(expected, sent)
  const told = [...report.losses, ...report.notes].map(({ what }) => what).join('\n')
  for (const one of list(expected['told']).map(mapping)) {
    const what = textOf(one['what']) ?? ''
    if (isToldHere(what)) assert.ok(told.includes(what), `${what} in ${told}`)
  }
}

/** Holds what was sent against the requests that are expected of a sample. */
export function holdSent(expected: JsonObject, sent: readonly Sent[]): void {
  const wanted = list(expected['requests'])
    .map(mapping)
    .filter(one => one['method'] !== undefined)
  assert.deepEqual(
    sent.map(comparable),
    wanted.map(one => comparable(one as unknown as Sent)),
  )
}

/** Headers that every client adds. */
const ofEveryClient = /^(?:host|connection|content-length|accept-encoding|user-agent)$/i

/** A request without what clients, and values that are made up, make different. */
function comparable({ method, url, headers, body }: Sent): unknown {
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
  const boundary = /boundary=(\S+)/.exec(type)?.[1]
  return {
    method,
    url,
    headers: headers
      .map(([name, value]): [string, string] => [
        name.toLowerCase(),
        (boundary === undefined ? value : value.replace(boundary, 'BOUNDARY')).replace(uuid, '<uuid>'),
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

/** Values that are made up. */
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g

function jsonOr(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
