import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { it } from 'node:test'
import { buildCalls, canCall } from '../../../compile/test-program/build-call.ts'
import type { JsonValue } from '../../../model/json.ts'
import { Misuse } from '../../../template/functions/misuse.ts'
import { pipelineOf } from '../../../template/functions/pipeline.ts'
import { without } from '../../../testing/parts.ts'
import { functionKeys, functionValues, madeByRun } from '../testing/function-values.ts'
import { pythonFunctions } from './function-calls.ts'
import { helpers, neededHelpers } from './helpers.ts'
import { PythonCode } from './python-code.ts'

const calls = [
  ...[
    'upper',
    'lower',
    'trim',
    'replace a b$&',
    'url',
    'base64',
    'base64url',
    'md5',
    'sha1',
    'sha256',
    'sha512',
  ],
  ...['sha256 base64', 'upper | base64', 'trim | lower | url'],
  ...['hmac-sha256 key', 'hmac-sha1 key base64', 'hmac-sha512 key hex', 'hmac-sha256 key base64url'],
]

/** Letters whose other case is younger than Python 3.8: what is the case of such depends on the version. */
const young = /[\u019b\u0264\u1c89\u1c8a\u2c2f\u2c5f\ua7b0-\ua7ff]/

/** All others of the first plane, but for halves of characters, and some beyond; blanks stand around letters, too. */
const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  .filter(character => !/[\ud800-\udfff]/.test(character) && !young.test(character))
  .flatMap(character => (/\s|\p{Cc}|\p{Cf}/u.test(character) ? [`${character}a${character}`] : [character]))
const texts = [
  ...Array.from({ length: 64 }, (_, index) => characters.slice(index * 1024, index * 1024 + 1024).join('')),
  ...characters.filter(character => character.length > 1),
  ...['\u039f\u0394\u039f\u03a3', '\u03a3', 'a\u03a3\u0301 b', 'stra\u00dfe', '\u{10400}\u{1f600}'],
]
const values: readonly JsonValue[] = [...functionValues, ...texts]

it(
  'functions of placeholders make of every value in Python what a run makes of it',
  { skip: without('python3') },
  () => {
    const variables = ['subject', 'key'].map(name => ({ name, type: 'json', changes: false }) as const)
    const code = new PythonCode({ variables, inPlace: new Set(), owner: '', setCookies: '' }, () =>
      assert.fail(),
    )
    const cases = calls.map(words => {
      const pipeline = pipelineOf(`subject | ${words}`)
      assert.ok(
        pipeline !== undefined && !(pipeline instanceof Misuse) && canCall(pipeline, pythonFunctions),
        words,
      )
      const value = buildCalls(pipeline, name => ({ kind: 'variable', name, type: 'json', path: [] }))
      return { words, pipeline, expression: code.value(value) }
    })
    const program = `import base64, hashlib, hmac, json, sys
from urllib.parse import quote

${neededHelpers(code.helpers)
  .map(name => helpers[name])
  .join('\n\n')}

made = []
given = json.load(sys.stdin)
for run in [${cases.map(({ expression }) => `lambda ${code.variable('subject')}, ${code.variable('key')}: ${expression}`).join(', ')}]:
    for subject in given["values"]:
        for key in given["keys"]:
            try:
                made.append([run(subject, key)])
            except (TypeError, ValueError):
                made.append([])
print(json.dumps(made))
`
    const input = JSON.stringify({ values, keys: functionKeys })
    const output = execFileSync('python3', ['-c', program], { input, encoding: 'utf8', maxBuffer: 1 << 30 })
    const made = JSON.parse(output) as readonly (readonly JsonValue[])[]
    const wrong: unknown[] = []
    let at = 0
    for (const { words, pipeline } of cases)
      for (const value of values)
        for (const key of functionKeys) {
          const ours = madeByRun(pipeline, value, key)
          const [theirs] = made[at++] ?? []
          if (ours !== theirs) wrong.push([words, value, key, ours, theirs])
        }
    assert.equal(at, made.length)
    assert.deepEqual(wrong.slice(0, 5), [], String(wrong.length))
  },
)
