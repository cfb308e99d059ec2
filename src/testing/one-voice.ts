import assert from 'node:assert/strict'
import type { Problem } from '../model/problem.ts'

/**
 * Every message is a fragment that names the thing and what is wrong, such as `"bearr" is not a key of "auth"`; every
 * hint is made of whole sentences.
 */
export function expectOneVoice(problems: readonly Pick<Problem, 'message' | 'hint'>[]): void {
  for (const { message, hint } of problems) {
    assert.ok(isFragment(message), `no fragment: ${message}`)
    if (hint !== undefined) assert.ok(isSentence(hint), `no sentence: ${hint}`)
  }
}

/** Begins lower-case (or as `TLS` does), and ends without a period; further lines are quotations. */
export function isFragment(message: string): boolean {
  const [first = ''] = message.split('\n')
  return /^(?!\p{Lu}(?!\p{Lu}))\S/u.test(first) && !/[.!]$/.test(first)
}

/** Begins with a capital and ends as a sentence does; before lines of a file with a colon. */
export function isSentence(hint: string): boolean {
  const [first = '', ...lines] = hint.split('\n')
  return /^\p{Lu}/u.test(first) && (lines.length === 0 ? /[.?]$/ : /:$/).test(first)
}
