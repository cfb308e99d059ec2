import { faultText } from '../../faults/index.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IFileDescriptorProto } from 'protobufjs/ext/descriptor.js'
import { prepared } from '../../failure.ts'
import { descriptors } from '../protobuf.ts'
import { type Ask, Reflection } from './reflection.ts'
import { decodeQuestion, encodeAnswer } from './reflection-messages.ts'

const field = (name: string, number: number, typeName: string): object => ({
  name,
  number,
  label: 1,
  type: 11,
  typeName,
})

/** A file with a message of a time and a place, which other files define. */
const shop = {
  ...{ name: 'shop.proto', package: 'shop', syntax: 'proto3' },
  dependency: ['google/protobuf/timestamp.proto', 'shared/place.proto'],
  messageType: [
    {
      name: 'Order',
      field: [field('at', 1, '.google.protobuf.Timestamp'), field('place', 2, '.shared.Place')],
    },
  ],
} as unknown as IFileDescriptorProto

const place = {
  ...{ name: 'shared/place.proto', package: 'shared', syntax: 'proto3', messageType: [{ name: 'Place' }] },
} as unknown as IFileDescriptorProto

/** A server that offers these files, and answers nothing else. */
function offering(...files: readonly IFileDescriptorProto[]): Ask {
  return (_path, questions) => {
    const messages = questions
      .map(decodeQuestion)
      .map(({ fileByFilename, fileContainingSymbol, listServices }) => {
        if (listServices !== undefined)
          return encodeAnswer({ listServicesResponse: { service: [{ name: 'shop.Orders' }] } })
        const file = files.find(
          ({ name }) => name === (fileContainingSymbol === undefined ? fileByFilename : 'shop.proto'),
        )
        return encodeAnswer(
          file === undefined
            ? { errorResponse: { errorCode: 5, errorMessage: 'not found' } }
            : {
                fileDescriptorResponse: {
                  fileDescriptorProto: [descriptors.FileDescriptorProto.encode(file).finish()],
                },
              },
        )
      })
    const end = {
      status: 'OK',
      statusMessage: '',
      trailers: [],
      capped: false,
      overflows: false,
      isUnreadable: false,
      isServers: true,
      sentAt: 0,
    }
    return Promise.resolve(prepared({ ...end, messages: messages.map(bytes => Buffer.from(bytes)) }))
  }
}

const learn = (...files: readonly IFileDescriptorProto[]) =>
  new Reflection('shop:1').learn(['shop.Order'], offering(...files))

describe('the reflection of a server', () => {
  it('needs no files that come with Protocol Buffers', async () => {
    const schema = await learn(shop, place)
    assert.ok(schema.ok)
    const { root } = schema.value
    const bytes = root
      .lookupType('shop.Order')
      .encode({ at: { seconds: 5 } })
      .finish()
    assert.equal(Buffer.from(bytes).toString('hex'), '0a020805')
  })

  for (const [what, more] of [
    ['does not have', []],
    ['stands for by an empty one', [{ name: 'shared/place.proto', syntax: '<unknown:0>' }]],
  ] as const)
    it(`is told to lack a file that it ${what}`, async () => {
      const schema = await learn(shop, ...(more as readonly IFileDescriptorProto[]))
      assert.ok(!schema.ok)
      assert.equal(faultText(schema.failure).kind, 'Request Error')
      assert.match(
        faultText(schema.failure).message,
        /does not have the file "shared\/place\.proto", which others import$/,
      )
    })

  it('is told to be unreadable where its files do not fit together', async () => {
    const schema = await learn(shop, { ...place, messageType: [] })
    assert.ok(!schema.ok)
    assert.match(
      faultText(schema.failure).message,
      /^what the reflection of shop:1 tells cannot be read: no such .*shared\.Place/,
    )
  })
})
