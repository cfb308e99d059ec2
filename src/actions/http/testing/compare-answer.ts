import { type ReadAnswer, readAnswer } from './read-answer.ts'
import { readByNode } from './read-by-node.ts'
import type { VariedAnswer } from './vary-answer.ts'

/** The results of two readers for an answer where they are not the same. */
export interface Difference {
  readonly answer: VariedAnswer
  readonly ours: ReadAnswer
  readonly theirs: Partial<ReadAnswer>
  /** Why it is meant to be so; undefined when nobody knows. */
  readonly reason: string | undefined
}

/**
 * Compares our reader with that of node:http: both have to find the same answer, or both a fault, whatever they call it.
 * Undefined when they do.
 */
export async function compareWithNode(answer: VariedAnswer): Promise<Difference | undefined> {
  const ours = readAnswer(answer.pieces, true, answer.method)
  // Nor may it matter what came before it.
  const before = ours.isReusable === true ? [[answer.pieces.join('')], answer.pieces] : []
  for (const pieces of before) {
    const again = readAnswer(answer.pieces, true, answer.method, pieces)
    if (JSON.stringify(again) !== JSON.stringify(ours))
      return { answer, ours, theirs: again, reason: undefined }
  }
  const theirs = await readByNode(answer)
  const isSame =
    ours.fault === undefined && theirs.fault === undefined
      ? parts.every(part => JSON.stringify(ours[part]) === JSON.stringify(theirs[part]))
      : ours.fault !== undefined && theirs.fault !== undefined
  if (isSame) return undefined
  const text = answer.pieces.join('')
  const reason = reasons.find(([, applies]) => applies(String(ours.fault), String(theirs.fault), text))
  return { answer, ours, theirs, reason: reason?.[0] }
}

const parts = ['status', 'statusText', 'headers', 'body', 'trailers', 'interims'] as const

type Applies = (ours: string, theirs: string, text: string) => boolean

const reasons: readonly (readonly [why: string, applies: Applies])[] = [
  ['there are no statuses below 100', fault => /^0\d\d$/.test(fault)],
  ['nobody asked for another protocol (101)', fault => fault === 'UNASKED_UPGRADE'],
  [
    'chunk extensions mean nothing to us, and can hide nothing: node:http wants names and values',
    (_, fault) => / in chunk extensions/.test(fault),
  ],
  [
    'trailers say nothing of the length of a body that is there already: node:http refuses such lines',
    (ours, fault) => ours === 'undefined' && / can't be present with /.test(fault),
  ],
  [
    'a length that no number of JavaScript holds exactly, where it does not matter to node:http',
    fault => fault === 'Content-Length overflow',
  ],
  [
    'before Node 22, node:http takes a transfer-encoding without a value, as if it were not there',
    fault => fault === 'Empty Transfer-Encoding',
  ],
  [
    'a list of codings may end with a comma (RFC 9110, 5.6.1), and node:http does not see that the body comes in chunks',
    (_ours, _theirs, text) => /^transfer-encoding:[^\r\n]*,[ \t]*\r$/im.test(text),
  ],
  [
    'node:http takes spaces behind a length or a coding, and no tab',
    (_ours, _theirs, text) => /^(?:content-length|transfer-encoding):[^\r\n]*\t *\r$/im.test(text),
  ],
  [
    'the breaks of folded lines are read as blanks (RFC 9112, 5.2), which node:http refuses',
    (_ours, _theirs, text) => /:[^\r\n]*\r\n[ \t]/.test(text),
  ],
  [
    'node:http passes over CR in the status line in some places',
    fault => fault === 'Missing LF at the end of the status line',
  ],
  [
    'node:http believes an interim answer that says the connection will be closed',
    (_, fault) => fault.includes('Data after `Connection: close`'),
  ],
]
