import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { corpusList, type Listed } from '../testing/corpus.ts'
import { caseFaults, responseFaults, type WireAnswer } from './testing/verdict-of.ts'
import type { PactVersion } from './pact.ts'

/** A case in a file of its own, or with both sides written in the list. */
interface IndexedCase extends Listed {
  readonly file: string
  readonly expected?: object
  readonly actual?: object
  readonly specVersion: PactVersion
  readonly kind: 'request' | 'response' | 'message'
  readonly match: boolean
  readonly xml: boolean
  readonly disputed?: string
}

interface OracleCase extends Listed {
  readonly id: string
  readonly specVersion: PactVersion
  readonly match: boolean
  readonly note?: string
  readonly expected: object
  readonly actual: WireAnswer
}

describe('The cases of the specification are judged as they say', () => {
  for (const one of corpusList('contracts/pact', 'index.json', 'cases') as readonly IndexedCase[]) {
    test(one.file, () => {
      const { expected, actual } = one
      const isListed = expected !== undefined
      const text = isListed
        ? JSON.stringify({ expected, actual })
        : readFileSync(path.join(one.folder, one.file), 'utf8')
      const faults = caseFaults({ kind: one.kind, version: one.specVersion, text })
      // XML is never taken as right, where any is expected.
      if (one.xml) assert.equal(faults.length === 0, isWithoutBody(text))
      else assert.equal(faults.length === 0, one.match, faults.join('\n'))
    })
  }
})

describe('Answers are judged as the reference implementation did', () => {
  for (const one of corpusList('contracts/pact', 'oracle-cases.json', 'cases') as readonly OracleCase[]) {
    test(one.id, () => {
      const faults = responseFaults(one.expected, one.actual, one.specVersion)
      assert.equal(faults.length === 0, one.match, faults.join('\n'))
    })
  }
})

function isWithoutBody(text: string): boolean {
  const { expected } = JSON.parse(text) as { readonly expected: { body?: unknown; contents?: unknown } }
  return expected.body === undefined && expected.contents === undefined
}
