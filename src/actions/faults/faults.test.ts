import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeFault } from '../http/faults/describe-fault.ts'
import { type Fault, faultRow, faultText } from './index.ts'
import { faultCodes, samples } from './testing/samples.ts'

describe('every fault', () => {
  for (const code of faultCodes) {
    const fault: Fault = { code, parts: samples[code] }
    const { kind, message, hint = '' } = faultText(fault)
    it(`${code}: ${message}`, () => {
      const { meaning, unsent } = faultRow(code) ?? {}
      assert.match(kind, / Error$/)
      assert.doesNotMatch(`${message} ${hint}`, /undefined |\[object|\(\)/)
      assert.doesNotMatch(message, /^[A-Z][a-z]|\.$/)
      assert.match(hint, /^$|^[A-Z].*\.$/)
      if (kind !== 'Use Error') assert.match(meaning ?? '', unsent === true ? /^[a-z].*\.$/ : /^[A-Z].*\.$/)
    })
  }

  it('of a request has the code that its sample is of', () => {
    for (const code of faultCodes) {
      const parts = samples[code]
      if ('fault' in parts && 'request' in parts)
        assert.equal(describeFault(parts.fault, parts.request).code, code)
    }
  })
})
