import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeJson } from '../../util/exact-number.ts'
import { scalarValue } from './written-value.ts'

test('a number of a URL keeps its digits', () => {
  const schema = { type: ['number', 'null'] }
  const read = (text: string): string => writeJson(scalarValue(text, { schema, root: schema }, 'typed'))
  assert.deepEqual(['9223372036854775808', '1.10', '007', '7', '', 'x'].map(read), [
    '9223372036854775808',
    '1.10',
    '7',
    '7',
    'null',
    '"x"',
  ])
})
