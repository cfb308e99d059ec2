import { faultText } from '../faults/index.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodingOf } from '../../util/text-encodings.ts'
import { encodeIn } from './encode-text.ts'

function hex(text: string, charset: string): string {
  const bytes = encodeIn(text, charset)
  return bytes.ok ? bytes.value.toString('hex') : faultText(bytes.failure).message
}

describe('a text is written in the charset that its type names', () => {
  // As Python's codecs write them.
  for (const [charset, text, bytes] of [
    ['windows-1252', 'Müller 5 €', '4dfc6c6c657220352080'],
    ['iso-8859-1', 'Müller\x85', '4dfc6c6c657285'],
    ['Latin1', 'ÿ', 'ff'],
    ['us-ascii', 'a~', '617e'],
    ['iso-8859-2', 'Žluťoučký', 'ae6c75bb6f75e86bfd'],
    ['iso-8859-9', 'ğş', 'f0fe'],
    ['iso-8859-15', '5 €', '3520a4'],
    ['iso-8859-16', 'Ș€', 'aaa4'],
    ['koi8-r', 'Привет', 'f0d2c9d7c5d4'],
    ['windows-1251', 'Привет', 'cff0e8e2e5f2'],
    ['ibm866', 'Привет\x1a', '8fe0a8a2a5e21a'],
    ['macintosh', 'é€', '8edb'],
    ['tis-620', 'ไทย', 'e4b7c2'],
    ['shift_jis', '東京ｱ①ⅰ', '938c8b9eb18740fa40'],
    ['euc-jp', '東京ｱ', 'c5ecb5fe8eb1'],
    ['iso-2022-jp', 'a東京bｱ', '611b2442456c357e1b2842621b244225221b2842'],
    ['gbk', '北京€', 'b1b1bea980'],
    ['gb2312', '北京', 'b1b1bea9'],
    ['gb18030', '北京€é😀', 'b1b1bea9a2e3a8a69439fc36'],
    ['big5', '臺北十', 'bb4fa55fa451'],
    ['euc-kr', '한국어', 'c7d1b1b9beee'],
    ['utf-16', 'Zoë', 'fffe5a006f00eb00'],
    ['utf-16le', 'Zoë', '5a006f00eb00'],
    ['utf-16be', 'Zoë😀', '005a006f00ebd83dde00'],
    ['UTF8', 'é', 'c3a9'],
    ['unknown-8bit', 'ascii', '6173636969'],
  ] as const)
    it(`${text} in ${charset}`, () => {
      assert.equal(hex(text, charset), bytes)
      const encoding = encodingOf(charset)
      if (charset !== 'iso-2022-jp' && !text.includes('\x85') && !text.includes('\x1a'))
        assert.equal(encoding?.decode(Buffer.from(bytes, 'hex')) ?? text, text)
    })

  it('and what it lacks is told with its place', () => {
    assert.equal(hex('5\n  €', 'iso-8859-1'), 'the charset "iso-8859-1" lacks "€" (line 2, character 3)')
    assert.equal(hex('ü', 'us-ascii'), 'the charset "us-ascii" lacks "ü" (line 1, character 1)')
    assert.equal(hex('😀é', 'shift_jis'), 'the charset "shift_jis" lacks "😀" (line 1, character 1)')
    assert.equal(hex('a😀東€', 'iso-2022-jp'), 'the charset "iso-2022-jp" lacks "😀" (line 1, character 2)')
    assert.match(hex('é', 'no-such'), /^the charset "no-such" is not known, and "é" \(line 1, character 1\)/)
  })
})
