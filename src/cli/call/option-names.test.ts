import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type FaultCode, faultText } from '../../actions/faults/index.ts'
import { samples } from '../../actions/faults/testing/samples.ts'
import { answeredStep } from '../../report/explain/testing/answered-step.ts'
import { explain } from '../../report/explain/explain.ts'
import { optionNames } from './option-names.ts'

const rows: readonly (readonly [code: FaultCode, hint: RegExp])[] = [
  [
    'certificate-untrusted',
    /name the PEM file of it: `--cacert FILE`, .*`--insecure` accepts any certificate\.$/,
  ],
  ['client-certificate-missing', /: `--cert FILE --key FILE`\.$/],
  ['answer-timeout', /^Give it longer with `--max-time`, or/],
  ['token-late', /^Give it longer with `--max-time`, or/],
  ['socket-file-missing', /^Start the service, or check `--unix-socket`\.$/],
  ['too-many-redirects', /`--max-redirs 0` shows the first redirect\.$/],
  ['proxy-refuses', /`--noproxy HOST` goes past the proxy\.$/],
  ['connection-refused', /^Start the service, or check the host and port of the URL\.$/],
]
for (const [code, hint] of rows)
  it(`hints name options on the command line: ${code}`, () => {
    assert.match(faultText({ code, parts: samples[code] }, optionNames).hint ?? '', hint)
  })

it('advice names options on the command line', () => {
  const result = answeredStep({ action: 'grpc', status: 'DEADLINE_EXCEEDED' })
  assert.match(
    explain(result, { settingNames: optionNames })?.next ?? '',
    /^Give it longer with `--max-time`/,
  )
})
