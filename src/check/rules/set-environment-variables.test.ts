import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runLine, withFolder } from '../../testing/run-program.ts'

const configuration = `environments: { staging: { secrets: { password: "{{env.NO_PASSWORD}}" } } }
secrets: { key: "{{env.NO_KEY}}" }
variables: { header: "Key {{key}}" }
`
const suite = (step: string, more = ''): string => `suite: S
${more}steps:
  - request: GET http://127.0.0.1:1/
    ${step}
`
const own = 'secrets: { password: "{{env.NO_PASSWORD}}" }\n'
const auth = 'auth: { basic: { username: a, password: "{{password}}" } }'

/** The exit code: 3 where a request was tried, 2 where it was refused; and the variable of the process that is missed. */
async function ended(text: string, words: string): Promise<readonly [number | null, string?]> {
  return withFolder({ 'apitest.config.yaml': configuration, 'a.apitest.yaml': text }, async folder => {
    const line = words === '' ? [] : words.split(' ')
    const { exitCode, output, errors } = await runLine(folder, [...line, 'a.apitest.yaml'])
    const missed = /the environment variable "?(\w+)"? is not set/.exec(output + errors)?.[1]
    return missed === undefined ? [exitCode] : [exitCode, missed]
  })
}

describe('variables that are made of those of the process', () => {
  for (const [what, text, words, expected] of [
    ['the suite', suite(auth, own), '', [2, 'NO_PASSWORD']],
    ['the environment', suite(auth), '--env staging', [2, 'NO_PASSWORD']],
    [
      'the environment, which wins over the suite',
      suite(auth, 'variables: { password: p }\n'),
      '--env staging',
      [2, 'NO_PASSWORD'],
    ],
    ['the configuration', suite('headers: { x: "{{key}}" }'), '', [2, 'NO_KEY']],
    ['another variable of the configuration', suite('headers: { x: "{{header}}" }'), '', [2, 'NO_KEY']],
  ] as const)
    it(`is missed before anything is sent: in ${what}`, async () => {
      assert.deepEqual(await ended(text, words), expected)
    })

  for (const [what, text, words] of [
    ['--var for the suite', suite(auth, own), '--var password=p'],
    ['--var for the environment', suite(auth), '--env staging --var password=p'],
    ['a row', suite(auth, `${own}data: [{ password: p }]\n`), ''],
    [
      'the suite, which wins over the configuration',
      suite('headers: { x: "{{key}}" }', 'variables: { key: k }\n'),
      '',
    ],
    ['the variables of a step', suite('headers: { x: "{{key}}" }\n    variables: { key: k }'), ''],
    ['nobody, where nothing uses it', suite('headers: { x: y }'), '--env staging'],
  ] as const)
    it(`is not needed beside the value of ${what}`, async () => {
      assert.deepEqual(await ended(text, words), [3])
    })
})
