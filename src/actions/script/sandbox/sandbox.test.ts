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
  sendRequest: () => Promise.reject(new Error('nothing is sent here')),
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

/** What `expression` is for somebody who looks around. */
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
      assert.match(errors[0]?.message ?? '', /memory|timeout/, source)
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
