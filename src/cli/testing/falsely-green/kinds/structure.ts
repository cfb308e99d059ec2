import { type Slip, user } from '../slip.ts'

const suite = (
  title: string,
  text: string,
  exitCode: 1 | 2 | 3,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: text,
  exitCode,
  says,
  ...more,
})

const b = 'suite: B\nsteps: [{ request: GET URL/user }]\n'

/** Suites that have less in them than they seem to. */
export const structure: readonly Slip[] = [
  suite(
    'nothing but cleaning up',
    'suite: A\n«after⇒steps»:\n  - request: GET URL/user\n',
    2,
    /needs the key "steps"/,
    { at: 'a.apitest.yaml:1' },
  ),
  suite(
    'steps that are all remarked out',
    'suite: A\nsteps:\n  «# ⇒»- request: GET URL/user\n',
    2,
    /"steps" must be/,
    { at: 'a.apitest.yaml:2' },
  ),
  suite(
    'a dash without a step',
    'suite: A\nsteps:\n  - request: GET URL/user\n«  -\n⇒»',
    2,
    /must be a mapping|step/,
  ),
  suite(
    'steps under one dash too few',
    'suite: A\nsteps:\n  «⇒- »request: GET URL/user\n',
    2,
    /"steps" must be a list/,
  ),
  suite(
    'validations that are all remarked out',
    user('validations:\n      «# ⇒»- $.name: Ada'),
    2,
    /"validations" must/,
    { at: 'a.apitest.yaml:4' },
  ),
  // Conditions of a step.
  ...[
    ['unless: { «paln⇒plan»: free }', /nothing sets the variable "paln"/],
    ['unless: { «paln: { exists: false }⇒plan: free» }', /nothing sets the variable "paln"/],
    ['unless: «[plan: free]⇒{ plan: free }»', /"unless" must be a mapping|condition is a mapping/],
    ['unless: «plan == free⇒{ plan: free }»', /"unless" must be|condition is a mapping/],
    ['unless: {« ⇒ plan: free »}', /"unless" must not be empty/],
    ['unless: { plan:« ⇒ free» }', /nothing is written behind "plan"/],
    ['unless: { plan: { contains: «""⇒free» } }', /must not be empty/],
    ['unless: { plan: { «is: gold⇒equals: free» } }', /not an operator|operator/],
  ].map(([line, says]) =>
    suite(
      String(line).replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
      `suite: A\nvariables: { plan: gold }\nsteps:\n  - ${String(line)}\n    request: GET URL/user\n    validations: [{ $.name: Ada }]\n`,
      2,
      says as RegExp,
    ),
  ),
  suite('no validations', user('validations: [«⇒$.name: Ada»]'), 2, /"validations" must/),
  suite(
    'validations in place of a list',
    user('validations: «{ $.name: Ada, status: 200 }⇒[{ $.name: Ada }, { status: 200 }]»'),
    2,
    /"validations" must be a list/,
  ),
  suite(
    'validations on the level of the suite',
    'suite: A\nsteps:\n  - request: GET URL/user\n«⇒    »validations: [{ $.name: Bob }]\n'.replace(
      'Bob',
      'Ada',
    ),
    2,
    /unknown-key/,
  ),
  suite(
    'validations below a body',
    'suite: A\nsteps:\n  - request: POST URL/user\n    json:\n      a: 1\n«  ⇒»    validations: [{ $.name: «Bob⇒Ada» }]\n',
    2,
    /validations/,
  ),
  suite(
    'validations below the headers',
    'suite: A\nsteps:\n  - request: GET URL/user\n    headers:\n      a: b\n«  ⇒»    validations: [{ $.name: «Bob⇒Ada» }]\n',
    2,
    /validations/,
  ),
  suite('extracts that are all remarked out', user('extracts:\n      «# ⇒»id: $.id'), 2, /"extracts" must/, {
    at: 'a.apitest.yaml:4',
  }),
  suite(
    'a condition that is remarked out',
    user('when:\n      «# plan: gold⇒plan: gold»').replace('\n', '\nvariables: { plan: gold }\n'),
    2,
    /"when" must/,
    { at: 'a.apitest.yaml:5' },
  ),
  suite(
    'two documents in one file',
    `${b}«---\n⇒»«suite: A\nsteps: [{ request: GET URL/status/500 }]\n⇒»`,
    2,
    /document/,
  ),
  suite(
    'the same key twice in a body',
    'suite: A\nsteps:\n  - request: POST URL/user\n    json: { role: user«, role: admin⇒» }\n',
    2,
    /duplicate-key/,
  ),
  suite(
    'the same path twice in what is matched',
    user('validations: [{ $: { matches: { id: 7«, id: 8⇒» } } }]'),
    2,
    /duplicate-key/,
  ),
  suite(
    'the same operator twice',
    user('validations: [{ $.name: { not-equals: Bob«, not-equals: Ada⇒» } }]'),
    2,
    /duplicate-key/,
  ),
  suite(
    'the same status twice under one dash',
    user('validations:\n      - status: 200\n«        status: 404\n⇒»'),
    2,
    /duplicate-key/,
  ),
  suite(
    'the same column twice in a row',
    'suite: A\ndata: [{ id: 1«, id: 2⇒» }]\nsteps: [{ request: "GET URL/user?{{id}}" }]\n',
    2,
    /duplicate-key/,
  ),
  suite('a hidden character in a key', user('validations«\u200B⇒»: [{ status: 200 }]'), 2, /unknown-key/),
  suite('a suite in UTF-16', '', 2, /UTF-8|UTF-16/, {
    files: {
      'a.apitest.yaml': [
        Buffer.from(`\uFEFF${b}`, 'utf16le'),
        Buffer.from(
          'suite: B\nsteps: [{ pause: 1ms }, { set: { a: 1 }, validations: [{ variable a: 1 }] }]\n',
        ),
      ],
    },
    at: 'a.apitest.yaml',
  }),
  suite(
    'nothing but variables and pauses',
    'suite: A\nsteps:\n  - set: { name: Ada }\n  - pause: 1ms\n«⇒  - request: GET URL/user\n»',
    2,
    /nothing was (tested|judged)|tests nothing/,
    { at: 'a.apitest.yaml', sends: true },
  ),
  suite(
    'a suite to use that does nothing but set variables',
    '',
    2,
    /nothing was (tested|judged)|tests nothing/,
    {
      files: {
        'b.apitest.yaml': 'suite: B\ninputs: []\nsteps:\n  - «set: { name: Ada }⇒request: GET URL/user»\n',
        'a.apitest.yaml': 'suite: A\nsteps: [{ use: b.apitest.yaml }]\n',
      },
      at: 'a.apitest.yaml',
      sends: true,
    },
  ),
  suite('a name that the used suite does not know', '', 2, /"idd"/, {
    files: {
      'a.apitest.yaml': 'suite: A\nsteps:\n  - use: b.apitest.yaml\n    with: { «idd⇒id»: 8 }\n',
      'b.apitest.yaml': 'suite: B\nvariables: { id: 7 }\nsteps: [{ request: "GET URL/user?{{id}}" }]\n',
    },
  }),
  suite('a used suite that is empty', '', 2, /b\.apitest\.yaml/, {
    files: {
      'a.apitest.yaml': 'suite: A\nsteps:\n  - use: b.apitest.yaml\n',
      'b.apitest.yaml': '«⇒suite: B\nsteps: [{ request: GET URL/user }]\n»',
    },
    at: 'a.apitest.yaml:3',
  }),
  suite('a used suite with no steps', '', 2, /"steps" must not be empty/, {
    files: {
      'a.apitest.yaml': 'suite: A\nsteps:\n  - use: b.apitest.yaml\n',
      'b.apitest.yaml': 'suite: B\nsteps: [«⇒{ request: GET URL/user }»]\n',
    },
  }),
  suite('a failing validation in a used suite', '', 1, /Expected equals Bob, got Ada/, {
    files: {
      'b.apitest.yaml':
        'suite: B\nsteps:\n  - request: GET URL/user\n    validations: [{ $.name: «Bob⇒Ada» }]\n',
      'a.apitest.yaml': 'suite: A\nsteps: [{ use: b.apitest.yaml }]\n',
    },
  }),
  suite(
    'a step after the failed one, with stop-on-failure false',
    'suite: A\nsettings: { stop-on-failure: false }\nsteps:\n  - request: GET URL/user\n    validations: [{ $.name: «Bob⇒Ada» }]\n  - request: GET URL/user\n',
    1,
    /Expected equals Bob, got Ada/,
  ),
  suite(
    'a failing step of the cleaning up',
    'suite: A\nsteps:\n  - request: GET URL/user\nafter:\n  - request: DELETE URL/«status/500⇒user»\n',
    1,
    /Expected 2xx or 3xx, got 500/,
  ),
  suite(
    'a cleaning up that names what is never set',
    'suite: A\nsteps:\n  - request: GET URL/user\nafter:\n  - request: DELETE URL/user?«{{userid}}⇒{{id}}»\nvariables: { id: 7 }\n',
    2,
    /nothing sets the variable "userid"/,
  ),
  suite('no time at all', user('timeout: «0s⇒5s»'), 2, /a timeout of 0 leaves no time/),
  suite(
    'no time in the settings',
    user('name: Read').replace('\n', '\nsettings: { timeout: «0ms⇒5s» }\n'),
    2,
    /a timeout of 0 leaves no time/,
  ),
  suite(
    'no time between two questions',
    'suite: A\nsteps:\n  - wait: URL/user\n    interval: «0s⇒1s»\n',
    2,
    /an interval of 0 leaves no time/,
  ),
  suite('no attempts', user('retry: { attempts: «0⇒1» }'), 2, /"attempts" must be 1 or more/),
  suite(
    'half an attempt',
    user('retry: { attempts: «1.5⇒1» }'),
    2,
    /"attempts" must be a whole number|integer/,
  ),
  suite(
    'retrying until something that there is not',
    user('retry: { attempts: 2, until: «$.name⇒success» }'),
    2,
    /"until" must be/,
  ),
  suite(
    'a poll that ends by its attempts',
    user('retry: { attempts: 3, interval: 1ms }\n    validations: [{ $.nick: «shipped⇒""» }]'),
    1,
    /Expected equals shipped, got/,
  ),
  suite(
    'a poll that stops although it has not come true',
    user(
      'retry: { attempts: 3, interval: 1ms, stop-when: [{ $.id: 7 }] }\n    validations: [{ $.name: «Bob⇒Ada» }]',
    ),
    1,
    /gave up, because stop-when holds|Expected equals Bob/,
  ),
  suite(
    'a stop-when without conditions',
    user('retry: { attempts: 2, stop-when: [«⇒{ $.id: 9 }»] }'),
    2,
    /"stop-when" must not be empty/,
  ),
  suite(
    'a stop-when of nothing',
    user('retry: { attempts: 2, stop-when: [{«} ⇒ $.id: 9 }»] }'),
    2,
    /"stop-when"|must not be empty|target/,
  ),
  suite(
    'a retry until success that validations then refuse',
    user('retry: { attempts: 2, interval: 1ms, until: success }\n    validations: [{ $.name: «Bob⇒Ada» }]'),
    1,
    /Expected equals Bob/,
  ),
  suite(
    'a retry until success that ends at a redirect',
    'suite: A\nsteps:\n  - request: GET URL/«redirect⇒user»\n    retry: { attempts: 2, interval: 1ms, until: success }\n',
    1,
    /302/,
    { at: 'a.apitest.yaml:3' },
  ),
  suite(
    'a correlation that does not come back',
    'suite: A\nsettings:\n  correlation: { header: X-Request-ID«, echo: true⇒» }\nsteps:\n  - request: GET URL/user\n',
    1,
    /X-Request-ID/i,
    { at: 'a.apitest.yaml:5' },
  ),
  suite(
    'an echo that is text',
    'suite: A\nsettings:\n  correlation: { header: X-Request-ID, echo: «yes⇒false» }\nsteps:\n  - request: GET URL/user\n',
    2,
    /"echo" must be true or false/,
  ),
  suite(
    'a command that fails behind another',
    'suite: A\nsteps:\n  - exec: "«false⇒true» && echo done"\n',
    1,
    /Expected exit code 0, got 1/,
    { line: 'a.apitest.yaml --allow-exec' },
  ),
  suite('a command that is empty', 'suite: A\nsteps:\n  - exec: «""⇒"true"»\n', 2, /"exec" must/, {
    line: 'a.apitest.yaml --allow-exec',
  }),
  suite(
    'a command without output',
    'suite: A\nsteps:\n  - exec: «"true"⇒echo 7»\n    validations: [{ $: 7 }]\n',
    1,
    /got an empty body|nothing/,
    { line: 'a.apitest.yaml --allow-exec', at: 'a.apitest.yaml:4' },
  ),
  suite('nothing to wait for', 'suite: A\nsteps:\n  - wait: [«⇒URL/user»]\n', 2, /"wait" must not be empty/),
  suite(
    'a service that answers with an error',
    'suite: A\nsteps:\n  - wait: URL/«status/503⇒user»\n    timeout: 1s\n    interval: 100ms\n',
    3,
    /503/,
    { at: 'a.apitest.yaml:3' },
  ),
]
