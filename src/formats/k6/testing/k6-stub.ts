/**
 * The modules that a script of k6 imports, for Node: requests are sent by a thread of their own, because k6 waits for them. Only what
 * scripts that are written here use. Keys are the files of a package, relative to `node_modules`.
 */
export const k6Stub: Readonly<Record<string, string>> = {
  'k6/package.json': JSON.stringify({
    type: 'module',
    exports: {
      '.': './index.js',
      './http': './http.js',
      './crypto': './crypto.js',
      './data': './data.js',
      './execution': './execution.js',
      './encoding': './encoding.js',
      './metrics': './metrics.js',
    },
  }),
  'k6/index.js': `
export const checks = []
export function check(value, named) {
  const made = Object.entries(named).map(([name, holds]) => [name, Boolean(holds(value))])
  checks.push(...made)
  return made.every(([, holds]) => holds)
}
export const group = (name, run) => run()
export const sleep = seconds => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, seconds * 1000)
`,
  'k6/data.js': 'export class SharedArray { constructor(name, make) { return make() } }',
  'k6/metrics.js': `
import { checks } from './index.js'
class Metric {
  constructor(name) { this.name = name }
  add(value) { checks.push([this.name, value]) }
}
export class Counter extends Metric {}
export class Rate extends Metric {}
`,
  'k6/execution.js': 'export const scenario = { iterationInTest: 0 }',
  'k6/crypto.js': `
import { createHash, createHmac } from 'node:crypto'
const named = encoding => encoding.replace('rawurl', 'url')
const hashed = name => (text, encoding) => createHash(name).update(text).digest(named(encoding))
export const [md5, sha1, sha256, sha512] = ['md5', 'sha1', 'sha256', 'sha512'].map(hashed)
export const hmac = (name, key, text, encoding) => createHmac(name, key).update(text).digest(named(encoding))
`,
  'k6/encoding.js': `export default { b64encode: text => Buffer.from(text).toString('base64') }`,
  'k6/http.js': `
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
// One thread sends all of them, one after the other, while this one sleeps.
const { port1, port2 } = new MessageChannel()
const isAnswered = new Int32Array(new SharedArrayBuffer(4))
const thread = "const { workerData: { port, isAnswered } } = require('node:worker_threads');" +
  "const tell = answer => { port.postMessage(answer); Atomics.store(isAnswered, 0, 1); Atomics.notify(isAnswered, 0) };" +
  "port.on('message', async ({ url, ...init }) => { try { const start = Date.now(); const r = await fetch(url, init);" +
  "tell({ status: r.status, url: r.url, headers: [...new Set(r.headers.keys())].map(name => [name, r.headers.get(name)]), body: await r.text(), duration: Date.now() - start })" +
  "} catch (error) { tell({ error: String(error.cause ?? error) }) } })"
new Worker(thread, { eval: true, workerData: { port: port2, isAnswered }, transferList: [port2] }).unref()
port1.unref()
function sent(init) {
  Atomics.store(isAnswered, 0, 0)
  port1.postMessage(init)
  Atomics.wait(isAnswered, 0, 0)
  const { message } = receiveMessageOnPort(port1)
  if (message.error !== undefined) throw new Error(message.error)
  return message
}
function request(method, url, body, params = {}) {
  const headers = { ...params.headers }
  const isForm = typeof body === 'object' && body !== null
  if (isForm) headers['Content-Type'] ??= 'application/x-www-form-urlencoded'
  const text = isForm ? new URLSearchParams(body).toString() : body ?? undefined
  const init = { url, method, headers, body: text, redirect: params.redirects ? 'follow' : 'manual' }
  const answer = sent(init)
  const canonical = name => name.replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())
  return {
    status: answer.status,
    url: answer.url,
    headers: Object.fromEntries(answer.headers.map(([name, value]) => [canonical(name), value])),
    body: answer.body,
    timings: { duration: answer.duration },
    json: () => JSON.parse(answer.body),
  }
}
export default { request, CookieJar: class {}, file: (content, filename, type) => ({ content, filename, type }) }
`,
}
