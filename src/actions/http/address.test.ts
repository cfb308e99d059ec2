import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from './address.ts'

/** Addresses whose every part must be what the URL parser says, seen for the first time and again. */
const addresses = [
  'http://host/',
  'http://host',
  'http://host:80/a',
  'https://host:443/a',
  'http://host:8080/a/b.c/d_e-f~g!$&()*+,;=:@',
  'http://host/a?b=c%20d&e=f/g?h',
  'http://host/a?',
  'http://host/a?#b?c',
  'http://host/a#b?c',
  'http://host?',
  'http://host/a?b#c',
  'http://host/a#c',
  'http://host/./a',
  'http://host/../a',
  'http://host/a/../b',
  'http://host/a/.',
  'http://host/a/..',
  'http://host/a/.b',
  'http://host/a..b/c.',
  'http://host/a/%2e%2e/b',
  'http://host/a b',
  "http://host/a?it's",
  'http://host/ü?ü',
  'http://host//a//b',
  'http://host\\a',
  'http://user:pass@host/a',
  'HTTP://HOST/a',
  'http://127.0.0.1:4010/a',
  'http://127.1/a',
  'http://0x7f.1/a',
  'http://[::1]:3000/a',
  'http://bücher.example/a',
  'http://a.b:/x',
]

for (const text of addresses)
  test(`${text} is read as the URL standard says, also when its host is known`, () => {
    const { origin, host, pathname, username, password, href } = new URL(text)
    const search = href.replace(/#.*/, '').replace(/^[^?]*/, '')
    for (let time = 0; time < 3; time++)
      assert.deepEqual(parseAddress(text), { origin, host, pathname, search, username, password })
  })

test('what is no URL, or not of HTTP, is said', () => {
  assert.equal(parseAddress('http://host:99999/'), 'invalid')
  assert.deepEqual(parseAddress('ftp://host/'), { scheme: 'ftp' })
})

for (const text of [
  'http://',
  'http:///orders/1',
  'https:////orders',
  'http:/orders',
  'http:orders',
  'http:\\orders',
  'http://\\orders',
  'http://:80/orders',
  'http://?orders',
  'http://#orders',
  'http://ada@/orders',
  'http://ada:secret@/orders',
  'http://ada:secret@:80/orders',
  'HTTP:///orders',
  ' http:///orders',
])
  test(`B9: ${JSON.stringify(text)} names no host`, () => {
    assert.equal(parseAddress(text), 'no host')
  })
