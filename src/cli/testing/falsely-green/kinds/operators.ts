import { judged, type Slip, user } from '../slip.ts'

/** A validation of the user, in line 5. */
const of = (validation: string, exitCode: 1 | 2, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title: validation.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: judged(validation),
  exitCode,
  says,
  ...more,
})

/** The same of the users. */
const ofAll = (validation: string, exitCode: 1 | 2, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  ...of(validation, exitCode, says, more),
  files: judged(validation, 'users'),
})

/** A value of the user that is taken and compared in one step, in line 6; then it is another variable. */
const itself = (extract: string, validation: string): Slip => ({
  ...of(validation, 2, /extracted from here in this step/, {
    at: 'a.apitest.yaml:7',
  }),
  title: `${extract.replace(/:/, ' from')} in ${validation.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1')}`,
  files: judged(validation).replace(
    '\nsteps:\n  - request: GET URL/user\n',
    `\nvariables: { json: application/json, seven: 7, one: new, two: vip, list: [new, vip] }\nsteps:\n  - request: GET URL/user\n    extracts: { ${extract} }\n`,
  ),
})

/** With variables in line 2, so that the validation stands in line 6. */
const withVariables = (
  variables: string,
  validation: string,
  exitCode: 1 | 2,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  ...of(validation, exitCode, says, { at: 'a.apitest.yaml:6', ...more }),
  title: `${validation} with ${variables}`.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: judged(validation).replace('\n', `\nvariables: { ${variables} }\n`),
})

const everything = /matches everything|would hold for everything/

