import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { bundleDescription } from '../../api-description/bundle-description.ts'
import { describedBy } from '../../api-description/testing/description.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { corpusDocuments, corpusFacts } from '../../testing/corpus.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { compareDescriptions } from './compare-descriptions.ts'
import { descriptionIn } from './testing/compare-files.ts'

// The same API written in another way has not changed.

const files = [
  path.resolve('playground/openapi.yaml'),
  ...corpusDocuments('contracts/openapi', 'imports/openapi'),
  ...corpusFacts('imports/openapi', 'facts.json').flatMap(({ name, file }) =>
    name.includes('/') ? [file] : [],
  ),
]

for (const file of files) {
  const name = path.basename(file)
  test(`${name} has not changed from itself`, async () => {
    expectNoChange(await descriptionIn(file), await descriptionIn(file))
  })
  test(`${name} in another order has not changed`, async () => {
    const description = await descriptionIn(file)
    const whole = bundleDescription(description)
    expectNoChange(description, await describedBy(reordered(whole, ''), {}, description.root.address))
  })
  test(`${name} in one document has not changed`, async () => {
    const description = await descriptionIn(file)
    expectNoChange(description, await describedBy(bundleDescription(description)))
  })
  test(`${name} with its references written out has not changed, there and back`, async () => {
    const bundled = bundleDescription(await descriptionIn(file))
    const written = writtenOut(bundled, bundled, [])
    if (!isObject(written)) return
    expectNoChange(await describedBy(bundled), await describedBy(written))
    expectNoChange(await describedBy(written), await describedBy(bundled))
  })
}

function expectNoChange(before: ApiDescription, after: ApiDescription): void {
  assert.deepEqual(compareDescriptions(before, after).slice(0, 3), [])
}

/** Lists whose order means nothing. */
const sets = new Set([
  'required',
  'enum',
  'parameters',
  'tags',
  'type',
  'oneOf',
  'anyOf',
  'allOf',
  'security',
])

function reordered(value: JsonValue, key: string): JsonValue {
  if (isList(value)) {
    const items = value.map(item => reordered(item, ''))
    return sets.has(key) ? items.reverse() : items
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member, name)]),
  )
}

/** References replaced by what they lead to, but for those inside themselves. */
function writtenOut(value: JsonValue, root: JsonObject, open: readonly string[]): JsonValue {
  if (isList(value)) return value.map(item => writtenOut(item, root, open))
  if (!isObject(value)) return value
  const reference = value['$ref']
  if (typeof reference === 'string' && reference.startsWith('#/') && Object.keys(value).length === 1) {
    const target = at(root, reference)
    if (target === undefined || open.includes(reference) || open.length > 4) return value
    return writtenOut(target, root, [...open, reference])
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'discriminator' ? member : writtenOut(member, root, open),
    ]),
  )
}

function at(root: JsonObject, reference: string): JsonValue | undefined {
  let value: JsonValue | undefined = root
  for (const part of reference.slice(2).split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}
