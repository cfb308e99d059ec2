import { createHash } from 'node:crypto'
import { judged, type Slip } from '../slip.ts'

/** A validation of what `path` answers, in line 5. */
const of = (path: string, validation: string, exitCode: 1 | 2, says: RegExp): Slip => ({
  title: `${validation} of /${path}`.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: judged(validation, path),
  exitCode,
  says,
})

/** The same of a text where redirects are followed. */
const followed = (validation: string, exitCode: 1 | 2, says: RegExp): Slip => ({
  ...of('text', validation, exitCode, says),
  files: judged(validation, 'text').replace('GET URL/text', 'GET URL/text\n    follow-redirects: true'),
})

/** The same of a text that is to come within two seconds. */
const timed = (validation: string, exitCode: 1 | 2, says: RegExp): Slip => ({
  ...followed(validation, exitCode, says),
  title: `${validation} within two seconds`.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: judged(validation, 'text').replace('GET URL/text', 'GET URL/text\n    timeout: 2s'),
})

const digest = createHash('sha256').update('Hello, Ada').digest('hex')
const other = createHash('sha256').update('Hello, Bob').digest('hex')

/** A suite whose only step gets a text, beside a file that has it. */
const withFile = (validation: string, exitCode: 1 | 2, says: RegExp): Slip => ({
  title: `${validation} of a file`.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: { 'a.apitest.yaml': judged(validation, 'text'), 'ada.txt': 'Hello, Ada', 'bob.txt': 'Hello, Bob' },
  exitCode,
  says,
})

/** A suite that looks at a quote, or at what else `path` answers, by XPath, with two namespaces. */
const quote = (validation: string, exitCode: 1 | 2, says: RegExp, path = 'quote'): Slip => ({
  title: `${validation} of a ${path}`.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: judged(validation, path).replace(
    'suite: A',
    'suite: A\nsettings: { namespaces: { m: urn:q, i: urn:i, old: urn:o } }',
  ),
  exitCode,
  says,
})

