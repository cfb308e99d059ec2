import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publicHost } from './own-target.ts'

describe('whose a target is', () => {
  const own = [
    ...[
      'http://127.0.0.1:80/a',
      'http://localhost',
      'https://[::1]:8080',
      'http://10.1.2.3',
      'http://172.31.0.1',
    ],
    ...['http://192.168.1.1', 'http://shop', 'http://shop.internal', 'http://a.test.', 'localhost:50051'],
    ...['grpc://127.0.0.1:50051', 'http://2130706433/', 'http://[fd00::1]', 'http://api.shop.svc', ''],
  ]
  for (const address of own)
    it(`is one's own: ${address}`, () => {
      assert.equal(publicHost(address), undefined)
    })

  const others = [
    ['https://example.com/a', 'example.com'],
    ['http://172.32.0.1', '172.32.0.1'],
    ['http://localhost.example.com', 'localhost.example.com'],
    ['http://127.0.0.1@example.com', 'example.com'],
    ['HTTP://EXAMPLE.COM.', 'example.com'],
    ['example.com:50051', 'example.com'],
    ['grpcs://EXAMPLE.com:443', 'example.com'],
    ['http://[2001:db8::1]', '2001:db8::1'],
  ] as const
  for (const [address, host] of others)
    it(`is somebody's: ${address}`, () => {
      assert.equal(publicHost(address), host)
    })
})
