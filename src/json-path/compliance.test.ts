import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { compileJsonPath } from './index.ts'
import type { JsonValue } from '../util/json-value.ts'
import { whenLoaded } from '../util/lazy-part.ts'

/** A case of the suite at github.com/jsonpath-standard/jsonpath-compliance-test-suite. */
interface ComplianceCase {
  readonly name: string
  readonly selector: string
  readonly document?: JsonValue
  readonly result?: readonly JsonValue[]
  /** More than one answer is right where the order of members decides. */
  readonly results?: readonly (readonly JsonValue[])[]
  readonly invalid_selector?: boolean
}

const suite = 'JSONPath Compliance Test Suite'
const file = process.env['JSONPATH_COMPLIANCE_SUITE']

// The suite is not part of the project: the variable says where its cts.json is.
if (file === undefined) it(suite, { skip: 'JSONPATH_COMPLIANCE_SUITE is not set' })
else
  describe(suite, () => {
    tryAll(file)
  })

function tryAll(suiteFile: string): void {
  const { tests } = JSON.parse(readFileSync(suiteFile, 'utf8')) as { tests: readonly ComplianceCase[] }
  for (const test of tests)
    it(test.name, async () => {
      const compiled = await whenLoaded(() => compileJsonPath(test.selector))
      assert.equal(compiled.ok, test.invalid_selector !== true)
      if (!compiled.ok) return
      const selected = JSON.stringify(compiled.path.select(test.document ?? null))
      const accepted = test.results ?? [test.result ?? []]
      assert.ok(accepted.some(values => JSON.stringify(values) === selected))
    })
}
