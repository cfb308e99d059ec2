import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Entry } from '../formats/har/har-document.ts'
import { decideValidations } from './decide-validations.ts'
import { SessionSecrets } from './recorded-secrets.ts'

const call: Entry = {
  ...{ index: 0, method: 'GET', url: 'http://127.0.0.1/a', headers: [], body: undefined },
  ...{ status: 200, answerType: '', setsCookies: [], resourceType: '' },
}

describe('SessionSecrets', () => {
  it('knows the values of all cookies, whatever they are called, but for short ones', () => {
    const secrets = new SessionSecrets(
      [
        { ...call, headers: [['Cookie', 'mycookie=SENT-a46; locale=de']] },
        {
          ...call,
          answer: { headers: [['Set-Cookie', 'cart=CART-123; Path=/somewhere']], text: () => '' },
        },
      ],
      {},
    )
    for (const text of ['seen: cart=CART-123', '{"seen":"SENT-a46"}']) assert.ok(secrets.isIn(text), text)
    for (const text of ['de', '/somewhere']) assert.ok(!secrets.isIn(text), text)
    assert.equal(secrets.text('seen CART-123 and SENT-a46'), 'seen *** and ***')
  })

  const none = new SessionSecrets([], {})
  const texts = [
    'password=TXTPW-a11',
    'postgres://root:DBPASS99@db/x',
    'http://u:LOCPASS-22@127.0.0.1/x?token=LOCTOK-23',
    '{"auth":"AUTH-static-10"}',
    '{"session":{"of":"abc"}}',
    '{"inner":"{\\"password\\":\\"INNERPW\\"}"}',
    '/x?filter=%7B%22password%22%3A%22QJSON%22%7D',
    'user: x\npassword: YAMLPW\n',
    '{"password":"a"}\n{"password":"b"}',
    'mutation{login(user:"ada",password:"x"){t}}',
    '<a><wsse:Password>SOAPPW</wsse:Password></a>',
    '{"list":[{"key":"password","value":"x"}]}',
    '{"pin":4839}',
    '{"password":"$ecret"}',
    '{"passcode":"a","secretAnswer":"b","key":"abc1def2abc1def2"}',
    'a -----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY----- b',
  ]
  for (const text of texts)
    it(`hides in the HAR and in the suite: ${text.replaceAll('\n', ' ')}`, () => {
      assert.ok(none.text(text).includes('***'))
      assert.doesNotMatch(none.text(text), /PW|PASS|TOK|static|abc|\$ecret|4839|"[abcx]"/)
      const written = decidedFor(text)
      assert.doesNotMatch(written, /PW|PASS|TOK|static|abc|\$ecret|4839|"[abcx]"/)
    })

  it('leaves other texts as they are', () => {
    for (const text of [
      '{ "name": "a", "password": "" }',
      'the password: it is too short',
      'a=b&c=d',
      'name: x',
    ])
      assert.equal(none.text(text), text)
  })

  function decidedFor(text: string): string {
    const type = /^\{.*\}$/.test(text) ? 'application/json' : 'text/plain'
    const answer = {
      ...{ status: 200, text: () => text, digest: () => undefined, variables: new Map() },
      headers: [
        ['Content-Type', type],
        ['Location', text],
      ] as const,
    }
    return JSON.stringify(decideValidations('GET', [answer, answer], { isSecret: none.isIn }))
  }
})
