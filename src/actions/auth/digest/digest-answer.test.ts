import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { digestChallenge, type DigestChallenge } from './challenge.ts'
import { digestAnswer } from './digest-answer.ts'

function challenge(header: string): DigestChallenge {
  return digestChallenge([header]) ?? assert.fail('There is no challenge that can be answered.')
}

/** The answer to a challenge for the user of the examples, without line breaks. */
function answer(
  header: string,
  user: { username: string; password: string },
  path: string,
  cnonce: string,
): string {
  const request = { method: 'GET', path, bodyHash: '', count: 1, clientNonce: cnonce }
  return digestAnswer(challenge(header), user, request)
}

const mufasa = { username: 'Mufasa', password: 'Circle of Life' }

describe('the examples of the specifications', () => {
  it('RFC 2617 section 3.5', () => {
    const header =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"'
    assert.equal(
      answer(header, { ...mufasa, password: 'Circle Of Life' }, '/dir/index.html', '0a4f113b'),
      'Digest username="Mufasa", realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", uri="/dir/index.html", response="6629fae49393a05397450978507c4ef1", qop=auth, nc=00000001, cnonce="0a4f113b", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    )
  })

  for (const [algorithm, response] of [
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ] as const)
    it(`RFC 7616 section 3.9.1 with ${algorithm}`, () => {
      const header = `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
      const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
      assert.equal(/response="(\w+)"/.exec(answer(header, mufasa, '/dir/index.html', cnonce))?.[1], response)
    })

  it('RFC 7616 section 3.9.2, with a hashed user name beyond ASCII', () => {
    const header =
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true'
    const user = { username: 'Jäsøn Doe', password: 'Secret, or not?' }
    const made = answer(header, user, '/doe.json', 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v')
    // The user name and response of the RFC's text are wrong by its erratum 4897: these are the right ones.
    assert.match(made, /^Digest username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"/)
    assert.match(made, /response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"/)
  })
})

describe('a challenge', () => {
  it('is found among others, and the strongest is taken', () => {
    const found = digestChallenge([
      'Negotiate, Digest realm="a", nonce="1", qop=auth, Basic realm="x, Digest realm=y"',
      'Digest realm="a", nonce="2", algorithm=SHA-256, qop="auth-int,auth" , NTLM TlRMTVNTUAAB=',
      'Digest realm="a", nonce="3", algorithm="SHA-999"',
    ])
    assert.deepEqual([found?.nonce, found?.quality, found?.algorithm], ['2', 'auth', 'SHA-256'])
  })

  it('with escapes in its texts is read, and answered with escapes', () => {
    const header = String.raw`Digest realm="a \"b\" \\ c, d", nonce="1"`
    assert.equal(challenge(header).realm, 'a "b" \\ c, d')
    assert.match(answer(header, mufasa, '/', 'c'), /realm="a \\"b\\" \\\\ c, d", nonce="1"/)
  })

  for (const header of [
    'Basic realm="a"',
    'Digest realm="a"',
    'Digest nonce="1"',
    'Digest realm="a", nonce="1", algorithm=token',
    'Digest realm="a", nonce="1", qop="other"',
    'Digest',
    '',
  ])
    it(`${header} cannot be answered`, () => {
      assert.equal(digestChallenge([header]), undefined)
    })

  it('of megabytes is read in no time', () => {
    assert.equal(digestChallenge([`Digest ${'a="\\'.repeat(100_000)}`]), undefined)
  })
})
