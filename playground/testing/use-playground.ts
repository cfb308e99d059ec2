import { after, before } from 'node:test'
import { startPlayground, type Playground } from '../start-playground.ts'

/** The response that came back: `body` is parsed when it is JSON, and text otherwise. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Sends requests to a playground that runs for the tests of one file. */
export interface Client {
  url(path: string): string
  send(method: string, path: string, options?: RequestInit): Promise<Reply>
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  /** Sends a JSON body. */
  json(method: string, path: string, body: unknown): Promise<Reply>
}

/** Starts a playground before the first test of the file and stops it after the last. */
export function usePlayground(): Client {
  let playground: Playground | undefined
  before(async () => {
    playground = await startPlayground({ port: 0 })
  })
  after(() => playground?.close())
  const url = (path: string) => `${playground?.url ?? ''}${path}`
  const send = async (method: string, path: string, options: RequestInit = {}) =>
    toReply(await fetch(url(path), { redirect: 'manual', ...options, method }))
  return {
    url,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    json: (method, path, body) =>
      send(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }
}

async function toReply(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body }
}

/** A value inside a body: `at(reply.body, 'orders', 0, 'total')`; undefined where there is none. */
export function at(body: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[key]
        : undefined,
    body,
  )
}

/** How many items the list at this place has. */
export function count(body: unknown, ...path: readonly (string | number)[]): number {
  const list = at(body, ...path)
  return Array.isArray(list) ? list.length : -1
}
