import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../parse/parse-suite.ts'
import { expectProblems, noFacts } from '../testing/expect-problems.ts'
import { checkSuite } from './check-suite.ts'

const suite = (steps: string, top = ''): string => `suite: A\n${top}steps:\n${steps}`

describe('checking a suite', () => {
  it('finds nothing wrong with a sound one', () =>
    expectProblems(suite('  - request: GET http://x/y\n    validations: [{ status: 200 }]'), []))

  it('collects problems of the schema and of the rules, in the order of lines', () =>
    expectProblems(
      suite('  - request: GTE http://x\n    vaildations: []\n  - request: GET http://x/{{who}}'),
      [
        '3:14 bad-value "GTE" is not a method (Did you mean "GET"?)',
        '4:5 unknown-key "vaildations" is not a key of a step (Did you mean "validations"?)',
        '5:14 unknown-variable nothing sets the variable "who"',
      ],
    ))

  it('says what kind of value it wants', () =>
    expectProblems(
      suite('  - request: GET http://x\n    timeout: 5\n    headers: [a]\n    retry: { attempts: 500 }'),
      [
        '4:14 bad-value "timeout" must be a duration such as 500ms, 10s or 2m',
        '5:14 bad-value "headers" must be a mapping',
        '6:24 bad-value "attempts" must be 100 or less',
      ],
    ))

  it('takes a name beside the target of a validation, and nowhere else', () =>
    expectProblems(
      suite(
        [
          '  - request: GET http://x',
          '    validations:',
          '      - { name: It is there, status: 200 }',
          '      - { name: It is there, $.id: 1 }',
          '      - name: It is there',
          '      - { name: "", status: 200 }',
          '      - { name: It is there, status: 200, time: 5 }',
          '      - status: { equals: 200, name: It is there }',
          '      - { name: It is there, stauts: 200 }',
          '      - { name: [a], status: 200 }',
        ].join('\n'),
      ),
      [
        '7:9 missing-key an item of "validations" has no target',
        '8:17 bad-value "name" must not be empty',
        '9:9 bad-value an item of "validations" must have only 1 key beside "name", "when" and "unless"',
        '10:32 unknown-operator "name" is not an operator',
        '11:30 unknown-target "stauts" is not a target of a validation (Did you mean "status"?)',
        '12:17 bad-value "name" must be text',
      ],
    ))

  it('takes conditions beside the target of a validation, and in an extract', () =>
    expectProblems(
      suite(
        [
          '  - request: GET http://x',
          '    validations:',
          '      - { name: It is there, when: { status: 200 }, unless: { text: "" }, $.id: 1 }',
          '      - { when: [{ $.a: 1 }, { $.a: { less-than: 5 }, header etag: x }], $.id: 1 }',
          '      - { when: { status: 200 } }',
          '      - { when: { stauts: 200 }, $.id: 1 }',
          '      - { unless: {}, $.id: 1 }',
          '      - { unless: { $.a: "{{nobody}}" }, $.id: 1 }',
          '      - { unless: { $.a: { matches-regex: "(" } }, $.id: 1 }',
          '      - { unless: { "$.[": 1 }, $.id: 1 }',
          '    extracts:',
          '      a: { from: $.a, when: { status: 200 } }',
          '      b: { value: 1, unless: { $.a: { exists: true } } }',
          '      c: { value: 1, when: { $.a: { is: 1 } } }',
        ].join('\n'),
      ),
      [
        '7:9 missing-key an item of "validations" has no target',
        '8:19 unknown-target "stauts" is not a target of a condition (Did you mean "status"?)',
        '9:19 bad-value "unless" must not be empty',
        '10:26 unknown-variable nothing sets the variable "nobody"',
        '11:28 bad-regular-expression "(" is not a regular expression: missing closing ): `(`',
        '12:21 bad-json-path "$.[" is not a JSONPath: unexpected shorthand selector \'[\'',
        '16:37 unknown-operator "is" is not an operator (Did you mean "equals"?)',
      ],
    ))

  it('knows the forms of an extract', () =>
    expectProblems(
      suite(
        [
          '  - request: GET http://x',
          '    extracts:',
          '      a: { from: $.a }',
          '      b: { from: $.b, optional: true, regex: "(x)" }',
          '      c: { value: { from: "{{a}}", b: "{{b}}" } }',
          '      d: { regex: "(x)" }',
          '      e: { from: $.e, value: 1 }',
          '      f: { value: 1, optional: true }',
          '      g: { frm: $.g }',
          '      h: { value: "{{i}}{{nobody}}{{h}}" }',
          '      i: { from: "$[", optional: 1 }',
          '      j: 5',
          '      k: { from: $.k, secret: true }',
          '      l: { value: 1, secret: true, when: { status: 200 }, unless: { $.a: 1 } }',
          '      m: { value: 1, secret: 1 }',
        ].join('\n'),
      ),
      [
        '8:10 missing-key "d" needs the key "from"',
        '9:12 bad-value "from" is about a value that is found, and "value" gives one',
        '10:22 bad-value "optional" is about a value that is found, and "value" gives one',
        '11:12 unknown-key "frm" is not a key of "g" (Did you mean "from"?)',
        '12:19 unknown-variable "i" has no value yet: a later step sets it',
        '12:19 unknown-variable nothing sets the variable "nobody"',
        '12:19 unknown-variable "h" is made of itself, and has no value before',
        '13:7 bad-json-path "$[" is not a JSONPath: unclosed bracketed selection',
        '13:34 bad-value "optional" must be true or false',
        '14:10 bad-value "j" must be text or a mapping',
        '17:30 bad-value "secret" must be true or false',
      ],
    ))

  it('tells of what is wrong in a mapping that a word may stand for, and not of the word', () =>
    expectProblems(
      suite(
        [
          '  - request: GET http://x',
          '    contract: { allow-status: [401] }',
          '  - request: GET http://x',
          '    contract: { ignore: [bodi] }',
          '  - { request: GET http://x, contract: of }',
        ].join('\n'),
      ),
      [
        '4:17 unknown-key "allow-status" is not a key of "contract" (Did you mean "allow-statuses"?)',
        '6:26 bad-value an item of "ignore" must be content-type, body, headers or request (Did you mean "body"?)',
        '7:40 bad-value "contract" must be off or on (Did you mean "off"?)',
      ],
    ))

  it('tells a slip in a key below one whose shape has a remedy', () =>
    expectProblems(suite('  - request: GET http://x/', 'data: { file: u.csv, seperator: ";" }\n'), [
      '2:22 unknown-key "seperator" is not a key of "data" (Did you mean "separator"?)',
    ]))

  it('tells a step whose action is misspelt of that alone', async () => {
    const problems = await checkSuite(await parseSuite(suite('  - requst: GET http://x'), 'a.yaml'), noFacts)
    assert.deepEqual(
      problems.map(({ code, message }) => `${code} ${message}`),
      ['unknown-key "requst" is not a key of a step'],
    )
  })

  it('tells a step without an action whose keys are near to the name of one', async () => {
    for (const keys of ['scripts: { before: "1" }', 'expect: 1']) {
      const problems = await checkSuite(
        await parseSuite(suite(`  - { name: a, ${keys} }`), 'a.yaml'),
        noFacts,
      )
      assert.ok(
        problems.some(({ code }) => code === 'action-key'),
        keys,
      )
    }
  })

  it('lets optional extracts, given values and those that overwrite take turns at a name', () =>
    expectProblems(
      suite(
        [
          '  - request: GET http://x',
          '    extracts: { a: $.a, b: { from: $.b, optional: true }, c: $.c }',
          '  - request: GET http://x/{{a}}/{{b}}/{{c}}',
          '    extracts: { a: { value: "" }, b: { from: $.c, optional: true }, c: { from: $.d, overwrite: true } }',
        ].join('\n'),
      ),
      [],
    ))

  it('knows the variables of a step from that step on', () =>
    expectProblems(
      suite(
        [
          '  - request: GET http://x/{{a}}/{{c}}',
          '    variables: { a: "{{b}}", b: "{{a}}" }',
          '    when: { c: "{{a}}" }',
          '    extracts: { c: $.c }',
          '  - request: GET http://x/{{a}}/{{b}}/{{c}}',
          '    variables: { "{d}": 1 }',
          '  - request: GET http://x',
          '    variables: {}',
          '    validations: [{ status: "{{b}}" }]',
        ].join('\n'),
      ),
      [
        '4:21 unknown-variable "b" has no value yet: a later step sets it',
        '5:13 unknown-variable nothing sets c before this asks for it, only the step itself does, so that it never runs',
        '5:16 unknown-variable "a" has no value yet: a later step sets it',
        '8:18 bad-value "{d}" cannot be the name of a variable',
        '10:16 bad-value "variables" must not be empty',
      ],
    ))

  it('misses a value that a variable of the suite is made of, until a step sets it', () =>
    expectProblems(
      suite(
        [
          '  - request: GET http://x/{{late}}/{{o.n}}',
          '  - request: GET http://x/{{o.m}}/{{text.x}}',
          '  - request: GET http://x/{{d}}',
          '    variables: { c: 1 }',
          '  - request: GET http://x/{{a}}',
          '    when: { a: 1 }',
          '  - request: GET http://x',
          '    extracts: { b: $.x, e: "$.{{a}}" }',
          '    validations: [{ $.x: "{{a}}" }]',
          '  - request: GET http://x/{{a}}/{{d}}',
          '  - request: GET http://x/{{d}}',
          '    variables: { a: 1, c: 2 }',
        ].join('\n'),
        'variables: { a: "{{b}}", d: "{{a}} {{c}}", o: { m: "{{b}}", n: 1 }, late: "{{b | default 4}}", text: "{{b}}" }\n',
      ),
      [
        '5:14 unknown-variable "b" has no value yet: a later step sets it, and "o" is made of it',
        '5:14 unknown-variable "b" has no value yet: a later step sets it, and "text" is made of it',
        '6:14 unknown-variable "b" has no value yet: a later step sets it, and "a" is made of it',
      ],
    ))

  it('looks into no value that is switched off, and at what else stands beside it', () =>
    expectProblems(
      suite(
        [
          '  - request: POST http://x',
          '    headers: { a: { disabled: "{{x}}" }, "{{x}}": { disabled: 1 }, b: { c: 1 }, d: { disabled: 1, e: 2 } }',
          '    query: { a: ["{{y}}", { disabled: "{{x}}" }], b: { disabled: "{{" }, c: { disabled: [1, "{{x}}"] } }',
          '    form: { a: { disabled: { b: 1 } }, b: [{ c: 1 }], d: 1, e: { disabled: 1 } }',
          '  - request: POST http://x',
          '    multipart:',
          '      a: { disabled: { file: "{{x}}" } }',
          '      b: [x, { disabled: "{{x}}" }]',
          '      c: { disabled: x, filename: y }',
          '      d: { disabled: { fle: x } }',
        ].join('\n'),
        'settings: { headers: { a: [{ disabled: "{{x}}" }] } }\n',
      ),
      [
        '5:71 bad-value "b" must be null, text, a number, true or false or a list',
        '5:99 unknown-key "e" is not a key of "d"',
        '6:18 unknown-variable nothing sets the variable "y"',
        '7:28 bad-value "disabled" must be null, text, a number, true or false or a list',
        '7:44 bad-value an item of "b" must be text, a number or true or false',
        '12:10 bad-value "c" must have only 1 key',
        '13:22 bad-value "disabled" must have exactly one of file, text or disabled',
        '13:24 unknown-key "fle" is not a key of "disabled" (Did you mean "file"?)',
      ],
    ))

  it('knows the methods, and that TRACE has no body', () =>
    expectProblems(
      suite(
        ['PROPFIND', 'VIEW', 'TRACE', 'CONNECT', 'propfind']
          .map(method => `  - request: ${method} http://x\n    text: a`)
          .join('\n'),
      ),
      [
        '8:5 misplaced-key a TRACE request has no body',
        '9:14 bad-value "CONNECT" is not a method',
        '11:14 bad-value "propfind" is not a method (Did you mean "PROPFIND"?)',
      ],
    ))

  it('takes any name for a variable that Postman takes', () =>
    expectProblems(
      suite(
        [
          '  - request: "GET {{base url}}/{{a.b}}/{{a.b.c}}/{{größe}}/{{x/y-z #1}}/{{env.host}}/{{q.r}}/{{q.r.s}}/{{q.t}}"',
          '    validations: [{ "header {{base url}}": "{{my value}}" }]',
          '    extracts: { my value: $.a }',
          '    when: { a.b.c: { exists: true } }',
        ].join('\n'),
        'variables: { base url: x, a.b: { c: 1 }, größe: 1, "x/y-z #1": 2, env.host: x, q.r: { s: 1 } }\n',
      ),
      ['4:14 unknown-variable nothing sets the variable "q.t" (Did you mean "q.r"?)'],
      { ...noFacts, processEnvironment: new Set() },
    ))

  it('refuses names that no placeholder could be for', () =>
    expectProblems(
      suite(
        '  - request: GET http://x\n    validations: [{ header a b: 1 }]',
        'variables: { " a": 1, "b ": 2, "": 3, "c{": 4, $d: 5 }\ninputs: ["$a"]\n',
      ),
      [
        '2:14 bad-value " a" cannot be the name of a variable',
        '2:23 bad-value "b " cannot be the name of a variable',
        '2:32 bad-value "" cannot be the name of a variable',
        '2:39 bad-value "c{" cannot be the name of a variable',
        '2:48 bad-value "$d" cannot be the name of a variable',
        '3:10 bad-value an item of "inputs" must be the name of a variable, without braces or $',
        '6:21 unknown-target "header a b" is not a target of a validation',
      ],
    ))

  it('takes one name for a validation', () =>
    expectProblems(suite('  - request: GET http://x\n    validations: [{ name: a, name: b, status: 200 }]'), [
      '4:30 duplicate-key the key "name" stands here for the second time',
    ]))

  it('knows a duration when it sees none', () =>
    expectProblems(suite('  - request: GET http://x\n    timeout: 5 seconds'), [
      '4:14 bad-value "timeout" must be a duration such as 500ms, 10s or 2m',
    ]))

  it('takes the words of the language for no secrets', () =>
    expectProblems(suite('  - request: GET http://x\n    auth: { api-key: { in: query, value: k } }'), [
      '4:22 bad-value "api-key" must have exactly one of header or query',
      '4:24 unknown-key "in" is not a key of "api-key"',
    ]))

  it('takes exactly one of header and query for an API key', () =>
    expectProblems(suite('  - request: GET http://x\n    auth: { api-key: { value: k } }'), [
      '4:22 bad-value "api-key" must have exactly one of header or query',
    ]))

  it('sees what a caller or a row gives', () =>
    expectProblems(suite('  - request: GET http://x/{{id}}/{{user}}', 'inputs: [user]\n'), [], {
      ...noFacts,
      columns: ['id'],
    }))

  it('looks into everything that says how a step is sent', () =>
    expectProblems(
      suite(
        '  - request: GET http://x\n    proxy: "{{a}}"\n    resolve: { "x:80": "{{b}}" }\n    tls: { ca: "{{c}}" }',
      ),
      [
        '4:12 unknown-variable nothing sets the variable "a"',
        '5:24 unknown-variable nothing sets the variable "b"',
        '6:16 unknown-variable nothing sets the variable "c"',
      ],
    ))

  it('wants environment variables to be set only where the suite will run', async () => {
    const text = suite('  - request: GET http://x/{{env.HOME_PAGE}}')
    await expectProblems(text, [])
    await expectProblems(text, ['3:14 unknown-variable the environment variable HOME_PAGE is not set'], {
      ...noFacts,
      processEnvironment: new Set(['PATH']),
    })
  })

  it('names an environment that does not exist', () =>
    expectProblems(
      suite('  - request: GET http://x', 'environment: stagging\n'),
      ['2:14 environment-unknown there is no environment "stagging" (Did you mean "staging"?)'],
      { ...noFacts, environments: ['local', 'staging'] },
    ))

  it('names a built-in that does not exist', () =>
    expectProblems(suite('  - request: GET http://x/{{$uuidd}}'), [
      '3:14 unknown-built-in there is no built-in {{$uuidd}} (Did you mean "$uuid"?)',
    ]))

  it('lets steps with conditions take turns at a variable', () =>
    expectProblems(
      suite(
        '  - request: GET http://x\n    when: { plan: a }\n    extracts: { id: $.a }\n' +
          '  - request: GET http://x\n    when: { plan: b }\n    extracts: { id: $.b }',
        'variables: { plan: a }\n',
      ),
      [],
    ))

  it('B5: refuses a condition on a name that nothing sets', () =>
    expectProblems(
      suite(
        '  - request: GET http://x\n    when: { plann: { exists: true } }\n' +
          '  - request: GET http://x\n    when: { plan.name: a, env.CI: x, coupon: { exists: false } }',
        'variables: { plan: { name: a } }\n',
      ),
      ['5:13 unknown-variable nothing sets the variable "plann" (Did you mean "plan"?)'],
    ))

  it('B5: refuses the same of validations and extracts', async () => {
    for (const condition of [
      'when: { variable plann: gold }',
      'unless: { variable plann: { exists: true } }',
      'when: [{ $.a: 1 }, { variable other: 1 }]',
    ]) {
      const name = condition.includes('plann') ? 'plann' : 'other'
      const hint = name === 'plann' ? ' (Did you mean "plan"?)' : ''
      const problem = `unknown-variable nothing sets the variable "${name}"${hint}`
      const steps = [
        `validations: [{ status: 200, ${condition} }]`,
        `extracts: { id: { from: $.id, ${condition} } }`,
      ]
      for (const keys of steps) {
        const column = keys.indexOf('variable') + 5
        await expectProblems(suite(`  - request: GET http://x\n    ${keys}`, 'variables: { plan: gold }\n'), [
          `5:${column} ${problem}`,
        ])
      }
    }
    const absent = 'validations: [{ status: 200, when: { variable coupon: { exists: false } } }]'
    await expectProblems(suite(`  - request: GET http://x\n    ${absent}`), [])
  })

  it('asks of rounds and names of files for variables that something sets', async () => {
    for (const [keys, column] of [
      ['repeat: { until: { variable nope: 1 }, at-most: 2 }', 24],
      ['save-to: "{{nope}}"', 14],
    ] as const)
      await expectProblems(suite(`  - request: DELETE http://x\n    ${keys}`), [
        `4:${column} unknown-variable nothing sets the variable "nope"`,
      ])
    const own = 'repeat: { until: { variable id: 1 }, at-most: 2 }\n    extracts: { id: $.id }'
    await expectProblems(suite(`  - request: GET http://x\n    ${own}`), [])
  })

  for (const [written, why] of [
    ['size: -1', 'a size is a whole number of bytes from 0 up'],
    ['size: 1.5', 'a size is a whole number of bytes from 0 up'],
    ['size: { one-of: [1, 1.5] }', 'a size is a whole number of bytes from 0 up'],
    ['status: { later-than: 2026-01-01 }', '"status" is no date, which later-than compares'],
    ['time: { earlier-than: 2026-01-01 }', '"time" is no date, which earlier-than compares'],
    [
      'certificate expires: { greater-than: 5 }',
      '"certificate expires" is a date: later-than and earlier-than compare it',
    ],
    [
      'cookie c http-only: "yes"',
      '"cookie NAME http-only" is true, or not there: write true, or { exists: false }',
    ],
  ] as const)
    it(`${written} can never be`, () => {
      const [key = ''] = written.split(': ')
      const column = written.includes('{') ? 25 + key.length : 21
      return expectProblems(suite(`  - request: GET https://x\n    validations: [{ ${written} }]`), [
        `4:${column} bad-value ${why}`,
      ])
    })

  it('takes sizes, flags and dates that can be', async () => {
    for (const written of [
      'size: 0',
      'size: { less-than: 1.5 }',
      'cookie c secure: true',
      'cookie c expires: x',
    ])
      await expectProblems(suite(`  - request: GET https://x\n    validations: [{ ${written} }]`), [])
  })

  it('finds variables that are made of themselves', () =>
    expectProblems(
      suite(
        '  - request: GET http://x',
        'variables: { a: "{{b}}", b: "x{{a.c}}", d: "{{a}}", e: "{{e}}" }\n',
      ),
      [
        '2:17 bad-value the variable "a" is made of itself: a → b → a',
        '2:56 bad-value the variable "e" is made of itself: e → e',
      ],
    ))

  it('leaves a circle that a step or a caller can break to the run', () =>
    expectProblems(suite('  - set: { a: 1 }', 'variables: { a: "{{b}}", b: "{{a}}", c: "{{c}}" }\n'), [], {
      ...noFacts,
      outerVariables: new Set(['c']),
    }))

  it('finds members that a variable of the suite does not have', () =>
    expectProblems(
      suite(
        '  - request: GET http://x/{{user.nmae}}/{{user.name}}/{{user.all.id}}/{{given.id}}\n' +
          '  - request: GET http://x/{{list[2]}}/{{list[1]}}',
        'variables: { user: { name: a, all: "{{list}}" }, list: [1, 2], given: {} }\n',
      ),
      [
        '4:14 unknown-variable the variable "user" has nothing at "user.nmae" (Did you mean "name"?)',
        '5:14 unknown-variable the variable "list" has nothing at "list[2]"',
      ],
      { ...noFacts, outerVariables: new Set(['given']) },
    ))

  it('names the row without a column that is used', () =>
    expectProblems(
      suite(
        '  - request: GET http://x/{{id}}/{{size}}\n  - { request: "GET http://x/{{id}}", when: { kind: a } }',
        'variables: { size: 1 }\n',
      ),
      ['4:14 data-columns row 2 of the data has no "id", which other rows have and {{id}} needs'],
      {
        ...noFacts,
        columns: ['id', 'kind', 'size'],
        rowsWithout: new Map([
          ['id', 2],
          ['size', 1],
        ]),
      },
    ))

  it('wants the method itself, not a variable', () =>
    expectProblems(suite('  - request: "{{m}} http://x"\n  - request: "{{m}}"', 'variables: { m: GET }\n'), [
      '4:14 bad-value the method cannot come from a variable',
      '5:14 bad-value the request has no method',
    ]))

  it('says where no placeholders are filled in', () =>
    expectProblems(
      suite(
        '  - { request: GET http://x, tags: ["{{x}}"], name: "{{x}}" }',
        'environment: "{{x}}"\nvariables: { x: y }\n',
      ),
      [
        '2:14 bad-value no placeholders are filled in under "environment", so {{x}} would stay as it is',
        '5:37 bad-value no placeholders are filled in under "tags", so {{x}} would stay as it is',
      ],
      { ...noFacts, environments: ['local'] },
    ))

  it('warns of a secret too short to mask', () =>
    expectProblems(suite('  - request: GET http://x', 'secrets: { pin: ab }\n'), [
      '2:17 secret-too-short the secret "pin" is too short to be masked',
    ]))

  it('finds an unquoted template inside an otherwise broken line', () =>
    expectProblems(suite('  - request: GET http://x\n    json: { id: 1 }\n    headers:\n      X: {{a}}/b'), [
      '6:15 unquoted-template {{a}}/b without quotes is a mapping to YAML, not a template',
    ]))

  it('points into used anchors', () =>
    expectProblems(
      suite('  - &base\n    request: GET http://x\n    timeout: soon\n  - <<: *base\n    name: Again'),
      ['5:14 bad-value "timeout" must be a duration such as 500ms, 10s or 2m'],
    ))
})
