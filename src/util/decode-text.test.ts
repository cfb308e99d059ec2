import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeText, EncodingError } from './decode-text.ts'

function wrong(bytes: Buffer): [string, number] {
  const decoded = decodeText(bytes)
  assert.ok(decoded instanceof EncodingError)
  return [decoded.message, decoded.line]
}

describe('decoding a text', () => {
  it('leaves out the byte order mark', () => {
    assert.equal(decodeText(Buffer.from('\uFEFFcafé')), 'café')
  })

  it('names the first line that is not UTF-8', () => {
    assert.deepEqual(wrong(Buffer.from('a\né: é\n', 'latin1')), ['is not written in UTF-8', 2])
    assert.deepEqual(wrong(Buffer.from('a\n\né', 'latin1')), ['is not written in UTF-8', 3])
  })

  it('knows UTF-16 by its mark, in either order', () => {
    const little = Buffer.from('\uFEFFsuite: A', 'utf16le')
    const message = 'is written in UTF-16, not in UTF-8'
    assert.deepEqual(wrong(little), [message, 1])
    assert.deepEqual(wrong(Buffer.from(little).swap16()), [message, 1])
  })
})
