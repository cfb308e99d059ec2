import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { forms as allForms, tracesOf } from '../testing/secret-traces.ts'
import { cutText } from '../util/cut-text.ts'
import { fits, Secrets } from './index.ts'

function hiding(...values: string[]): Secrets {
  const secrets = new Secrets()
  for (const value of values) secrets.add(value)
  return secrets
}

const awkward = 'p@ss/w+rd "x"\\y=é&😀?%'

describe('a secret is masked', () => {
  const forms: [name: string, write: (secret: string) => string][] = [
    ['plainly', secret => secret],
    ['URL-encoded', secret => encodeURIComponent(secret)],
    [
      'URL-encoded in lower case',
      secret => encodeURIComponent(secret).replace(/%../g, code => code.toLowerCase()),
    ],
    ['URL-encoded twice', secret => encodeURIComponent(encodeURIComponent(secret))],
    ['by encodeURI', secret => encodeURI(secret)],
    ['in a form', secret => new URLSearchParams({ a: secret }).toString().slice(2)],
    [
      'in the path of a URL',
      secret => encodeURIComponent(secret).replaceAll('%40', '@').replaceAll('%2F', '/'),
    ],
    ['in JSON', secret => JSON.stringify(secret).slice(1, -1)],
    ['in JSON with escaped slashes', secret => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON inside JSON', secret => JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['in plain ASCII JSON', secret => asciiJson(secret)],
    ['in base64', secret => Buffer.from(secret).toString('base64')],
    ['in base64url', secret => Buffer.from(secret).toString('base64url')],
    ['in URL-encoded base64', secret => encodeURIComponent(Buffer.from(secret).toString('base64'))],
  ]
  for (const [name, write] of forms)
    test(name, () => {
      for (const secret of ['abc', 'hunter2', awkward, '>>>???>>>', 'Zm9v+/==', '\\\\server\\share'])
        assert.doesNotMatch(
          hiding(secret)
            .mask(`<${write(secret)}>`)
            .replaceAll(/=|%3D/g, ''),
          /^<(?!\*\*\*>$)/,
          secret,
        )
    })

  function asciiJson(secret: string): string {
    return JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[^ -~]|[<>&]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  }
})

describe('nothing is left of a secret', () => {
  const secret = `Zq7WdReA"&+/ <é>Mv4TnYpB'=%\\Kx9w2LbC`

  for (const [name, write] of Object.entries(allForms)) {
    it(`written in ${name}, also inside JSON of JSON`, () => {
      const texts = [
        write(secret),
        JSON.stringify(write(secret)),
        JSON.stringify(JSON.stringify(write(secret))),
      ]
      for (const text of texts) {
        assert.ok(tracesOf(text, secret).length > 0)
        assert.deepEqual(tracesOf(hiding(secret).mask(`<${text}>`), secret), [])
      }
    })

    it(`written in ${name} and cut anywhere`, () => {
      const text = `some words before ${write(secret)}`
      for (let limit = 1; limit < text.length; limit++) {
        const masked = hiding(secret).mask(`${cutText(text, limit)}, and more behind`)
        assert.deepEqual(tracesOf(masked, secret), [], masked)
      }
    })
  }

  it('that may be a host, which URLs have in small letters', () => {
    assert.equal(hiding('Internal.Example').mask('http://internal.example/'), 'http://***/')
    assert.equal(hiding('hunter2').mask('Hunter2'), 'Hunter2')
  })

  it('that was percent-encoded when it was made a secret', () => {
    assert.equal(hiding(encodeURIComponent(secret)).mask(`<${secret}>`), '<***>')
    assert.equal(hiding('100%ff').mask('<100%ff>'), '<***>')
  })

  it('that a URL has backslashes of turned into slashes', () => {
    assert.equal(hiding('abc\\\\def').mask(new URL('http://a.test/abc\\\\def').href), 'http://a.test/***')
  })

  it('and a word in front of a cut stays that does not begin like one', () => {
    assert.equal(hiding('hunter2').mask('the hunted…'), 'the hunted…')
    assert.equal(hiding('hunter2').mask('hu… hunt…'), 'hu… ***…')
  })
})

describe('inside the base64 of a longer text', () => {
  for (const secret of ['hunter2', 'secret', 'sésame?>>', 'four'])
    for (const before of ['', 'u', 'ua', 'ada', 'ada:', 'ada.l:'])
      for (const after of ['', '!', '!!', '!!!'])
        for (const encoding of ['base64', 'base64url'] as const)
          test(`${before}${secret}${after} in ${encoding}`, () => {
            const text = `Basic ${Buffer.from(before + secret + after).toString(encoding)}`
            const masked = hiding(secret).mask(text)
            assert.match(masked, /^Basic [\w+/-]*\*\*\*[\w+/-]*=*$/)
            const kept = masked.replaceAll('=', '').length - 'Basic ***'.length
            assert.ok(kept <= Math.ceil(((before.length + after.length) * 8) / 6), masked)
          })

  for (const secret of ['Sup3r"Secret', String.raw`Sup3r\Secret`, 'Sup3r/wörd Secret'])
    for (const before of ['', 'a', 'ab']) {
      const json = JSON.stringify({ [before]: secret })
      const ascii = json.replace('ö', String.raw`\u00f6`)
      const form = new URLSearchParams([[before, secret]]).toString()
      for (const text of [json, ascii, ascii.replaceAll('/', String.raw`\/`), form])
        test(`of ${text}`, () => {
          assert.match(hiding(secret).mask(Buffer.from(text).toString('base64')), /^[\w+/]{0,12}\*\*\*/)
        })
    }

  test('Basic credentials show the user only', () => {
    const header = `Basic ${Buffer.from('user:secret').toString('base64')}`
    assert.equal(hiding('secret').mask(header), 'Basic dXNlcj***')
  })
})

describe('mask', () => {
  test('everywhere it stands', () => {
    assert.equal(hiding('abc').mask('abc-abc abcabc'), '***-*** ******')
  })

  test('a longer secret wins over one inside it', () => {
    assert.equal(hiding('token', 'token-long').mask('a token-long b token'), 'a *** b ***')
  })

  test('secrets that overlap are covered together', () => {
    assert.equal(hiding('abcdef', 'defghi').mask('<abcdefghi>'), '<***>')
    assert.equal(hiding('aaa').mask('<aaaaa>'), '<***>')
  })

  test('each line of a secret with several lines', () => {
    const secrets = hiding('-----BEGIN KEY-----\nMIIabcdef\r\nGHIjkl\n-----END KEY-----\n')
    assert.equal(secrets.mask('x MIIabcdef y GHIjkl'), 'x *** y ***')
    assert.equal(secrets.mask('"-----BEGIN KEY-----\\nMIIabcdef\\r\\nGHIjkl\\n-----END KEY-----"'), '"***"')
  })

  test('blanks around a secret do not count', () => {
    assert.equal(hiding(' token\n').mask('<token>'), '<***>')
  })

  test('values of less than three characters cannot be masked', () => {
    assert.equal(hiding('', 'ab', '  \n  ').mask('ab  \n  '), 'ab  \n  ')
  })

  test('text without a secret stays', () => {
    assert.equal(hiding('hunter2', 'p@ss').mask('Hunter2 and pass'), 'Hunter2 and pass')
    assert.equal(new Secrets().mask('anything'), 'anything')
  })

  test('a secret is never read as a pattern', () => {
    assert.equal(hiding('a.c').mask('abc a.c'), 'abc ***')
    assert.equal(hiding('[x]{2}($1|^)').mask('[x]{2}($1|^)'), '***')
  })

  const hostile: [secret: string, text: string][] = [
    [`${'\\'.repeat(40)}"${'\\'.repeat(40)}"x`, `x${'\\'.repeat(16_000)}`],
    [`${'\\"'.repeat(20)}x`, `${'\\\\\\"'.repeat(16_000)}x`],
    [`${'%'.repeat(20)}x`, `${'%25'.repeat(16_000)}x`],
    [`${'&'.repeat(20)}x`, `${'&amp;amp;'.repeat(16_000)}x`],
    [`${'&;'.repeat(20)}x`, `${'&amp;'.repeat(16_000)}x`],
    [`${'é'.repeat(20)}x`, `${'\\u00c3\\u00a9'.repeat(16_000)}x`],
    [`${'a'.repeat(500)}x`, `${'aaa…'.repeat(16_000)}x`],
    [`${'a'.repeat(500)}x`, `${'a'.repeat(16_000)}…x`],
  ]
  for (const [secret, text] of hostile)
    test(`a text made to be slow to search: ${text.slice(0, 8)}...`, () => {
      const started = performance.now()
      hiding(secret).mask(text)
      assert.ok(performance.now() - started < 20_000)
    })
})

describe('maskDeep', () => {
  test('masks texts at any depth', () => {
    assert.deepEqual(hiding('abc').maskDeep({ a: ['x abc', { b: 'abc' }], n: 1, z: null }), {
      a: ['x ***', { b: '***' }],
      n: 1,
      z: null,
    })
  })

  test('what does not change stays the same object', () => {
    const part = { b: ['x'] }
    const value = { a: 'abc', part }
    assert.equal(hiding('nothing').maskDeep(value), value)
    assert.equal(hiding('abc').maskDeep(value).part, part)
    assert.equal(new Secrets().maskDeep(value), value)
  })

  test('keys, numbers and things that are no plain data stay', () => {
    const date = new Date()
    const value = { abc: 123, date, none: undefined }
    assert.equal(hiding('abc', '123').maskDeep(value), value)
  })

  test('__proto__ is an ordinary key', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":"abc"}}')
    assert.equal(JSON.stringify(hiding('abc').maskDeep(value)), '{"__proto__":{"a":"***"}}')
  })
})

