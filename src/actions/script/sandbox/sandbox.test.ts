import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Executed } from './execution.ts'
import { Sandbox } from './sandbox.ts'

const context = {
  environment: { values: [] },
  collectionVariables: { values: [] },
  globals: { values: [] },
  _variables: { values: [] },
  data: {},
  cookies: [],
}

const host = {
  sendRequest: () => Promise.resolve({ code: 200, status: 'OK', header: [], stream: Buffer.from('{}') }),
  askCookies: () => Promise.resolve(undefined),
}

let sandbox = new Sandbox()

/** Runs a script; where the last one has ended the process, in another. */
function run(source: string, timeout = 30_000, signal = new AbortController().signal): Promise<Executed> {
  if (!sandbox.isAlive) sandbox = new Sandbox()
  const info = { requestName: 'a', iteration: 0, iterationCount: 1 }
  return sandbox.run({ source, target: 'test', context, info, timeout }, host, signal)
}

/** The first line that a script writes. */
async function written(source: string): Promise<string | undefined> {
  const { logs, errors } = await run(source)
  return logs[0]?.text ?? errors[0]?.message
}

/** Returns the value of `expression` as a script that looks around sees it. */
function told(expression: string): Promise<string | undefined> {
  return written(
    `try { console.log(String(${expression})) } catch (error) { console.log('no: ' + error.message) }`,
  )
}

before(async () => {
  await run('0')
})

after(() => {
  sandbox.end()
})

describe('a script', () => {
  it('cannot reach the process, its modules, files or environment', async () => {
    for (const expression of [
      'process',
      "constructor.constructor('return process')()",
      "(function(){}).constructor('return process')()",
      "setTimeout.constructor('return process')()",
      "pm.test.constructor('return process')()",
      "Buffer.constructor('return process')()",
      "constructor.constructor('return globalThis')()",
      "require('fs').readFileSync",
      "require('child_process')",
      "constructor.constructor('return module')()",
      "await import('node:fs')",
      'await constructor.constructor(\'return import("node:fs")\')()',
      'await Promise.resolve(\'import("node:fs")\').then(eval)',
      'await Promise.resolve(\'return import("node:net")\').then(constructor.constructor).then(run => run())',
      "constructor.constructor('return fetch')()",
      "constructor.constructor('return XMLHttpRequest')()",
      "constructor.constructor('return WebSocket')()",
      "constructor.constructor('return Worker')()",
      'process.exit(1)',
    ])
      assert.match(
        (await told(expression)) ?? '',
        /^no: |^undefined$|not defined|Cannot find module/,
        expression,
      )
    assert.equal(sandbox.isAlive, true)
  })

  it('sees nothing of Node in the global object', async () => {
    const names = await written(
      "console.log(Object.getOwnPropertyNames(constructor.constructor('return this')()).join(' '))",
    )
    assert.doesNotMatch(names ?? '', /\b(process|module|fetch|bridge|Worker|WebSocket|performance)\b/)
  })

  it('that never ends is ended', async () => {
    for (const source of ['while (true);', 'for (;;) await 1', "while (true) console.log('x')"]) {
      const { errors } = await run(source, 500)
      assert.match(errors[0]?.message ?? '', /^the script was ended after 500 ms \(timeout\)$/, source)
    }
  })

  it('that waits for nothing is ended', async () => {
    for (const source of ['await new Promise(() => 0)', 'setInterval(() => 0, 10)']) {
      const { errors } = await run(source, 500)
      assert.match(errors[0]?.message ?? '', /ended after 500 ms/, source)
    }
  })

  it('that takes all memory is ended', async () => {
    for (const source of [
      'const all = []; for (;;) all.push(new Array(1e6).fill(all))',
      'const all = []; for (;;) all.push(all)',
      "let text = 'x'; const all = []; for (;;) all.push(text + all.length)",
    ]) {
      const { errors } = await run(source)
      assert.match(errors[0]?.message ?? '', /memory|timeout|held its process/, source)
    }
  })

  it(
    'that takes all memory outside of the heap is ended',
    { skip: process.platform !== 'linux' },
    async () => {
      const { errors } = await run('const all = []; for (;;) all.push(Buffer.alloc(1e8).fill(1))')
      assert.match(errors[0]?.message ?? '', /memory/)
    },
  )

  it('that is interrupted is ended', async () => {
    const stop = new AbortController()
    setTimeout(() => {
      stop.abort()
    }, 100)
    const { errors } = await run('while (true);', 30_000, stop.signal)
    assert.equal(errors[0]?.message, 'the run was interrupted')
  })

  it('runs after one that was ended', async () => {
    await run('while (true);', 100)
    assert.equal(await written("console.log('here')"), 'here')
  })

  it('may break what it runs in, and the next one runs', async () => {
    for (const source of [
      'JSON.stringify = () => 1; Array.prototype.map = () => []',
      'Object.prototype.toJSON = () => 7',
      "Promise.prototype.then = () => { throw new Error('broken') }",
    ])
      await run(source, 500)
    sandbox.end()
    assert.equal(await written("console.log('here')"), 'here')
  })

  it('leaves what it puts into the global object to the next one, until that is forgotten', async () => {
    await run('left = 1')
    assert.equal(await written('console.log(typeof left)'), 'number')
    sandbox.reset()
    assert.equal(await written('console.log(typeof left)'), 'undefined')
  })

  it('has the libraries of Postman', async () => {
    const source = `
const { v4 } = require('uuid'); const _ = require('lodash'); const moment = require('moment')
const words = [v4().length, _.sum([1, 2]), moment.utc(0).format('YYYY'), CryptoJS.MD5('a').toString(), btoa('a')]
console.log(words.join(' '), typeof xml2Json, typeof cheerio, typeof tv4, typeof require('ajv'))`
    assert.equal(
      await written(source),
      '36 3 1970 0cc175b9c0f1b6a831c399e269772661 YQ== function function object function',
    )
  })

  it('cannot pass a test that it cannot tell of', async () => {
    const { tests } = await run("pm.test('a', () => { throw { toJSON() { throw new Error('no') } } })")
    assert.ok(tests.some(({ passed }) => !passed))
  })
})

