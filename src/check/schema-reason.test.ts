import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import type { JsonObject } from '../model/json.ts'
import { isObject } from '../util/is-json.ts'
import { isPlaceholderPattern } from './schema-errors.ts'
import { schemaReason } from './schema-reason.ts'

/** All schemas of texts with a pattern, but for those of keys, of which rules of their own tell. */
function patternsIn(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn)
  if (!isObject(value)) return []
  const own = typeof value['pattern'] === 'string' ? [value] : []
  const parts = Object.entries(value).filter(([key]) => key !== 'propertyNames' && key !== 'examples')
  return [...own, ...parts.flatMap(([, part]) => patternsIn(part))]
}

describe('the reason for a text of another form', () => {
  const files = readdirSync('schemas').filter(name => /^(?!api-).*\.schema\.yaml$/.test(name))
  for (const file of files)
    it(`is a sentence for each pattern of ${file}`, () => {
      const schema: unknown = parse(readFileSync(`schemas/${file}`, 'utf8'))
      const patterns = patternsIn(schema).filter(({ pattern }) => !isPlaceholderPattern(pattern))
      for (const parentSchema of patterns) {
        const pattern = parentSchema['pattern'] as string
        const error = { keyword: 'pattern', instancePath: '', schemaPath: '', params: { pattern } }
        const reason = schemaReason({ ...error, parentSchema, data: 'x' })
        assert.match(reason, /^must|^is empty$/, pattern)
      }
    })
})
