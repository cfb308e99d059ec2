import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TranscriptEntry } from '../../model/exchange.ts'
import { palette } from './palette.ts'
import { transcriptLines } from './transcript-lines.ts'

const colors = palette(false)

function entry(text: string, more: Partial<TranscriptEntry> = {}): TranscriptEntry {
  return { at: 12, direction: 'received', kind: 'text', text, size: text.length, ...more }
}

describe('a transcript in the terminal', () => {
  it('has one line for each message', () => {
    const entries = [
      entry('', { at: 0.4, direction: 'note', kind: 'open' }),
      entry('hi', { direction: 'sent' }),
      entry('a\nb', { at: 1500 }),
      entry('AAEC', { kind: 'binary', size: 3 }),
    ]
    assert.deepEqual(transcriptLines({ entries, leftOut: 0 }, { colors, everything: false }), [
      '      0 ms  · open',
      '     12 ms  ↑ text hi',
      '     1.5 s  ↓ text a b',
      '     12 ms  ↓ binary AAEC (3 B)',
    ])
  })

  it('of a long conversation has the beginning and the end, and says what is left out', () => {
    const entries = Array.from({ length: 40 }, (_, index) => entry(String(index)))
    const lines = transcriptLines({ entries, leftOut: 5 }, { colors, everything: false })
    assert.equal(lines.length, 21)
    assert.equal(lines[10], '  … 25 more')
    assert.match(lines[20] ?? '', /39$/)
    const all = transcriptLines({ entries, leftOut: 5 }, { colors, everything: true })
    assert.deepEqual([all.length, all[20]], [41, '  … 5 more'])
  })

  it('shows the beginning of a long message, and its size', () => {
    const long = entry('x'.repeat(500))
    const [line = ''] = transcriptLines({ entries: [long], leftOut: 0 }, { colors, everything: false })
    assert.ok(line.length < 200 && line.endsWith('(500 B)'), line)
  })

  it('of nothing is nothing', () => {
    assert.deepEqual(transcriptLines(undefined, { colors, everything: true }), [])
  })
})
