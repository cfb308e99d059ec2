import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { laterTier } from '../testing/parts.ts'
import { inspect, revisions, runScenarios } from './testing/conformance.ts'
import { serveConformance } from './testing/conformance-server.ts'
import { findJudges, type Judges } from './testing/judges.ts'

const found = findJudges()
const judges = found as Judges

describe(
  'what the official judges of MCP say',
  { skip: laterTier('The conformance suite of MCP') || (typeof found === 'string' && found) },
  () => {
    const counts = { '2025-11-25': 30, '2026-07-28': 37 }

    for (const revision of revisions)
      it(`all ${String(counts[revision])} scenarios that ${revision} requires of servers pass`, async () => {
        const server = await serveConformance()
        try {
          const verdicts = await runScenarios(judges, revision, server.url)
          const required = verdicts.filter(({ isRequired }) => isRequired)
          assert.equal(required.length, counts[revision])
          const notPassed = required.filter(
            ({ failures, warnings, passed }) => failures.length + warnings.length > 0 || passed === 0,
          )
          assert.deepEqual(notPassed, [])
        } finally {
          await server.close()
        }
      })

    it('the inspector gets from apitest mcp what it asks for, over both ways', async () => {
      assert.deepEqual(await inspect(judges), [])
    })
  },
)
