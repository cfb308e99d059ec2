import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { isFragment, isSentence } from './one-voice.ts'

/** A value that is filled into a text. */
const filledIn = /\$\{(?:[^{}`]|`[^`]*`)*\}/
/** A text in quotes. */
const literal = String.raw`(?:'((?:[^'\\\n]|\\.)+)'|\`((?:[^\`\\$]|\\.|${filledIn.source}|\$)+)\`)`

/** How messages and hints are written: as members and variables, and as what makers of failures and problems take. */
const asMessage = String.raw`\bmessage ?[:=]\s*${literal}`
const asHint = String.raw`\bhint ?[:=]\s*${literal}`
const asFirst = String.raw`\b(?:failed\(\s*'[A-Z]\w+ Error',|usage(?:Problem)?\()\s*${literal}`
const asSecond = String.raw`${asFirst},\s*${literal}`

const sources = (await readdir('src', { recursive: true })).filter(isSource)
const texts = await Promise.all(sources.map(file => readFile(path.join('src', file), 'utf8')))

describe('one voice', () => {
  it('has messages that are fragments', () => {
    const messages = texts.flatMap(text => written([asMessage, asFirst], text, 'it'))
    assert.ok(messages.length > 50, 'the messages are found')
    assert.deepEqual(
      messages.filter(message => !isFragment(message)),
      [],
    )
  })

  it('has hints that are sentences', () => {
    const hints = texts.flatMap(text => written([asHint, asSecond], text, 'It'))
    assert.ok(hints.length > 50, 'the hints are found')
    assert.deepEqual(
      // Lines that are put below a hint do not stand in its literal.
      hints.filter(hint => !isSentence(hint) && !isSentence(`${hint}\nline`)),
      [],
    )
  })
})

function isSource(file: string): boolean {
  return file.endsWith('.ts') && !/\.test\.ts$|\b(?:testing|generated)\b/.test(file)
}

/** The last text of every match, with `word` for what is filled in. */
function written(patterns: readonly string[], text: string, word: string): readonly string[] {
  return patterns.flatMap(pattern =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(match => {
      const last = match.slice(1).findLast(Boolean) ?? ''
      return last.replaceAll(new RegExp(filledIn, 'g'), word)
    }),
  )
}
