import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleCatalogue } from './testing/rule-catalogue.ts'
import { knownErrors, knownWarnings } from './testing/known-rules.ts'

// A change that others call breaking is breaking here, under the same name; docs/contract-diff.md tells what differs
// and why.

const catalogue = ruleCatalogue()
const levelsOf = (id: string): readonly string[] =>
  catalogue.filter(entry => entry.id === id).map(({ level }) => level)

/** Warnings that are told otherwise here. */
const otherwise: Readonly<Record<string, string>> = {
  // Fields that are gone break clients, whether they were always there or not.
  'response-optional-property-removed': 'breaking',
  // No limit is a limit of zero: it is told as request-…-min-items-increased.
  'request-body-min-items-set': '',
  'request-parameter-min-items-set': '',
  'request-property-min-items-set': '',
}

test('every known error is breaking', () => {
  assert.equal(knownErrors.length, 187)
  assert.deepEqual(
    knownErrors.filter(id => !levelsOf(id).includes('breaking')),
    [],
  )
})

test('every known warning is one, or told otherwise for a reason', () => {
  for (const id of knownWarnings) {
    const wanted = otherwise[id] ?? 'warning'
    assert.deepEqual(
      levelsOf(id).filter(level => wanted === '' || level === wanted).length > 0,
      wanted !== '',
      id,
    )
  }
})

test('a name has one level, but where the reason tells another', () => {
  const several = catalogue.map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) !== index)
  assert.deepEqual(several, ['request-property-removed'])
})
