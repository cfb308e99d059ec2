import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepared } from '../failure.ts'
import { errorDetails } from './error-details.ts'
import { protobuf } from './protobuf.ts'
import { googleRpc } from './schema/google-rpc.ts'

const { root } = protobuf.parse('syntax = "proto3"; package shop; message Reason { string code = 1; }')
const known = { root, source: 'reflection', services: [] }
const nothingKnown = { ...known, root: new protobuf.Root() }

/** A trailer with one detail of the type `shop.Reason`. */
function trailer() {
  const reason = root.lookupType('shop.Reason')
  const value = reason.encode(reason.fromObject({ code: 'SOLD_OUT' })).finish()
  const status = googleRpc().lookupType('google.rpc.Status')
  const details = [{ type_url: 'type.googleapis.com/shop.Reason', value }]
  const bytes = status.encode(status.fromObject({ code: 5, details })).finish()
  return [['grpc-status-details-bin', Buffer.from(bytes).toString('base64')]] as const
}

test('D4: the type of a detail that the call itself has no use for is learned from the server', async () => {
  const asked: string[] = []
  const learn = (names: readonly string[]) => {
    asked.push(...names)
    return Promise.resolve(prepared(known))
  }
  const decoded = { '@type': 'type.googleapis.com/shop.Reason', code: 'SOLD_OUT' }
  assert.deepEqual(await errorDetails(trailer(), { ...nothingKnown, learn }), [decoded])
  assert.deepEqual(asked, ['shop.Reason'])
})

test('D4: a detail of a type that nobody knows keeps its bytes', async () => {
  const raw = { '@type': 'type.googleapis.com/shop.Reason', value: 'CghTT0xEX09VVA==' }
  assert.deepEqual(await errorDetails(trailer(), nothingKnown), [raw])
  const learn = () => Promise.resolve(prepared(nothingKnown))
  assert.deepEqual(await errorDetails(trailer(), { ...nothingKnown, learn }), [raw])
})