test('a text that was shown before is masked once it holds a secret', () => {
  const secrets = hiding('first')
  assert.equal(secrets.mask('the second'), 'the second')
  secrets.add('second')
  assert.equal(secrets.mask('the second'), 'the ***')
})

describe('JSON stays JSON', () => {
  it('where a number, a part of one, or a word without quotes is secret', () => {
    const secrets = hiding('8473625190', 'true', 'abc "x"')
    const text = '{ "n": 8473625190, "of": [-18473625190.5,true], "t": "abc \\"x\\" is true" }'
    const masked = '{ "n": "***", "of": ["***","***"], "t": "*** is ***" }'
    assert.equal(secrets.mask(text), masked)
    assert.ok(fits(masked, text))
    assert.ok(fits(JSON.stringify(masked), JSON.stringify(text)))
    assert.ok(!fits(masked, text.replace('"n"', '"m"')))
  })

  it('and what is none is masked as it stands', () => {
    const secrets = hiding('8473625190')
    assert.equal(secrets.mask('[n: 8473625190]'), '[n: ***]')
    assert.equal(secrets.mask('n: 8473625190'), 'n: ***')
  })
})

describe('many secrets', () => {
  const others = Array.from(
    { length: 2000 },
    (_, index) => `Session-${(index * 2_654_435_761).toString(36)}-${index}x`,
  )

  test('are found as each alone is', () => {
    const few = ['p&ss w"rd+1', 'abc', 'Shop.Example.COM:8080', 'ü=/']
    const [alone, among] = [
      hiding(...few),
      hiding(...others.slice(0, 100), ...few, ...others.slice(100, 200)),
    ]
    const texts = few.flatMap(secret => [
      `a ${secret} b`,
      `a ${secret.toLowerCase()} b`,
      encodeURIComponent(secret),
      JSON.stringify({ secret }),
      Buffer.from(`user:${secret}`).toString('base64'),
      cutText(`it is ${secret}`, 5 + secret.length),
    ])
    for (const text of texts) assert.equal(among.mask(text), alone.mask(text), text)
    assert.equal(among.mask(`${others[7] ?? ''}!`), '***!')
  })

  test('take hardly longer than few, as when each row of data has a session of its own', () => {
    const secrets = hiding(...others)
    const text = JSON.stringify(
      Array.from({ length: 30 }, (_, id) => ({ id, name: `item ${id}`, note: 'x'.repeat(20) })),
    )
    const started = performance.now()
    for (let index = 0; index < 200; index++) secrets.mask(`${text}${index}`)
    assert.ok(performance.now() - started < 1000)
  })
})

describe('the secrets of one within others', () => {
  it('are masked beside those around them, and forgotten alone', () => {
    const around = new Secrets()
    const own = new Secrets(around)
    around.add('around-1')
    own.add('own-secret')
    around.add('around-2')
    const text = 'around-1 around-2 own-secret b3duLXNlY3JldA=='
    assert.equal(own.mask(text), '*** *** *** ***')
    assert.equal(around.mask(text), '*** *** own-secret b3duLXNlY3JldA==')
    own.forget()
    assert.equal(own.mask(text), '*** *** own-secret b3duLXNlY3JldA==')
    assert.equal(own.isEmpty, false)
    assert.equal(own.longest, around.longest)
  })

  it('are those around them where they have none', () => {
    assert.equal(new Secrets(new Secrets()).isEmpty, true)
    assert.equal(new Secrets(new Secrets()).mask('plain'), 'plain')
  })
})
