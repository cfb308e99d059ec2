import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ReceivedBody } from '../../actions/body/received-body.ts'
import { selectXPath } from '../../extracts/xpath/index.ts'
import { withNamesOfDocument } from './found-value.ts'
import { importedText, stepsIn } from './testing/import-text.ts'

const document =
  '<r xmlns="urn:x" xmlns:s="urn:s"><section name="x"/><s:b s:id="7"><c xmlns="">y</c></s:b></r>'

describe('prefixes that an answer declares', () => {
  for (const [expression, value] of [
    ['string(//_:section/@name)', 'x'],
    ["//_:section[@name = 'x' and 'a _:b' = 'a _:b']/@name", ['x']],
    ['/_:r/child::_:section/@name', ['x']],
    ['count(//_:*)', 2],
    ['//s:b/@s:id', ['7']],
    ['count(//s:*)', 1],
    ['count(//_:c)', 0],
    ['count(//c)', 1],
    ["count(//*[@xml:lang = 'de'])", 0],
  ] as const)
    it(`are those of ${expression}`, () => {
      const body = ReceivedBody.of(Buffer.from(document))
      const found = selectXPath(withNamesOfDocument(expression), { body, headers: [] }, {})
      assert.deepEqual(found.found && found.value, value)
    })

  it('are known in asserts, in filters and beside placeholders', () => {
    const asserts = 'xpath "//_:a[{{n}}]" exists\nbody xpath "string(//_:b)" == "x"'
    const [step] = stepsIn(importedText(`GET http://a\nHTTP 200\n[Asserts]\n${asserts}`))
    assert.deepEqual(step?.['validations'], [
      { status: 200 },
      { "xpath //*[name()='a' and namespace-uri()][{{n}}]": { missing: false } },
      { "xpath string(//*[name()='b' and namespace-uri()])": 'x' },
    ])
  })
})
