import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesEverything } from './matches-regex.ts'
import { whenLoaded } from '../../util/lazy-part.ts'

test('B: a pattern matches everything where nothing is enough for it', async () => {
  const everything = [
    '',
    '.*',
    '^',
    '$',
    'Bob|',
    '[A-Z]*',
    '(\\d{3})?',
    '(?i)(error){0}',
    '^.*$',
    '[^"]*',
    '(?:a|b?)',
    '(?!Ada)',
    '(?!.*error)',
    '[^<]*$',
  ]
  for (const pattern of everything)
    assert.equal(await whenLoaded(() => matchesEverything(pattern)), true, pattern)
  const something = [
    '.',
    '.+',
    '^$',
    '^\\s*$',
    '^A*$',
    '^(?!.*error)',
    '^[^<]*$',
    '(?=x)',
    '(?<!Ada)$',
    '\\B(?!Ada)',
    '^\\d*$',
    '^(?:Ada)?$',
    '(',
  ]
  for (const pattern of something)
    assert.equal(await whenLoaded(() => matchesEverything(pattern)), false, pattern)
})