/** A script that fails, and the reason: `name: reason` of a failed test, else that of an error. */
const failing: readonly (readonly [source: string, reason: RegExp])[] = [
  ['throw null', /^null was thrown$/],
  ['throw undefined', /^undefined was thrown$/],
  ["throw ''", /^an empty text was thrown$/],
  ['throw 0', /^0 was thrown$/],
  ["throw Symbol('x')", /^Symbol\(x\) was thrown$/],
  ['throw () => 1', /^a function was thrown$/],
  ["throw 'no'", /^no$/],
  ['throw { a: 1 }', /^thrown: \{"a":1\}$/],
  ["'use sandbox2';throw null", /^null was thrown$/],
  ['throw null // the end', /^null was thrown$/],
  ['(async () => { await null; throw null })()', /^null was thrown$/],
  ['Promise.reject()', /^undefined was thrown$/],
  ['queueMicrotask(() => { throw null })', /^null was thrown$/],
  ['setTimeout(() => { throw undefined }, 5)', /^undefined was thrown$/],
  ['setImmediate(() => { throw null })', /^null was thrown$/],
  ['const t = setInterval(() => { clearInterval(t); throw null }, 5)', /^null was thrown$/],
  ['setTimeout(async () => { throw null }, 5)', /^null was thrown$/],
  ["setTimeout(() => { throw new Error('my script execution timeout') }, 5)", /^Error: my script execution/],
  ["pm.test('a', () => new Promise(() => {}))", /^a: the test never ended$/],
  ["pm.test('a', async () => { await new Promise(() => {}) })", /^a: the test never ended$/],
  ["console.debug = () => 1; pm.test('a', done => {})", /^a: the test never ended$/],
  ["pm.test('a', async done => {})", /^a: the test never ended$/],
  [
    "pm.test('a', () => new Promise((_, no) => setTimeout(() => no(new Error('late')), 10)))",
    /^a: Error: late$/,
  ],
  ["pm.test('a', () => Promise.reject())", /^a: undefined was thrown$/],
  ["pm.test('a', async () => { throw undefined })", /^a: undefined was thrown$/],
  ["pm.test('a', () => { throw null })", /^a: null was thrown$/],
  ["pm.test('a', done => { throw null })", /^a: null was thrown$/],
  ["pm.test('a', () => { Promise.reject(null) })", /^null was thrown$/],
  ["pm.test('a')", /^a: TypeError: the test has no function/],
  ["pm.test('a', 'b')", /^a: TypeError: the test has no function/],
  ["pm.test('a', Promise.resolve())", /^a: TypeError: the test has no function/],
  ['pm.test(() => { throw 1 })', /TypeError: the test has no function/],
  ["pm.test('a', function* () { throw 1 })", /^a: TypeError: the test is a generator/],
  ["pm.test('a', async function* () { throw 1 })", /^a: TypeError: the test is a generator/],
  ['setTimeout(() => { tests.a = false }, 5)', /^a: the test failed$/],
  ["pm.sendRequest('http://a/', () => { throw null })", /^null was thrown$/],
  ["pm.sendRequest('http://a/', async () => { throw null })", /^null was thrown$/],
  ["pm.sendRequest('http://a/').then(() => { throw null })", /^null was thrown$/],
]