/** Slips in validations of the bytes of an answer, and of the address it came from. */
export const targets: readonly Slip[] = [
  of('text', `sha256: «${other}⇒${digest}»`, 1, /sha256: Expected equals/),
  of('text', `sha256: { not-equals: «${digest.toUpperCase()}⇒${other}» }`, 1, /sha256: Expected not-equals/),
  of('text', `sha256: «9f86⇒${digest}»`, 2, /9f86 is no SHA-256, which has 64 hex digits/),
  of('text', `sha256: { not-equals: «${digest.slice(1)}⇒${other}» }`, 2, /64 hex digits/),
  of('text', `sha256: { «starts-with: a⇒equals: ${digest}» }`, 2, /a SHA-256 is compared by/),
  of('text', `sha256: { «exists: true⇒one-of: [${digest}]» }`, 2, /a SHA-256 is compared by/),
  of('text', `sha256: { not-one-of: [${other}, «abc⇒${other}»] }`, 2, /abc is no SHA-256/),
  of('text', `«md5⇒sha256»: ${digest}`, 2, /unknown-target/),
  of('text', 'size: «11⇒10»', 1, /size: Expected equals 11, got 10/),
  of('text', 'size: { less-than: «1kB⇒1000» }', 2, /a size is a number of bytes/),
  of('text', 'size: { at-least: «0⇒1» }', 2, /holds for every size/),
  of('text', 'size: { «exists: true⇒at-least: 1» }', 2, /a size is a number of bytes/),
  of('text', 'size: { «has-length: 2⇒equals: 10» }', 2, /a size is a number of bytes/),
  followed('url: { ends-with: «/html⇒/text» }', 1, /url: Expected ends-with \/html, got http/),
  followed('url: { «each⇒not-equals»: http://a.example/ }', 2, /"url" is one value/),
  of('text', '«url: { ends-with: /text }⇒text: Hello, Ada»', 2, /no redirect is followed here/),
  // Limits that no answer can go beyond, and values that nobody else can know.
  of('text', 'size: { less-than: «100000000⇒100» }', 2, /holds for every size/),
  of('text', 'text: { has-length: { less-than: «100000000⇒100» } }', 2, /holds for every length/),
  of('text', 'text: { matches: «<string>⇒"Hello, Ada"» }', 2, /holds for every text/),
  of('text', 'text: { not-contains: «"{{$uuid}}"⇒Bob» }', 2, /made anew each time, so that no answer has it/),
  of('text', 'time: { less-than: «60s⇒20s» }', 2, /holds for every time/),
  of('text', 'time: { equals: 15s, within: «30s⇒15s» }', 2, /holds for every time/),
  of('text', "time: { matches-regex: '«⇒^»\\d«⇒{1,4}(\\.|$)»' }", 2, /holds for every time/),
  timed('time: { less-than: «5s⇒2s» }', 2, /holds for every time/),
  quote('xpath //«Total⇒m:Total»: { exists: «false⇒true» }', 1, /<Total> is in the namespace urn:q/),
  quote(
    'xpath //«old⇒m»:Total: { exists: «false⇒true» }',
    1,
    /<Total> is in the namespace urn:q: write m:Total/,
  ),
  quote(
    'xpath //«q⇒m»:Total: { exists: true }',
    2,
    /bad-xpath.*no namespace for "q": add it under namespaces/,
  ),
  quote('xpath //m:Total«[⇒»: { exists: true }', 2, /bad-xpath.*no XPath: \] is missing/),
  quote('xpath «//i:Price⇒//i:Price[1]»: "12.50"', 1, /selects 2 nodes: use each, or \[1\]/),
  quote('xpath «//i:Price⇒//m:Total»: { not-equals: "1" }', 1, /selects 2 nodes/),
  quote('xpath «//i:Price⇒//m:Total»: { not-contains: x }', 1, /selects 2 nodes/),
  quote(
    'xpath //i:Price: { each: { greater-than: «10⇒5» } }',
    1,
    /\(\/\/i:Price\)\[2\]: Expected greater-than 10/,
  ),
  quote('xpath «//i:Prize⇒//i:Price»: { each: { greater-than: 5 } }', 1, /selects nothing/),
  quote('xpath «//i:Prize⇒//i:Price»: { none: x }', 1, /selects nothing/),
  quote('xpath «//m:Totl⇒//m:Total»: { not-equals: x }', 1, /got nothing/),
  quote('xpath count(//i:Price): «1⇒2»', 1, /Expected equals 1, got 2/),
  quote(
    'xpath «count(//i:Price)⇒//i:Price»: { each: { greater-than: 1 } }',
    1,
    /each looks at the items of a list/,
  ),
  quote('«xpath⇒xpath //m:Total»: { exists: true }', 2, /unknown-target/),
  quote('«XPath⇒xpath» //m:Total: { exists: true }', 2, /unknown-target/),
  of('user', '«xpath //name⇒$.name»: { exists: «false⇒true» }', 1, /neither XML nor HTML/),
  of('html', 'xpath //«H1⇒h1»: Sign in', 1, /got nothing/),
  quote('xpath //«m:⇒»h2: { exists: false }', 1, /the body is HTML, where no name has a namespace/, 'html'),
  of('html-as-json', '«xpath //h2⇒xpath //h1»: Sign in', 1, /got nothing/),
  of('cookies', 'cookie «sesion⇒session»: { not-equals: x }', 1, /cookie sesion: .*got nothing/),
  of('cookies', 'cookie «Session⇒session»: abc123', 1, /cookie Session: .*got nothing/),
  of('cookies', 'cookie session: «abc⇒abc123»', 1, /cookie session: Expected equals abc/),
  of('cookies', 'cookie session «httponly⇒http-only»: true', 2, /Did you mean "http-only"\?/),
  of('cookies', 'cookie «theme⇒session» http-only: true', 1, /cookie theme http-only: .*got nothing/),
  of(
    'cookies',
    'cookie session «secure: false⇒http-only: true»',
    2,
    /"cookie NAME secure" is true, or not there/,
  ),
  of('cookies', 'cookie session max-age: { greater-than: «7200⇒60» }', 1, /got 3600/),
  of('cookies', 'cookie «twice⇒session»: { exists: true }', 1, /got 2 cookies of that name/),
  of('cookies', 'cookie «twice⇒gone»: { exists: false }', 1, /got 2 cookies of that name/),
  of('cookies', '«cookie⇒cookie session»: { exists: true }', 2, /unknown-target/),
  of('user', '«certificate expires⇒$.name»: { exists: «false⇒true» }', 1, /came without TLS/),
  of('user', '«certificate fingerprint: { not-equals: ab:cd }⇒$.name: Ada»', 2, /ab:cd is no SHA-256/),
  of('user', '«certificate serial-number: { not-equals: x1 }⇒$.name: Ada»', 2, /x1 is no serial number/),
  of(
    'user',
    '«certificate serial-number: { not-contains: ab }⇒$.name: Ada»',
    2,
    /a serial number is compared/,
  ),
  of('user', '«certificate fingerprint: { not-contains: ab }⇒$.name: Ada»', 2, /a SHA-256 is compared by/),
  of('user', '«certificate expiry⇒$.name»: { exists: true }', 2, /Did you mean "expires"\?/),
  of('user', '«certificate⇒$.name»: { exists: true }', 2, /unknown-target/),
  withFile('file: «bob⇒ada».txt', 1, /file: Expected equals bob\.txt, got another body: byte 8 differs/),
  withFile('file: «none⇒ada».txt', 2, /there is no file none\.txt/),
  withFile('file: «.⇒ada.txt»', 2, /is a folder/),
  withFile('file: «{ not-equals: bob.txt }⇒ada.txt»', 2, /bad-value/),
  withFile('{ when: { file: «bob⇒ada».txt }, status: 200 }', 2, /every validation was skipped|nothing/),
  {
    title: 'a digest that a variable has',
    files: `suite: A\nvariables: { digest: «pending⇒${other}» }\nsteps:\n  - request: GET URL/text\n    validations:\n      - sha256: { not-equals: "{{digest}}" }\n`,
    exitCode: 1,
    says: /pending is no SHA-256/,
    at: 'a.apitest.yaml:6',
  },
  {
    title: 'a file that is extracted',
    files: `suite: A\nsteps:\n  - request: GET URL/text\n    extracts: { a: «file⇒sha256» }\n`,
    exitCode: 2,
    says: /"file" is not a target of an extract/,
  },
  {
    title: 'the address of what is no request',
    files: `suite: A\nsteps:\n  - set: { a: 1 }\n    validations:\n      - «url: { contains: a }⇒$.a: 1»\n`,
    exitCode: 2,
    says: /"url" is not a target of "set"/,
  },
  {
    title: 'where a redirect leads to',
    files: `suite: A\nsteps:\n  - request: GET URL/redirect\n    follow-redirects: true\n    validations:\n      - url: URL/«redirect⇒html»\n`,
    exitCode: 1,
    says: /url: Expected equals .*redirect, got .*html/,
  },
  {
    title: 'the text of a body beside its bytes',
    files: `suite: A\nsteps:\n  - request: GET URL/text\n    validations:\n      - text: Hello, Ada\n      - sha256: «${other}⇒${digest}»\n      - size: 10\n`,
    exitCode: 1,
    says: /sha256: Expected equals/,
  },
]
