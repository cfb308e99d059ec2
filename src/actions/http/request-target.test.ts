import { faultText } from '../faults/index.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from './address.ts'
import { parseRequestTarget } from './request-target.ts'

for (const [line, method, href] of [
  ['GET http://host/path?x=1', 'GET', 'http://host/path?x=1'],
  ['  PATCH   https://host:8443 ', 'PATCH', 'https://host:8443/'],
  ['GET http://host/two words/é?q=ü z#part', 'GET', 'http://host/two%20words/%C3%A9?q=%C3%BC%20z'],
  ['GET HTTP://[::1]:80/', 'GET', 'http://[::1]/'],
] as const)
  test(`${line} is ${method} of ${href}`, () => {
    const target = parseRequestTarget(line)
    assert.ok(target.ok)
    assert.equal(target.value.method, method)
    assert.equal(hrefOf(target.value.address), href)
  })

for (const [line, message, hint] of [
  [undefined, /^null is not a method and a URL$/, /GET http/],
  ['http://host/', /^"http:\/\/host\/" is not a method and a URL$/, /GET http/],
  ['get http://host/', /^"get" is not a method$/, /GET, POST/],
  ['CONNECT http://host/', /^"CONNECT" is not a method$/, /./],
  [
    'GET localhost:3000/x',
    /^the URL "localhost:3000\/x" does not begin with http/,
    /^Write http:\/\/localhost:3000\/x or/,
  ],
  ['GET host/x', /^the URL "host\/x" does not begin with http/, /^Write http:\/\/host\/x or/],
  ['GET /api/users', /^the URL "\/api\/users" does not begin with http/, /\{\{baseUrl\}\}/],
  ['GET ftp://host/x', /^the URL "ftp:\/\/host\/x" has scheme ftp/, /http or https/],
  ['GET file:///etc/passwd', /has scheme file/, /./],
  ['GET http://', /^the URL "http:\/\/" names no host$/, /may be empty/],
  ['GET http://host:99999/', /is not valid$/, /host and port/],
  ['GET http://ho st/', /is not valid$/, /host and port/],
  ['GET http://host/a\r\nX: y', /has a control character/, /line break/],
  ['GET http://host/\u0000', /has a control character/, /./],
] as const)
  test(`${JSON.stringify(line)} is refused`, () => {
    const target = parseRequestTarget(line)
    assert.ok(!target.ok)
    assert.equal(faultText(target.failure).kind, 'Request Error')
    assert.match(faultText(target.failure).message, message)
    assert.match(faultText(target.failure).hint ?? '', hint)
  })

for (const [url, path, sent] of [
  ['http://host/static/%2e%2e/x?q=1', '/static/%2e%2e/x', '/x'],
  ['http://host/a/../b/./c', '/a/../b/./c', '/b/c'],
  ['http://host/a\\..\\b', '/a\\..\\b', '/b'],
  ['https://ada:pw@host:1//é x|{"', '//%C3%A9%20x|{"', '//%C3%A9%20x|%7B%22'],
  ['http://host\\a', '/\\a', '/a'],
  ['http://host', '/', '/'],
  ['http://host?q', '/', '/'],
] as const)
  test(`the path of ${url} is sent as it is written where that is asked for`, () => {
    const paths = [true, false].map(pathAsIs => {
      const target = parseRequestTarget(`GET ${url}`, pathAsIs)
      return target.ok ? target.value.address.pathname : target.failure
    })
    assert.deepEqual(paths, [path, sent])
  })

function hrefOf({ origin, pathname, search }: Address): string {
  return origin + pathname + search
}
