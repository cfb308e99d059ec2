import { judged, type Slip } from '../slip.ts'

/** A validation of the user's name, in line 6, with what a function makes of a variable. */
const of = (operand: string, exitCode: 1 | 2, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title: operand.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: judged(`$.name: "${operand}"`).replace(
    '\n',
    '\nvariables: { name: " Ada ", names: [Ada, Bob], none: "", day: 2026-12-01, key: a key for signing }\n',
  ),
  exitCode,
  says,
  at: 'a.apitest.yaml:6',
  ...more,
})

/** Functions in what is expected that are none, or make something else than was meant. */
export const functions: readonly Slip[] = [
  of('{{name | «trimm⇒trim»}}', 2, /"trimm" is no function/),
  of('{{«name|trim⇒name | trim»}}', 2, /Did you mean \{\{name \| trim\}\}\?/),
  of('{{«trim(name)⇒name | trim»}}', 2, /Did you mean \{\{name \| trim\}\}\?/),
  of('{{«nmae⇒none» | default Ada}}', 2, /nothing ever sets "nmae"/),
  of('{{none | default «⇒Ada»}}', 2, /default needs a value/),
  of('{{names | «upper⇒slice 0 1 | join -»}}', 2, /upper takes text, "names" is a list/),
  of('{{names | slice 0 «one⇒1» | join -}}', 2, /slice takes whole numbers/),
  of("{{name | replace ' «a⇒'» ''}}", 2, /a quote is not closed|replace takes 2 arguments/),
  of("{{name | hmac-sha256 «'key'⇒key | slice 0 0 | default Ada»}}", 2, /a key is never written in a suite/),
  of('{{name | sha256 «bas64⇒hex | slice 0 0 | default Ada»}}', 2, /sha256 gives hex, base64 or base64url/),
  of('{{day | plus «1M⇒31d» | date dd | replace 01 Ada}}', 2, /a length is 15m, 2h or 7d/),
  of('{{day | date «DD⇒dd» | replace 01 Ada}}', 2, /dd is the day of the month/),
  of('{{names | «sum⇒pick 0»}}', 2, /sum takes numbers, and item 0 of the list is none/),
  of('{{name | «upper⇒trim»}}', 1, /Expected equals ADA|Expected " ADA "|ADA/),
]
