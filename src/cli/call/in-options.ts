import type { CallAnswer } from '../../operations/calls/perform-call.ts'
import { defined } from '../../util/defined.ts'

/** What hints say in the words of suites, and what has the same effect on the command line. */
const options: readonly (readonly [inSuites: string, inOptions: string])[] = [
  [
    '`tls: { ca: FILE }`, or the environment variable NODE_EXTRA_CA_CERTS.',
    '`--cacert FILE`, or the environment variable NODE_EXTRA_CA_CERTS; `--insecure` accepts any certificate.',
  ],
  ['`tls: { certificate: FILE, key: FILE }`', '`--cert FILE --key FILE`'],
  ['in the URL, or as `server-name` of tls', 'in the URL'],
  ['as min-version of tls wants it', 'as `--tlsv1.2` or `--tlsv1.3` wants it'],
  ['With http-version: auto, HTTP/2 is offered, too.', 'Leave `--http1.1` out, and HTTP/2 is offered, too.'],
  ['Give the step a longer timeout', 'Give it longer with `--max-time`'],
  ['proxy: { url, username, password }', '`--proxy-user NAME:PASSWORD`'],
  ['no-proxy goes past the proxy', '`--noproxy HOST` goes past the proxy'],
  ['`proxy: none` goes straight', "`--proxy ''` goes straight"],
  ['the name under `resolve`', 'the name behind `--resolve`'],
  ['check `unix-socket`', 'check `--unix-socket`'],
  ['`follow-redirects: false` shows', '`--max-redirs 0` shows'],
]

/** An answer to a call of the command line, with hints that name its options. */
export function inOptions(answer: CallAnswer): CallAnswer {
  const { result, explanation } = answer
  const failures = result?.failures.map(failure => ({
    ...failure,
    ...defined({ hint: optionsIn(failure.hint) }),
  }))
  return {
    ...answer,
    ...(result === undefined || failures === undefined ? {} : { result: { ...result, failures } }),
    ...(explanation === undefined
      ? {}
      : { explanation: { ...explanation, ...defined({ next: optionsIn(explanation.next) }) } }),
  }
}

function optionsIn(hint: string | undefined): string | undefined {
  return options.reduce((text, [inSuites, option]) => text?.replace(inSuites, () => option), hint)
}