/** Operands that are of another type, that hold for everything or for nothing. */
export const operators: readonly Slip[] = [
  // Numbers, booleans and dates as text.
  of('$.age: «36⇒"36"»', 1, /Expected equals 36, got 36 \(text\)/),
  of('$.active: «yes⇒true»', 1, /Expected equals yes, got true/),
  of('$.zip: «01234⇒"01234"»', 1, /Expected equals 01234, got 01234 \(text\)[^]*and the number is expected/),
  of('$.version: «1.10⇒"1.10"»', 1, /Expected equals 1\.10, got 1\.10 \(text\)/),
  of('$.age: { «at-least: 18⇒has-length: 2» }', 1, /got 36 \(not a number\)|text/),
  of('$.since: { «less-than: 2026-06-01⇒starts-with: 2026» }', 1, /not a number/),
  of('$.since: { «greater-than: 2026-06-01⇒starts-with: 2026» }', 1, /not a number/),
  of('$.age: { not-equals: «36⇒"37"» }', 1, /36/),
  of('$.age: { not-one-of: [«36⇒"37"», "40"] }', 1, /36/),
  of('$.verified: { not-equals: «true⇒"false"» }', 1, /true/),
  of('$.active: { not-equals: «yes⇒no» }', 1, /is the boolean true; write true/),
  of('$.active: { not-one-of: [«on⇒off»] }', 1, /is the boolean true; write true/),
  ofAll('"$.items[1].price": { not-equals: «20.0⇒5» }', 1, /is the text "20"/),
  of('$.version: { not-equals: «1.1⇒1.2» }', 1, /is the text "1.10"/),
  of('$.codes: { not-contains: «7⇒"9"» }', 1, /7/),
  of('$.codes: { none: «7⇒"9"» }', 1, /7/),
  of('$.id: { not-equals: «"7"⇒"8"» }', 1, /Expected not-equals 7, got 7/),
  of('$.id: { not-one-of: [«7.0⇒8.0»] }', 1, /Expected not.one.of/),
  withVariables('limit: «""⇒5»', '$.id: { at-least: "{{limit}}" }', 1, /limit|empty|not a number/),
  withVariables('limit: «" "⇒5»', '$.id: { greater-than: "{{limit}}" }', 1, /limit|empty|not a number/),
  withVariables('limit: «null⇒5»', '$.id: { at-least: "{{limit}}" }', 1, /limit|empty|not a number/),
  withVariables('limit: «[]⇒5»', '$.id: { at-least: "{{limit}}" }', 1, /limit|empty|not a number/),
  withVariables('limit: «false⇒5»', '$.id: { at-least: "{{limit}}" }', 1, /limit|empty|not a number/),
  withVariables('limit: «Infinity⇒9»', '$.id: { at-most: "{{limit}}" }', 1, /limit|number/),
  of('$.id: { at-least: «""⇒5» }', 1, /"" is not a number/),
  of('$.id: { less-than: «.inf⇒9» }', 2, /"less-than" must|number/),
  of('$.id: { less-than: «1e999⇒9» }', 2, /"less-than" must|number/),
  of('$.name: { has-length: «-1⇒3» }', 1, /Expected has-length -1, got Ada \(length 3\)/),
  withVariables(
    'want: "false"',
    '$.name: { exists: «"{{want}}"⇒true» }',
    2,
    /"exists" must be true or false/,
  ),
  of('$.name: { exists: «"false"⇒true» }', 2, /"exists" must be true or false/),
  of('$.name: { exists: «no⇒true» }', 2, /"exists" must be true or false/),
  of('$.name: { missing: «true⇒false» }', 1, /Expected missing, got Ada/),
  of('$.phone: { missing: «true⇒false» }', 1, /Expected missing, got null/),
  of('$.nmae: { missing: «false⇒true» }', 1, /Expected missing false, got nothing/),
  of('$.name: { missing: «no⇒false» }', 2, /"missing" must be true or false/),
  of('text: { «missing: false⇒contains: Ada» }', 2, /this holds for every text/),
  of('$.tags: { each: { «missing: false⇒has-type: string» } }', 2, /what each looks at is there in any case/),
  // Lists and objects where an item or a part was meant.
  of('$.tags: { not-contains: «[vip]⇒old» }', 1, /vip/),
  of('$.tags: { not-contains: «[vip, banned]⇒old» }', 1, /vip/),
  ofAll('$.items: { not-contains: { name: «Bob⇒Cy» } }', 1, /Bob/),
  of('$.address: { not-contains: { city: «London⇒Paris» } }', 1, /London/),
  of('$.name: { not-one-of: «Ada⇒Bob» }', 1, /Expected not-one-of Ada, got Ada/),
  withVariables('names: «"Ada,Bob"⇒[Bob]»', '$.name: { not-one-of: "{{names}}" }', 1, /list/),
  of('$.name: { one-of: [«[Ada]⇒Ada»] }', 1, /Expected one.of/),
  of('$.tags: { has-type: «list⇒array» }', 2, /"has-type" must be string, number, /),
  ofAll('"$.items[*].name": { each: { has-length: { at-least: «5⇒3» } } }', 1, /each: \$\.items\[0\]\.name/),
  ofAll('$.items: { any: { matches: { name: «Cy⇒Bob» } } }', 1, /none of 2 items fits/),
  // Patterns that hold for everything.
  of("$.name: { matches-regex: '«.*⇒^A»' }", 2, everything),
  of("$.name: { matches-regex: '[A-Z]*«⇒da$»' }", 2, everything),
  of("$.name: { matches-regex: '«^⇒^A»' }", 2, everything),
  of("$.name: { matches-regex: 'Bob|«⇒Ada»' }", 2, everything),
  of("$.name: { matches-regex: '(\\d{3})«?⇒|Ada»' }", 2, everything),
  of("text: { matches-regex: '(?i)(error)«{0}⇒{0}ada»' }", 2, everything),
  of("$: { matches: { name: '<regex:«⇒^A»>' } }", 2, /empty|everything/),
  of("$: { matches: { name: '<regex:«.*⇒^A»>' } }", 2, everything),
  of("$.name: { matches-regex: '«/^A/⇒^A»' }", 1, /Expected matches.regex/),
  of('$.name: { matches-regex: "«\\b⇒^»Ada" }', 1, /Expected matches.regex/),
  of("$.name: { matches-regex: '«⇒^»(?!Bob)' }", 2, everything),
  of(
    "$.«phone⇒name»: { matches-regex: '^\\w+$' }",
    1,
    /Expected matches-regex \^\\w\+\$, got null \(is no text\)/,
  ),
  // The opposite of a pattern.
  of("$.name: { not-matches-regex: '«Ada⇒Bob»' }", 1, /Expected not-matches-regex Ada, got Ada/),
  of("$.nmae«⇒»: { «not-matches-regex: 'Bob'⇒exists: false» }", 1, /got nothing/),
  of("$.tags: { «not-matches-regex: 'old'⇒not-contains: old» }", 1, /is a list: each, any or none/),
  ofAll("'$.items[*].name': { «not-matches-regex: 'Cy'⇒each: { not-matches-regex: Cy }» }", 2, /write each/),
  of(
    "$.name: { not-matches-regex: '«/bob/i⇒(?i)bob»' }",
    2,
    /looks for the slashes, too, .*: write \(\?i\)bob/,
  ),
  of("$.name: { not-matches-regex: '«/^Bob/⇒^Bob»' }", 2, /looks for the slashes/),
  of("$.name: { not-matches-regex: '«.*⇒Bob»' }", 2, everything),
  of("$.name: { matches-regex: '^(?=«⇒.*Ada»)' }", 2, everything),
  of("$.name: { matches-regex: '^(Ada|(?!«Ada⇒Bob»))' }", 2, everything),
  // Patterns that are found in no text.
  of("$.name: { not-matches-regex: '«$⇒»Bob' }", 2, /is found in no text, so that this always holds/),
  of("$.name: { not-matches-regex: '(?«!⇒=Bob»)' }", 2, /is found in no text/),
  of("$.name: { not-matches-regex: 'Bob\\b«\\B⇒»' }", 2, /is found in no text/),
  of("$.name: { not-matches-regex: '«(⇒Bob»' }", 2, /not a regular expression/),
  of("$.name: { not-matches-regex: '«⇒Bob»' }", 2, /must not be empty/),
  withVariables('bad: «""⇒Bob»', '$.name: { not-matches-regex: "{{bad}}" }', 1, /is empty/),
  // Lists as a whole.
  of(
    '$.«codes⇒tags»: { has-length: 2, «is-sorted: descending⇒unique: true» }',
    1,
    /item 0 is 7, and item 1 is 8/,
  ),
  ofAll('"$.items[*].price": { «is-sorted: ascending⇒has-length: 2» }', 1, /numbers and text have no order/),
  ofAll('$.items: { «is-sorted: ascending⇒unique: true» }', 1, /only numbers, dates and text have an order/),
  ofAll('"$.items[«0⇒*»].id": { is-sorted: ascending }', 1, /looks at the items of a list/),
  ofAll('"$.items[«:1⇒*»].id": { is-sorted: ascending }', 1, /1 item cannot show an order/),
  ofAll('"$.items[*].«idd⇒id»": { unique: true }', 1, /the path selects nothing/),
  of('$.tags: { is-sorted: «name⇒ascending» }', 2, /must be ascending or descending/),
  of('$.tags: { is-sorted: «desc⇒ascending» }', 2, /descending/),
  of('$.tags: { unique: «false⇒true» }', 2, /must be true/),
  of('$.tags: { unique: «"true"⇒true» }', 2, /must be true/),
  of('$.name: { «unique: true⇒exists: true» }', 1, /unique looks at the items of a list/),
  of('status: { «unique: true⇒equals: 200» }', 2, /looks at the items of a list/),
  of('$.nick: { «unique: true⇒exists: false» }', 1, /unique looks at the items of a list/),
  // So near to something.
  of('$.balance: { equals: 12.4, within: «0.05⇒0.1» }', 1, /Expected equals 12.4 within 0.05, got 12.5/),
  of('$.balance: { «greater-than: 12⇒equals: 12», within: 1 }', 2, /needs "equals" beside "within"/),
  of('$.balance: { «⇒equals: 12, »within: 1 }', 2, /needs "equals" beside "within"/),
  of('$.balance: { equals: 12, within: «0⇒1» }', 2, /within/),
  of('$.balance: { equals: 12, within: «-1⇒1» }', 2, /within/),
  of('$.balance: { equals: 12, within: «5%⇒1» }', 2, /neither a number above 0 nor a duration/),
  of('$.balance: { equals: 12, within: «1s⇒1» }', 2, /12 is no date/),
  of('$.age: { equals: «36, within: 1⇒"36"» }', 1, /not a number/),
  of('$.since: { equals: 2026-01-03, within: «1⇒25h» }', 2, /a date is within a duration/),
  withVariables(
    'much: «""⇒1»',
    '$.balance: { equals: 12, within: "{{much}}" }',
    1,
    /neither a number above 0/,
  ),
  withVariables(
    'much: «-1⇒1»',
    '$.balance: { equals: 12, within: "{{much}}" }',
    1,
    /neither a number above 0/,
  ),
  of('status: { equals: 200, within: «400⇒1» }', 2, /holds for every status/),
  itself('paid: $.balance', '$.balance: { equals: "{{«paid⇒seven»}}", within: 6 }'),
  // Dates.
  of('$.since: { later-than: 2026-«01-02⇒01-01» }', 1, /Expected later-than 2026-01-02, got 2026-01-02/),
  of('$.since: { later-than: «tomorrow⇒2026-01-01» }', 2, /tomorrow is no date: write/),
  of('$.since: { later-than: «2026-13-01⇒2025-12-01» }', 2, /2026-13-01 is no date/),
  of('$.since: { later-than: «01.01.2026⇒2026-01-01» }', 2, /is no date/),
  of('$.since: { earlier-than: «2027-01-01T10:00⇒2027-01-01» }', 2, /has no time zone/),
  of('$.since: { earlier-than: «2027-01-01T10:00:00Z⇒2027-01-01» }', 1, /has no time, and .* has one/),
  of('$.since: { earlier-than: «1798761600⇒2027-01-01» }', 2, /earlier-than/),
  of('$.«name⇒since»: { later-than: 2026-01-01 }', 1, /is no date/),
  of('$.«phone⇒since»: { earlier-than: 2030-01-01 }', 1, /is no date/),
  withVariables('from: «""⇒2026-01-01»', '$.since: { later-than: "{{from}}" }', 1, /is no date/),
  withVariables('from: «1767225600⇒2026-01-01»', '$.since: { later-than: "{{from}}" }', 1, /is no date/),
  // Validations that hold for every status, time and length.
  ...[
    'status: { «exists: true⇒equals: 200» }',
    'status: { «has-type: integer⇒one-of: [2xx]» }',
    'status: { less-than: «600⇒300» }',
    'status: { at-least: «100⇒200», at-most: «599⇒299» }',
    "status: { matches-regex: '[2-«5⇒3»]\\d\\d' }",
    'status: { one-of: [1xx, 2xx«, 3xx, 4xx, 5xx⇒»] }',
    'time: { «at-least⇒less-than»: «0⇒20s» }',
    'time: { «exists: true⇒at-most: 20000» }',
    'time: { «has-type: number⇒less-than: 20s» }',
    'time: { «not-equals: 0⇒less-than: 20s» }',
    '$.tags: { has-length: { at-least: «0⇒1» } }',
    '$.tags: { each: { has-length: { greater-than: «-1⇒1» } } }',
  ].map(validation => of(validation, 2, /holds for every (status|time|length)/)),
  // Markers that there are not.
  of("$: { matches: { id: '<«Integer⇒integer»>' } }", 1, /<Integer>|marker/),
  ofAll("$.items: { none: { matches: { id: '<«int⇒string»>' } } }", 2, /<int>/),
  ofAll("$.items: { none: { matches: { name: '<«text⇒number»>' } } }", 2, /<text>/),
  // Operands that were forgotten.
  of('$.name: { not-equals: «⇒Bob» }', 2, /not-equals/),
  of('$.name: { not-contains: «⇒Bob» }', 2, /not-contains/),
  of('$.name: { not-one-of: [«⇒Bob»] }', 2, /must not be empty/),
  of('$.phone:« ⇒ { exists: false }»', 2, /\$\.phone/),
  of('$.tags: { none: «⇒old» }', 2, /none/),
  of('status:« ⇒ 200»', 2, /status/),
  of('$.name: { not-contains: «#error⇒error»\n        }', 2, /not-contains/, {
    title: '$.name: { not-contains: #error }',
  }),
  // A value that is compared with itself.
  {
    title: 'an extract of the same step is compared with where it is from',
    files: `suite: A
variables: { id: 8 }
steps:
  - request: GET URL/user
    extracts: { «id⇒found»: $.id }
    validations:
      - $.id: { «equals⇒not-equals»: "{{id}}" }
`,
    exitCode: 2,
    says: /"?id"?.*(itself|same)/,
    at: 'a.apitest.yaml:7',
  },
  itself('type: header content-type', 'header Content-Type: "{{«type⇒json»}}"'),
  itself('all: $', '$.id: "{{«all.id⇒seven»}}"'),
  itself('id: $.id', '$.id: { one-of: ["{{«id⇒seven»}}", 7] }'),
  itself('id: $.id', '$: { matches: { id: "{{«id⇒seven»}}" } }'),
  itself('tag: "$.tags[0]"', '$.tags: { equals: ["{{«tag⇒one»}}", "{{two}}"] }'),
  itself('tags: $.tags', `"$['tags']": "{{«tags⇒list»}}"`),
  {
    title: 'a variable is compared with itself',
    files: user('validations: [{ «variable id⇒$.id»: "{{id}}" }]').replace('\n', '\nvariables: { id: 7 }\n'),
    exitCode: 2,
    says: /itself/,
  },
  {
    title: 'a pattern of an extract that matches nothing in front',
    files: user("extracts: { code: { from: $.name, regex: '(«\\d⇒[a-z]»*)«⇒$»' } }"),
    exitCode: 1,
    says: /extract code: .*(empty|no match)/,
  },
  {
    title: 'an extract of a path that selects nothing',
    files: user('extracts: { ids: "$.«itmes⇒tags»[*]" }'),
    exitCode: 1,
    says: /extract ids: .*found nothing/,
  },
]
