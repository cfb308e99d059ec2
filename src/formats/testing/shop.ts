import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts } from '../../util/free-ports.ts'

/** A request on the wire. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** The requests that come to the server of the samples while `use` sends them; in their URLs it has the port of the samples. */
export async function askShop(root: string, use: (port: number) => Promise<void>): Promise<readonly Sent[]> {
  const [port = 0] = await freePorts(1)
  const scratch = mkdtempSync(path.join(tmpdir(), 'shop-'))
  const log = path.join(scratch, 'log')
  writeFileSync(log, '')
  const shop = spawn(process.execPath, [path.join(root, 'shop-server.mjs'), String(port), log])
  await once(shop.stdout, 'data')
  try {
    await use(port)
    return readLog(log, port)
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

/** Headers that every client adds. */
const ofEveryClient = /^(?:host|connection|content-length|accept-encoding|user-agent)$/i

/** A request without what clients, and values that are made up, make different. */
export function comparable({ method, url, headers, body }: Sent): unknown {
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
