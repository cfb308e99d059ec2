import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Imported } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { corpusFacts } from '../../testing/corpus.ts'
import { importHar } from './import-har.ts'
import { requestsIn } from './testing/recording.ts'

/** Facts known of each recording without this importer: see the corpus' own README. */
interface Facts {
  readonly entries: number
  readonly categories: Readonly<Record<string, number>>
  readonly endpoints: JsonObject
  readonly ambiguous: Readonly<Record<string, readonly string[]>>
}

describe('recordings of pages', () => {
  for (const { name, file, facts: known } of corpusFacts('imports/har', 'facts.json'))
    it(name, () => {
      const facts = known as Facts
      const result = importHar(readFileSync(file, 'utf8'), { file: name })
      assert.ok(result.ok)
      const { report } = result.value
      const disputed = new Set(Object.values(facts.ambiguous).flat())
      const found = endpointsOf(result.value).filter(key => !disputed.has(key) || key in facts.endpoints)
      assert.deepEqual([...new Set(found)].sort(), Object.keys(facts.endpoints).sort())
      const counts = [...report.merged, ...report.skipped].map(({ count }) => count)
      assert.equal(
        counts.reduce((sum, count) => sum + count, report.created),
        facts.entries,
      )
      for (const [reason, category] of exact)
        assert.equal(countOf(result.value, reason), facts.categories[category] ?? 0, category)
      assert.equal(report.requests, facts.entries)
      assert.doesNotMatch(JSON.stringify(result), /REDACTED/)
    })
})

/** Reasons that mean exactly one category of the facts. */
const exact = [
  ['CORS preflights', 'preflight'],
  ['websockets', 'websocket'],
  ['CONNECT tunnels', 'connect'],
  ['entries without a URL', 'noUrl'],
  ['calls without an answer', 'failed'],
] as const

function countOf({ report }: Imported, reason: string): number {
  return report.skipped.find(counted => counted.reason === reason)?.count ?? 0
}

/** Endpoints as the facts name them: ids by their kind, without the query. */
function endpointsOf({ collection }: Imported): readonly string[] {
  const inside = (collection?.items ?? []).flatMap(item =>
    requestsIn([item]).map(({ step }) => ({
      ...collection?.variables,
      baseUrl: collection?.baseUrl ?? '',
      ...(item.kind === 'folder' ? item.variables : {}),
      ...(step['variables'] as JsonObject | undefined),
      request: step['request'] as string,
    })),
  )
  return inside.map(({ request, ...variables }) =>
    templated(
      request
        .replace(/\?.*$/s, '')
        .replace(
          /\{\{([^{}]+)\}\}/g,
          (_, name: string) => (variables as Readonly<Record<string, string>>)[name] ?? name,
        ),
    ),
  )
}

function templated(endpoint: string): string {
  return endpoint
    .split('/')
    .map(segment =>
      /^\d+$/.test(segment)
        ? '{id}'
        : /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(segment)
          ? '{uuid}'
          : /^[\da-f]{24,64}$/i.test(segment)
            ? '{hex}'
            : segment,
    )
    .join('/')
}
