import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isExempt } from './next-hop.ts'

describe('a no-proxy list', () => {
  const cases: readonly (readonly [entry: string, host: string, port: number, expected: boolean])[] = [
    ['*', 'example.com', 80, true],
    ['example.com', 'example.com', 80, true],
    ['example.com', 'EXAMPLE.com', 80, true],
    ['Example.com', 'api.example.com', 80, true],
    ['example.com', 'badexample.com', 80, false],
    ['.example.com', 'api.example.com', 80, true],
    ['.example.com', 'example.com', 80, true],
    ['*.example.com', 'api.example.com', 80, true],
    ['example.com', 'example.com.', 80, true],
    ['example.com:8080', 'example.com', 8080, true],
    ['example.com:8080', 'example.com', 80, false],
    ['127.0.0.1', '127.0.0.1', 80, true],
    ['127.0.0.1:81', '127.0.0.1', 80, false],
    ['10.0.0.0/8', '10.1.2.3', 80, true],
    ['10.0.0.0/8', '11.1.2.3', 80, false],
    ['10.0.0.0/99', '10.1.2.3', 80, false],
    ['10.0.0.0/8', 'ten.example.com', 80, false],
    ['::1', '::1', 80, true],
    ['[::1]', '0:0:0:0:0:0:0:1', 80, true],
    ['[::1]:81', '::1', 80, false],
    ['fd00::/8', 'fd12::1', 80, true],
    ['0.0.0.1', 'example.0.0.0.1.com', 80, false],
    ['', 'example.com', 80, false],
    ['bücher.example', 'xn--bcher-kva.example', 80, true],
    ['*.BÜCHER.example', 'api.xn--bcher-kva.example', 80, true],
    ['xn--bcher-kva.example', 'bücher.example', 80, true],
  ]
  for (const [entry, host, port, expected] of cases)
    it(`with ${entry || 'nothing'} ${expected ? 'holds' : 'does not hold'} ${host}:${port}`, () => {
      assert.equal(isExempt({ host, port, secure: false }, [entry]), expected)
    })
})
