import { type Slip, user } from '../slip.ts'

/** A step whose script stands in line 7, behind one of `const user`. */
const after = (script: string, more = ''): string =>
  user(`${more}scripts:\n      after: |\n        const user = pm.response.json()\n        ${script}`)

const failed = (title: string, script: string, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title,
  files: after(script),
  exitCode: 1,
  says,
  ...more,
})

/** Scripts whose tests test nothing, or fail where nobody looks. */
export const scripts: readonly Slip[] = [
  failed(
    'an expectation that expects nothing',
    "pm.test('is Bob', () => { pm.expect(«user.name === 'Bob'⇒user.name === 'Ada').to.eql(true»); })",
    /this expects nothing/,
    { exitCode: 2 },
  ),
  failed(
    'an assertion of chai that is not called',
    "pm.test('is Bob', () => { pm.expect(user.name).to.equal«⇒('Ada')»; })",
    /write equal\(…\)/,
    { exitCode: 2 },
  ),
  failed(
    'an assertion on the response that is not called',
    "pm.test('has a status', () => { pm.response.to.have.status«⇒(200)»; })",
    /write status\(…\)/,
    { exitCode: 2 },
  ),
  failed(
    'a test that returns false',
    "pm.test('is Bob', () => «user.name === 'Bob'⇒pm.expect(user.name).to.eql('Ada')»)",
    /nobody looks at what/,
    { exitCode: 2 },
  ),
  ...[
    [
      'a comparison that is a statement',
      "«user.name === 'Bob'⇒pm.expect(user.name).to.eql('Ada')»",
      /nobody looks/,
    ],
    ['a test of nothing', "«⇒pm.expect(user.name).to.eql('Ada')»", /tests nothing/],
    [
      'a test that returns false in a block',
      "«return false⇒pm.expect(user.name).to.eql('Ada')»",
      /nobody looks/,
    ],
    ['an assignment', "pm.expect(user.name «= 'Bob'⇒=== 'Ada'»).to.«be.ok⇒eql(true)»", /compares nothing/],
    ['a search for the empty text', "pm.expect(user.name).to.include('«⇒A»')", /the empty one/],
    ['a search for no members', "pm.expect(user.tags).to.include.members([«⇒'vip'»])", /includes no members/],
  ].map(([title, script, says]) =>
    failed(String(title), `pm.test('is Bob', () => { ${String(script)} })`, says as RegExp, { exitCode: 2 }),
  ),
  failed(
    'a misspelt assertion of chai',
    "pm.test('is active', () => { pm.expect(user.active).to.be.«treu⇒true» })",
    /is active - .*Invalid Chai property: treu/,
  ),
  failed(
    'a misspelt assertion on the response',
    "pm.test('is fine', () => { pm.response.to.be.«okk⇒ok» })",
    /is fine - .*Invalid Chai property: okk/,
  ),
  failed(
    'a test that a timer registers late',
    "setTimeout(() => pm.test('is late', () => pm.expect(user.name).to.eql(«'Bob'⇒'Ada'»)), 30)",
    /is late - AssertionError/,
  ),
  failed(
    'a test that a promise registers late',
    "new Promise(done => setTimeout(done, 20)).then(() => pm.test('is later', () => pm.expect(user.id).to.eql(«8⇒7»)))",
    /is later - AssertionError/,
  ),
  failed(
    'a callback that throws behind its test',
    "pm.test('counts', () => { setTimeout(() => { pm.expect(user.tags.length).to.eql(«3⇒2») }, 5) })",
    /AssertionError: expected 2 to deeply equal 3/,
  ),
  failed(
    'a promise in a test that nobody waits for',
    "pm.test('has a name', () => { Promise.resolve(user).then(one => pm.expect(one.name).to.eql(«'Bob'⇒'Ada'»)) });",
    /AssertionError: expected 'Ada' to deeply equal 'Bob'/,
  ),
  failed(
    'a test whose done says no',
    "pm.test('asks', done => { pm.response.to.have.status(200); done(«new Error('no user')⇒») })",
    /asks - .*no user/,
  ),
  failed(
    'a test whose done comes with a text',
    "pm.test('asks', done => { pm.response.to.have.status(200); setTimeout(() => done(«'no user'⇒»), 5) })",
    /asks - .*no user/,
    { at: 'a.apitest.yaml:5' },
  ),
  failed(
    'a value that is missing in the old interface',
    "tests['is verified'] = user.«isVerified⇒verified»",
    /is verified/,
    { at: 'a.apitest.yaml:5' },
  ),
  failed('the empty text in the old interface', "tests['has a nick'] = user.«nick⇒name»", /has a nick/, {
    at: 'a.apitest.yaml:5',
  }),
  failed(
    'a rejection that comes late',
    "new Promise((yes, no) => setTimeout(() => «no(new Error('late'))⇒yes()», 30))",
    /Error: late/,
  ),
  failed(
    'a test that is of another interface',
    "pm.«tests⇒test»('is Ada', () => pm.expect(user.name).to.eql('Ada'))",
    /pm\.tests is not a function/,
  ),
  failed(
    'an asynchronous function that is no test',
    ";(async () => { await null; pm.expect(user.name).to.eql(«'Bob'⇒'Ada'») })()",
    /AssertionError: expected 'Ada' to deeply equal 'Bob'/,
  ),
  failed(
    'an answer that was asked for and not judged in time',
    "pm.sendRequest('URL/users', (error, answer) => { pm.test('has three', () => pm.expect(answer.json().total).to.eql(«3⇒2»)) })",
    /has three - AssertionError/,
  ),
  {
    title: 'a test that a script registers when its time is over',
    files: user(`timeout: 2s
    scripts:
      after: setTimeout(() => pm.test('too late', () => pm.expect(pm.info.iteration).to.eql(0)), «60000⇒5»)`),
    exitCode: 1,
    says: /the script was ended after 2 s \(timeout\)/,
  },
  {
    title: 'a test that fails before the request',
    files: user(
      "scripts:\n      before: |\n        pm.test('is set up', () => pm.expect(pm.info.iteration).to.eql(«1⇒0»))",
    ),
    exitCode: 1,
    says: /is set up - AssertionError/,
  },
  {
    title: 'a script that skips the only request',
    files: user("scripts:\n      before: «pm.execution.skipRequest()⇒pm.variables.set('a', 1)»"),
    exitCode: 2,
    sends: true,
    says: /every step was skipped, so nothing was tested/,
    at: 'a.apitest.yaml:3',
  },
  {
    title: 'a script that goes on with a step that there is not',
    files: `suite: A
steps:
  - request: GET URL/user
    scripts: { after: "pm.execution.setNextRequest('«Chekc⇒Check»')" }
  - name: Check
    request: GET URL/user
    validations: [{ $.name: Ada }]
`,
    exitCode: 3,
    at: 'a.apitest.yaml:3',
    says: /a script wants to go on with "Chekc", and no step has that name/,
  },
  {
    title: 'a script of a kind that there is not',
    files: user(
      "scripts:\n      «test⇒after»: pm.test('is Ada', () => pm.expect(pm.response.json().name).to.eql('Ada'))",
    ),
    exitCode: 2,
    says: /unknown-key +"test" is not a key of "scripts"/,
  },
  {
    title: 'no script at all',
    files: user(
      "scripts:\n      after: «[]⇒[\"pm.test('is Ada', () => pm.expect(pm.response.json().name).to.eql('Ada'))\"]»",
    ),
    exitCode: 2,
    says: /"after" must not be empty/,
  },
  {
    title: 'a script with nothing but a remark',
    files: `suite: A\nsteps:\n  - request: GET URL/user\n  - script: |\n      // pm.test('is Ada', () => pm.expect(pm.info.iteration).to.eql(0))\n«⇒      pm.test('is Ada', () => pm.expect(pm.info.iteration).to.eql(0))\n»`,
    exitCode: 2,
    says: /script.*(empty|nothing)/,
    at: 'a.apitest.yaml:4',
  },
  {
    title: 'a failing test in a script of the cleaning up',
    files: `suite: A
steps:
  - request: GET URL/user
after:
  - request: GET URL/none
    scripts: { after: "pm.test('is clean', () => pm.expect(pm.response.json().total).to.eql(«1⇒0»))" }
`,
    exitCode: 1,
    says: /is clean - AssertionError/,
  },
  {
    title: 'scripts of the settings of a suite without requests',
    files: `suite: A
settings:
  scripts: { after: "pm.test('is Ada', () => pm.expect(pm.response.json().name).to.eql('Ada'))" }
steps:
  - «exec: curl -s URL/user⇒request: GET URL/user»
`,
    line: 'a.apitest.yaml --allow-exec',
    exitCode: 2,
    says: /scripts.*request/,
    at: 'a.apitest.yaml:3',
  },
]
