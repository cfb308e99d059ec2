import assert from 'node:assert/strict'
import { constants, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { Secrets } from '../../secrets/index.ts'
import { problemText } from '../render-problem.ts'
import { renderValue } from '../render.ts'
import { createScope } from '../scope.ts'

function outcome(text: string, values: JsonObject): JsonValue {
  const result = renderValue(text, createScope([{ name: 'extracted', values }]))
  return result.ok ? result.value : `! ${problemText(result.problems)}`
}

const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const jwk = (key: KeyObject): JsonObject => ({ ...(key.export({ format: 'jwk' }) as JsonObject), kid: 'one' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curve = (namedCurve: string): typeof rsa => generateKeyPairSync('ec', { namedCurve })
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

test('the vectors of RFC 4231 and RFC 2202', () => {
  const values = { key: 'Jefe', data: 'what do ya want for nothing?' }
  assert.equal(
    outcome('{{data | hmac-sha256 key}}', values),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  assert.equal(outcome('{{data | hmac-sha1 key hex}}', values), 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79')
})

describe('tokens', () => {
  const ed = generateKeyPairSync('ed25519')
  const cases: readonly (readonly [string, typeof rsa, hash: string | undefined])[] = [
    ['RS256', rsa, 'sha256'],
    ['RS512', rsa, 'sha512'],
    ['PS256', rsa, 'sha256'],
    ['PS384', rsa, 'sha384'],
    ['ES256', curve('prime256v1'), 'sha256'],
    ['ES384', curve('secp384r1'), 'sha384'],
    ['ES512', curve('secp521r1'), 'sha512'],
    ['EdDSA', ed, undefined],
  ]
  for (const [algorithm, { privateKey, publicKey }, hash] of cases)
    for (const [form, key] of [
      ['a PEM', pem(privateKey)],
      ['a JWK', jwk(privateKey)],
    ] as const)
      test(`${algorithm} by ${form} are verified by others`, () => {
        const token = outcome(`{{claims | jwt ${algorithm} key}}`, { claims: { sub: 'ada', n: 1 }, key })
        assert.ok(typeof token === 'string')
        const [header = '', claims = '', signature = ''] = token.split('.')
        const how = {
          key: publicKey,
          dsaEncoding: 'ieee-p1363' as const,
          ...(algorithm.startsWith('PS') ? pss : {}),
        }
        const bytes = Buffer.from(signature, 'base64url')
        assert.ok(verify(hash, Buffer.from(`${header}.${claims}`), how, bytes))
        const read = JSON.parse(Buffer.from(header, 'base64url').toString()) as JsonObject
        assert.deepEqual(read, {
          ...{ alg: algorithm, typ: 'JWT' },
          ...(typeof key === 'string' ? {} : { kid: 'one' }),
        })
        assert.deepEqual(outcome('{{token | jwt-claims}}', { token }), { sub: 'ada', n: 1 })
      })
})

describe('what is wrong with keys and tokens', () => {
  const wrong: readonly (readonly [string, JsonObject, RegExp])[] = [
    [
      "{{x | hmac-sha256 'abc'}}",
      { x: 'a' },
      /a key is never written in a suite: name a variable that holds it/,
    ],
    ['{{x | hmac-sha256}}', { x: 'a' }, /hmac-sha256 needs the name of a variable that holds the key/],
    ['{{x | hmac-sha256 abc}}', { x: 'a' }, /unknown variable "abc"/],
    ['{{x | hmac-sha256 key}}', { x: 'a', key: '' }, /the key of hmac-sha256 is empty/],
    ['{{x | hmac-sha256 key}}', { x: 'a', key: null }, /the key of hmac-sha256 is empty/],
    ['{{x | hmac-sha256 key}}', { x: 'a', key: ['a'] }, /the key of hmac-sha256 is text/],
    ['{{x | hmac-sha256 key bas64}}', { x: 'a', key: 'k' }, /gives hex, base64 or base64url/],
    ['{{x | sha256}}', { x: ['a'] }, /sha256 takes text, "x" is a list/],
    ['{{x | jwt HS256 key}}', { x: 'a', key: 'k' }, /jwt takes an object, "x" is text/],
    ['{{x | jwt none key}}', { x: {}, key: 'k' }, /jwt signs with HS256, .* or EdDSA/],
    ['{{x | jwt HS256}}', { x: {} }, /jwt needs the name of a variable that holds the key/],
    ['{{x | jwt HS256 key}}', { x: {}, key: '' }, /the key of jwt HS256 is empty/],
    ['{{x | jwt HS256 key}}', { x: {}, key: pem(rsa.privateKey) }, /the key is a PEM/],
    ['{{x | jwt RS256 key}}', { x: {}, key: 'secret' }, /the key of jwt RS256 is no private key/],
    [
      '{{x | jwt RS256 key}}',
      { x: {}, key: rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString() },
      /is no private key/,
    ],
    ['{{x | jwt ES256 key}}', { x: {}, key: pem(rsa.privateKey) }, /for another algorithm: rsa/],
    [
      '{{x | jwt ES256 key}}',
      { x: {}, key: pem(curve('secp384r1').privateKey) },
      /another algorithm: secp384r1/,
    ],
    ['{{x | jwt-claims}}', { x: 'abc' }, /is given what is no JSON Web Token/],
    ['{{x | jwt-claims}}', { x: 'a.!!.c' }, /is given what is no JSON Web Token/],
    ['{{x | jwt-claims}}', { x: 'a.W10.c' }, /is given what is no JSON Web Token/],
    ['{{x | jwt-claims}}', { x: 'a.b.c.d.e' }, /an encrypted token/],
  ]
  for (const [text, values, says] of wrong)
    test(`${text} of ${JSON.stringify(values).slice(0, 60)}`, () => {
      const told = JSON.stringify(outcome(text, values))
      assert.match(told.replaceAll('\\"', '"'), says)
      assert.doesNotMatch(told, /BEGIN/)
    })
})

test('what is made with a secret key is a secret', () => {
  const secrets = new Secrets()
  const scope = createScope(
    [
      { name: 'suite', values: { key: 's3cret-key' }, secret: true },
      { name: 'suite', values: { claims: { sub: 'ada' } } },
    ],
    {},
    secrets.add,
    secrets,
  )
  const result = renderValue('{{claims | jwt HS256 key}}', scope)
  assert.ok(result.ok && typeof result.value === 'string')
  assert.equal(secrets.mask(`Bearer ${result.value}`), 'Bearer ***')
  assert.equal(secrets.mask('ada'), 'ada')
})
