import assert from 'node:assert/strict'
import { it } from 'node:test'
import { certificateFault } from '../../actions/transport/certificate-fault.ts'
import { answeredStep } from '../../report/explain/testing/answered-step.ts'
import { explain } from '../../report/explain/explain.ts'
import { inOptions } from './in-options.ts'

const untrusted = certificateFault(Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'it')
const rows: readonly (readonly [hint: string, told: RegExp])[] = [
  [
    untrusted?.hint ?? '',
    /name the PEM file of it: `--cacert FILE`, .*`--insecure` accepts any certificate\.$/,
  ],
  ['Name one it accepts: `tls: { certificate: FILE, key: FILE }`.', /: `--cert FILE --key FILE`\.$/],
  [
    'Give the step a longer timeout, or find out what the server waits for.',
    /^Give it longer with `--max-time`, or/,
  ],
  ['Start the service.', /^Start the service\.$/],
]
for (const [hint, told] of rows)
  it(`hints name options on the command line: ${hint}`, () => {
    const result = answeredStep({ error: 'Network Error: x', hint })
    const explanation = explain(result)
    assert.ok(explanation !== undefined)
    const answer = inOptions({ exitCode: 2, problems: [], result, explanation })
    assert.match(answer.result?.failures[0]?.hint ?? '', told)
    assert.match(answer.explanation?.next ?? '', told)
  })
