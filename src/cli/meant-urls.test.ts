import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meantUrl } from './meant-urls.ts'

for (const [given, url] of [
  ['127.0.0.1:4555/products', 'http://127.0.0.1:4555/products'],
  ['localhost:4555/x', 'http://localhost:4555/x'],
  ['localhost', 'http://localhost'],
  ['[::1]:4010/x', 'http://[::1]:4010/x'],
  ['shop.test:80', 'http://shop.test:80'],
  ['htp://shop.test/x', 'http://shop.test/x'],
  ['htpps://shop.test/x', 'https://shop.test/x'],
  ['http:/shop.test/x', 'http://shop.test/x'],
  ['suites/shop.apitest.yaml', undefined],
  ['shop', undefined],
  ['C:/suites', undefined],
  ['ftp://shop.test/x', undefined],
] as const)
  test(`${given} was meant as ${url ?? 'a path'}`, () => {
    assert.equal(meantUrl(given), url)
  })
