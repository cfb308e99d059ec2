import assert from 'node:assert/strict'
import { type BinaryToTextEncoding, createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { parse } from 'yaml'
import { buildCalls, canCall } from '../../../compile/test-program/build-call.ts'
import type { JsonValue } from '../../../model/json.ts'
import { Misuse } from '../../../template/functions/misuse.ts'
import { type Pipeline, pipelineOf } from '../../../template/functions/pipeline.ts'
import { k6Answer, k6Platform } from '../../k6/k6-client.ts'
import { differsInDigits } from '../testing/digits.ts'
import { functionKeys, functionValues, madeByRun } from '../testing/function-values.ts'
import { fetchClient } from './clients.ts'
import { javascriptFunctions } from './function-calls.ts'
import { JavaScriptCode, nodePlatform, type Platform } from './javascript-code.ts'

const { functions } = parse(readFileSync('schemas/functions.schema.yaml', 'utf8')) as {
  readonly functions: Readonly<Record<string, { readonly example: Example }>>
}

interface Example {
  readonly of: JsonValue
  readonly calls: string
  readonly is: JsonValue
}

/** The calls beside the examples. */
const others = [
  ...['slice 1', 'slice -2', "split ''", "join ''", 'replace a $1$&', 'sha1', 'sha256 base64', 'md5 hex'],
  ...[
    'hmac-sha512 key',
    'hmac-sha1 key base64',
    'jwt HS384 key',
    'plus 1',
    'plus -0.35',
    'times 0.1',
    'times -3',
  ],
  ...[
    'default 0',
    "default ''",
    'default null',
    'pick 0.99',
    'upper | base64',
    'split , | count',
    'json | sha256',
  ],
  ...[
    'default 5 | plus 1',
    'from-json | json',
    'trim | slice 0 2 | upper',
    'base64 | from-base64',
    'count | times 2',
  ],
]

/** Runs the code for a placeholder on a value and a key; undefined where it throws. */
function made(pipeline: Pipeline, platform: Platform): (value: JsonValue, key: JsonValue) => unknown {
  const answer = platform.isNode ? fetchClient.answer : k6Answer
  const code = new JavaScriptCode(answer, false, platform)
  const expression = code.value(
    buildCalls(pipeline, name => ({ kind: 'variable', name, type: 'json', path: [] })),
  )
  const source = `(() => {\n${code.helperCode().join('\n')}\nreturn (subject, key) => ${expression}\n})()`
  const run = runInNewContext(source, names) as (value: JsonValue, key: JsonValue) => unknown
  return (value, key) => {
    try {
      return run(value, key)
    } catch {
      return undefined
    }
  }
}

const encodings: Readonly<Record<string, BinaryToTextEncoding>> = {
  hex: 'hex',
  base64: 'base64',
  base64rawurl: 'base64url',
  rawurl: 'base64url',
}

const hashed =
  (name: string) =>
  (text: string, encoding: string): string =>
    createHash(name)
      .update(text)
      .digest(encodings[encoding] ?? 'hex')

/** As k6 documents them (https://grafana.com/docs/k6/latest/javascript-api/k6-crypto/). */
const k6Modules = {
  ...Object.fromEntries(['md5', 'sha1', 'sha256', 'sha512'].map(name => [name, hashed(name)])),
  hmac: (name: string, key: string, text: string, encoding: string) =>
    createHmac(name, key)
      .update(text)
      .digest(encodings[encoding] ?? 'hex'),
  encoding: {
    b64encode: (text: string, encoding = 'base64') => Buffer.from(text).toString(encodings[encoding]),
  },
}

/** The names of Node and of k6 that the code uses. */
const names = { Buffer, TextDecoder, createHash, createHmac, ...k6Modules }

describe('functions of placeholders in JavaScript', () => {
  const pipelines = [...Object.values(functions).map(({ example }) => example.calls), ...others].map(
    calls => {
      const pipeline = pipelineOf(`subject | ${calls}`)
      assert.ok(pipeline !== undefined && !(pipeline instanceof Misuse), calls)
      return { calls, pipeline }
    },
  )
  const callable = pipelines.filter(({ pipeline }) => canCall(pipeline, javascriptFunctions))

  for (const [platform, where] of [
    [nodePlatform, 'Node'],
    [k6Platform, 'k6'],
  ] as const)
    it(`make of every value what a run makes of it, and fail where it does, in ${where}`, () => {
      let count = 0
      const wrong: unknown[] = []
      const here = platform.isNode
        ? callable
        : callable.filter(({ calls }) => !/from-base64|jwt|pick$/.test(calls))
      for (const { calls, pipeline } of here) {
        const run = made(pipeline, platform)
        for (const value of functionValues)
          for (const key of / key\b/.test(calls) ? functionKeys : functionKeys.slice(0, 1)) {
            const [ours, theirs] = [madeByRun(pipeline, value, key), run(value, key)]
            count++
            const isLike = calls.startsWith('pick') && !calls.includes('0.99') && Array.isArray(value)
            const same = isLike ? (ours === undefined) === (theirs === undefined) : isSame(ours, theirs)
            if (!same && !differsInDigits(ours, theirs)) wrong.push([calls, value, key, ours, theirs])
          }
      }
      assert.ok(count > 1000, String(count))
      assert.deepEqual(wrong, [])
    })

  it('are told where a few lines of code do not do what they do', () => {
    const lost = pipelines.filter(({ pipeline }) => !canCall(pipeline, javascriptFunctions))
    assert.deepEqual(
      lost.map(({ calls }) => calls.split(' ')[0]),
      ['plus', 'date'],
    )
  })
})

function isSame(ours: JsonValue | undefined, theirs: unknown): boolean {
  return JSON.stringify(ours) === JSON.stringify(theirs)
}
