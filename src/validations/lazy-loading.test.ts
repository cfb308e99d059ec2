import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Prints every module it is asked to load. */
const hooks = `export async function load(url, context, next) {
  process._rawDebug(url)
  return next(url, context)
}`

/** The names of the packages loaded when a fresh process judges a body of `{"a":{"b":[1]}}` by one validation. */
async function packagesLoaded(
  target: unknown,
  operator: string,
  expected: unknown,
): Promise<readonly string[]> {
  const modules = pathToFileURL(path.resolve('dist/modules/src')).href
  const script = `
    import { register } from 'node:module'
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)})
    const { createSchemaLibrary, judgeExchange } = await import('${modules}/validations/index.js')
    const { whenLoaded } = await import('${modules}/util/lazy-part.js')
    const { exchangeWith, span } = await import('${modules}/extracts/testing/exchange.js')
    const validation = { target: ${JSON.stringify(target)}, expectations: [{
      operator: ${JSON.stringify(operator)}, expected: ${JSON.stringify(expected)}, span }], span }
    const exchange = exchangeWith({ json: { a: { b: [1] } } })
    const [result] = await whenLoaded(() => judgeExchange(validation, exchange, createSchemaLibrary()))
    if (!result.passed) throw new Error(result.messages[0])`
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', script])
  const names = [...stderr.matchAll(/node_modules\/([^/]+)\//g)].map(([, name]) => name ?? '')
  return [...new Set(names)].sort()
}

const plain = { kind: 'json-path', path: '$.a.b[0]' }

describe('what a validation loads', () => {
  it('is no package for plain paths', async () => {
    assert.deepEqual(await packagesLoaded(plain, 'equals', 1), [])
    assert.deepEqual(await packagesLoaded(plain, 'matches', '<number>'), [])
    assert.deepEqual(await packagesLoaded({ kind: 'status' }, 'equals', 200), [])
  })

  it('is the JSONPath reader for other paths', async () => {
    assert.deepEqual(await packagesLoaded({ kind: 'json-path', path: '$.a.b[*]' }, 'equals', [1]), [
      'json-p3',
    ])
  })

  it('is the pattern engine for patterns', async () => {
    assert.deepEqual(await packagesLoaded(plain, 'matches-regex', '^\\d$'), ['re2js'])
  })
})
