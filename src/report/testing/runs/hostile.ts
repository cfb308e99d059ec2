import type { RunEvent } from '../../../model/run-event.ts'
import { failureAt, jsonExchange, run, SuiteEvents } from '../events.ts'
import { base } from './shared.ts'

/** Names and bodies that try to break out of every format. */
export function hostile(): RunEvent[] {
  const file = 'suites/ünï,cödé: 100%.apitest.yaml'
  const evil =
    'a\u001b[31mb\u0000c ]]> </script><script>alert(1)</script> <!-- & "q" \u202e # | `x` 日本 🎉 \ud800'
  return run(
    new SuiteEvents(file, `Suite ${evil}`, { tags: ['<b>'], steps: 3 })
      .step(`Step ${evil}`, {
        row: { number: 1, label: 'name=</td>\u0007' },
        exchange: jsonExchange(`${base}/?q=<>&"'`, JSON.stringify({ text: evil, list: [[], {}, [1, 'é']] })),
      })
      .step(`Two\nlines ${evil}`, {
        outcome: 'failed',
        exchange: jsonExchange(`${base}/`, `<p>${evil}</p>\r\n`.repeat(60)),
        failures: [
          failureAt(file, 7, `\t- text: { contains: "日本 ${evil}" } # 100%`, '日本', {
            kind: 'validation',
            message: `body-text: Expected contains 100%,\n${evil}`,
            hint: evil,
          }),
        ],
      })
      .step('Binary', {
        outcome: 'failed',
        exchange: jsonExchange(`${base}/logo.png`, '', {
          response: {
            status: 200,
            headers: [['content-type', 'image/png']],
            body: { text: '\u0089PNG\u0000\u0001\u0002\ufffd\ufffd', size: 48_213, truncated: true },
          },
        }),
        failures: [
          failureAt(file, 8, `  - ${'long '.repeat(60)}HERE ${'tail '.repeat(60)}`, 'HERE', {
            kind: 'status',
            message: 'status: Expected equals 404, got 200',
          }),
        ],
      })
      .end(),
  )
}
