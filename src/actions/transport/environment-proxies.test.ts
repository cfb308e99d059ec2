import { faultText } from '../faults/index.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentProxies } from './read-route.ts'

test('the variables are read as curl does: small letters first, HTTP_PROXY in capitals never', () => {
  assert.equal(environmentProxies({ HTTP_PROXY: 'http://a:1' }), undefined)
  assert.deepEqual(names({ http_proxy: 'http://a:1' }), ['http://a:1', undefined])
  assert.deepEqual(names({ HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:1' }), [undefined, 'http://b:1'])
  assert.deepEqual(names({ ALL_PROXY: 'http://a:1', https_proxy: 'https://b' }), [
    'http://a:1',
    'https://b:443',
  ])
})

test('a proxy without scheme is http, without port 1080, and an empty variable is none', () => {
  assert.deepEqual(names({ all_proxy: 'proxy.example.com' }), [
    'http://proxy.example.com:1080',
    'http://proxy.example.com:1080',
  ])
  assert.deepEqual(names({ all_proxy: 'http://a:80', https_proxy: '' }), ['http://a:80', undefined])
})

test('NO_PROXY is a list with commas or spaces', () => {
  const rules = environmentProxies({ all_proxy: 'a:1', NO_PROXY: 'localhost, .b.example c' })
  assert.ok(rules?.ok)
  assert.deepEqual(rules.value.exempt, ['localhost', '.b.example', 'c'])
})

test('a variable that names no http proxy is a failure with its name, and without its password', () => {
  const rules = environmentProxies({ all_proxy: 'ftp://u:hidden@a:1' })
  assert.ok(rules?.ok === false)
  assert.match(faultText(rules.failure).message, /variable all_proxy .*: ftp:\/\/a:1$/)
})

function names(environment: Record<string, string>): readonly (string | undefined)[] {
  const rules = environmentProxies(environment)
  assert.ok(rules?.ok)
  return [rules.value.plain?.name, rules.value.secure?.name]
}
