import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Entry } from '../formats/har/har-document.ts'
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
})
