/**
 * What a script of k6 imports, for Node: requests are sent by a process of their own, because k6 waits for them. Only what
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
import { execFileSync } from 'node:child_process'
const child = "const { url, ...init } = JSON.parse(process.argv[1]); const start = Date.now();" +
  "fetch(url, init).then(async r => console.log(JSON.stringify({ status: r.status, url: r.url, headers: [...new Set(r.headers.keys())].map(name => [name, r.headers.get(name)]), body: await r.text(), duration: Date.now() - start })))"
function request(method, url, body, params = {}) {
  const headers = { ...params.headers }
  const isForm = typeof body === 'object' && body !== null
  if (isForm) headers['Content-Type'] ??= 'application/x-www-form-urlencoded'
  const text = isForm ? new URLSearchParams(body).toString() : body ?? undefined
  const init = { url, method, headers, body: text, redirect: params.redirects ? 'follow' : 'manual' }
  const answer = JSON.parse(execFileSync(process.execPath, ['-e', child, JSON.stringify(init)], { encoding: 'utf8' }))
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
