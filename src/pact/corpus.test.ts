import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { caseFaults, responseFaults, type WireAnswer } from './testing/verdict-of.ts'
import type { PactVersion } from './pact.ts'

const folder = path.resolve('../shared/corpus/contracts/pact')
const skip = existsSync(folder) ? false : 'the corpus of pacts is not there'

interface IndexedCase {
  readonly file: string
  readonly specVersion: PactVersion
  readonly kind: 'request' | 'response' | 'message'
  readonly match: boolean
  readonly xml: boolean
  readonly disputed?: string
}

interface OracleCase {
  readonly id: string
  readonly specVersion: PactVersion
  readonly match: boolean
  readonly note?: string
  readonly expected: object
  readonly actual: WireAnswer
}

describe('The cases of the specification are judged as they say', { skip }, () => {
  for (const one of casesIn('index.json') as readonly IndexedCase[]) {
    test(one.file, () => {
      const text = readFileSync(path.join(folder, one.file), 'utf8')
      const faults = caseFaults({ kind: one.kind, version: one.specVersion, text })
      // XML is never taken as right, where any is expected.
      if (one.xml) assert.equal(faults.length === 0, isWithoutBody(text))
      else assert.equal(faults.length === 0, one.match, faults.join('\n'))
    })
  }
})

describe('Answers are judged as the reference implementation did', { skip }, () => {
  for (const one of casesIn('oracle-cases.json') as readonly OracleCase[]) {
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

/** The list of cases in a file of the corpus; none without a corpus. */
function casesIn(name: string): unknown {
  if (skip !== false) return []
  return (JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { readonly cases: unknown }).cases
}