describe('a script that fails', () => {
  for (const [source, reason] of failing)
    it(`B1: never passes: ${source}`, async () => {
      const { tests, errors } = await run(source)
      const failed = tests.find(({ passed }) => !passed)
      const { error = errors[0] } = failed ?? {}
      assert.match(`${failed === undefined ? '' : `${failed.name}: `}${error?.message ?? 'passed'}`, reason)
    })

  it('B1: and whose tests pass, passes', async () => {
    const { tests, errors, stopped } = await run(`tests.old = true
pm.test('zero', () => {}).test('chai', () => pm.expect(1).to.eql(1))
pm.test('kept', () => new Promise(resolve => setTimeout(resolve, 5)))
pm.test('done', done => pm.sendRequest('http://a/', (error, answer) => done(error || answer.code !== 200)))
pm.test('at once', done => done())
setTimeout(() => { tests.late = true }, 5)
return 'early'`)
    assert.deepEqual([errors, stopped], [[], false])
    const names = ['zero', 'chai', 'at once', 'old', 'done', 'kept', 'late']
    assert.deepEqual(tests.map(({ name, passed }) => (passed ? name : '')).toSorted(), names.toSorted())
  })

  it('B1: with a test that has no function, is shown at its line', async () => {
    const { tests } = await run("const a = 1\npm.test('a')")
    assert.equal(tests[0]?.error?.line, 2)
  })

  it('B1: again and again, tells of it once', async () => {
    const { errors } = await run('setInterval(() => { throw null }, 1)', 300)
    assert.deepEqual(
      errors.map(({ message }) => message),
      ['null was thrown', 'the script was ended after 300 ms (timeout)'],
    )
  })

  it('E4: in a callback of pm.sendRequest, fails for its first reason, and only once', async () => {
    for (const answer of ['if (error) return', 'if (error) throw new Error(String(answer.code))']) {
      const { errors, stopped } = await run(
        `pm.sendRequest('http://a/', (error, answer) => { ${answer}; pm.expect(answer.code).to.eql(500) })`,
      )
      assert.deepEqual(
        errors.map(({ message }) => message),
        ['AssertionError: expected 200 to deeply equal 500'],
      )
      assert.equal(stopped, false)
    }
  })
})
