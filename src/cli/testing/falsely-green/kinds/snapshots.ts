import { judged, type Slip } from '../slip.ts'

/** A suite whose only step gets `path` and is held against a snapshot, with what is in its files. */
const of = (
  path: string,
  snapshot: string,
  files: Readonly<Record<string, string>>,
  exitCode: 1 | 2,
  says: RegExp,
): Slip => ({
  title: `snapshot ${snapshot} of /${path} beside ${Object.values(files).join(' ')}`,
  files: {
    'a.apitest.yaml': judged(`snapshot: ${snapshot}`, path),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`snapshots/a/${name}`, text])),
  },
  exitCode,
  says,
  at: 'a.apitest.yaml:5',
})

const name = '{"data": {"user": {"name": "Ada"}}}'
const users =
  '{"total": 2, "items": [{ "id": «1⇒"<integer>"», "name": "Ada", "state": "active", "role": "admin", "price": 5 }, { "id": "<integer>", "name": "Bob", "state": "failed", "role": "user", "price": "20" }]}'
const masked = users.replace('«1⇒"<integer>"»', '"<integer>"')

/** Bodies that are held against what they once were. */
export const snapshots: readonly Slip[] = [
  of(
    'graphql-ok',
    '«one⇒two»',
    { 'two.json': name },
    1,
    /there is no snapshot snapshots\/a\/one\.json; --update-snapshots writes it/,
  ),
  of(
    'graphql-ok',
    'one',
    { 'one.«txt⇒json»': name },
    1,
    /no snapshot .*one\.json, but one\.txt, and the body is of another kind/,
  ),
  of(
    'graphql-ok',
    'one',
    { 'one.json': name.replace('Ada', '«Bob⇒Ada»') },
    1,
    /snapshot one: the body differs \(at \/data\/user\/name: expected "Bob", got "Ada"\)/,
  ),
  of(
    'graphql-ok',
    'one',
    { 'one.json': '{"data": {"user": {"name": "Ada"«, "age": 36⇒»}}}' },
    1,
    /\/data\/user\/age: expected 36, got nothing/,
  ),
  of(
    'graphql-ok',
    'one',
    { 'one.json': '{"data": {"user": {«⇒"name": "Ada"»}}}' },
    1,
    /\/data\/user\/name: expected nothing, got "Ada"/,
  ),
  of(
    'graphql-ok',
    'one',
    { 'one.json': '{"data":\n {"user": {"name": "Ada"}}«⇒}»' },
    1,
    /one\.json is not valid JSON, line 2/,
  ),
  of(
    'big',
    'one',
    { 'one.json': '{"id": 900719925474099«2⇒3»}' },
    1,
    /\/id: expected 9007199254740992, got 9007199254740993/,
  ),
  of(
    'user',
    '{ name: one, mask: { $..zip: <string> } }',
    {
      'one.json':
        '{"id": «7.0⇒7», "name": "Ada", "email": "ada@example.org", "age": "36", "balance": 12.5, "active": true, "verified": "true", "nick": "", "phone": null, "zip": "<string>", "version": "1.10", "since": "2026-01-02", "tags": ["new", "vip"], "codes": ["7", "8"], "address": {"zip": "<string>", "city": "London"}}',
    },
    1,
    /at \/id: expected 7\.0, got 7\)/,
  ),
  of(
    'text',
    'one',
    { 'one.txt': 'Hello, «Bob⇒Ada»' },
    1,
    /the body differs \(1 line differs[^]*line 1 +"Hello, Bob" +"Hello, Ada"/,
  ),
  of('text', 'one', { 'one.txt': 'Hello, Ada«\n⇒»' }, 1, /line 2 +"" +nothing/),
  of(
    'quote',
    'one',
    {
      'one.xml':
        '<q:Quote xmlns:q="urn:q" xmlns="urn:i"><Price>12.50</Price><Price>«8⇒7».00</Price><q:Total>19.50</q:Total></q:Quote>',
    },
    1,
    /1 line differs[^]*line 1\b[^]*<q:Quote/,
  ),
  of('«empty⇒text»', 'one', { 'one.txt': 'Hello, Ada' }, 1, /the body is empty: there is nothing to keep/),
  of('«cut⇒graphql-ok»', 'one', { 'one.json': name }, 1, /the body is not JSON/),
  of(
    'users',
    '{ name: one, mask: { $..id: <integer> } }',
    { 'one.json': users },
    1,
    /\/items\/0\/id: expected 1, got <integer>/,
  ),
  of(
    'users',
    '{ name: one, mask: { $..id«d⇒»: <integer> } }',
    { 'one.json': masked },
    1,
    /the mask \$\.\.idd selects nothing/,
  ),
  of(
    'users',
    '{ name: one, mask: { $..id: <«uuid⇒integer»> } }',
    { 'one.json': masked },
    1,
    /\$\.items\[0\]\.id: expected <uuid>, got 1/,
  ),
  of(
    'users',
    '{ name: one, mask: { $..id: «ignore⇒<integer>» } }',
    { 'one.json': masked },
    2,
    /"ignore" is no mask: write a marker such as <any>, <uuid>, <date-time>/,
  ),
  of(
    'users',
    '{ name: one, mask: { «..id⇒$..id»: <integer> } }',
    { 'one.json': masked },
    2,
    /the mask "\.\.id" is not a JSONPath/,
  ),
  of(
    'users',
    '{ name: one, mask: «[$..id]⇒{ $..id: <integer> }» }',
    { 'one.json': masked },
    2,
    /must be a mapping/,
  ),
  of('users', '{ name: one, «masks⇒mask»: { $..id: <integer> } }', { 'one.json': masked }, 2, /unknown-key/),
  of(
    'users',
    '{ «⇒name: one, »mask: { $..id: <integer> } }',
    { 'one.json': masked },
    2,
    /needs the key "name"/,
  ),
  of(
    'text',
    '«{ name: one, mask: { $.a: <any> } }⇒one»',
    { 'one.txt': 'Hello, Ada' },
    1,
    /the mask \$\.a is a JSONPath, and the body is no JSON/,
  ),
  of('graphql-ok', '«../one⇒one»', { 'one.json': name }, 2, /must be letters, digits, \. _ -/),
  of('graphql-ok', '«.one⇒one»', { 'one.json': name }, 2, /must be letters, digits, \. _ -/),
  of('graphql-ok', '«""⇒one»', { 'one.json': name }, 2, /must be letters, digits, \. _ -/),
  of('graphql-ok', `«${'a'.repeat(250)}⇒one»`, { 'one.json': name }, 2, /200 at most/),
  of('graphql-ok', '«aux.b⇒one»', { 'one.json': name }, 2, /no device of Windows/),
  of(
    'graphql-ok',
    '«{ name: one, mask: { $: <any> } }⇒one»',
    { 'one.json': name },
    2,
    /the mask \$ with <any> takes everything/,
  ),
  of(
    'graphql-ok',
    '«{ name: one, mask: { $.*: <any> } }⇒one»',
    { 'one.json': name },
    2,
    /the mask \$\.\* with <any> takes everything/,
  ),
  of('graphql-ok', '«[one]⇒one»', { 'one.json': name }, 2, /must be text or a mapping/),
  {
    title: 'a name that becomes a path',
    files: {
      'a.apitest.yaml': `suite: A\nvariables: { id: «../b/one⇒one» }\nsteps:\n  - request: GET URL/graphql-ok\n    validations:\n      - snapshot: "{{id}}"\n`,
      'snapshots/a/one.json': name,
      'snapshots/b/one.json': name,
    },
    exitCode: 1,
    says: /the name must be letters, digits, \. _ -/,
    at: 'a.apitest.yaml:6',
  },
  {
    title: 'one name for two bodies',
    files: {
      'a.apitest.yaml': `suite: A\nsteps:\n  - request: GET URL/{{path}}\n    data: [{ path: graphql-ok }, { path: text }]\n    validations:\n      - snapshot: «one⇒one-{{path}}»\n`,
      'snapshots/a/one.json': name,
      'snapshots/a/one.txt': 'Hello, Bob',
      'snapshots/a/one-graphql-ok.json': name,
      'snapshots/a/one-text.txt': 'Hello, Ada',
    },
    exitCode: 1,
    says: /line 1 +"Hello, Bob"/,
  },
  {
    title: 'names that are one file on some machines',
    files: {
      'a.apitest.yaml': `suite: A\nsteps:\n  - request: GET URL/graphql-ok\n    validations:\n      - snapshot: One\n  - request: GET URL/graphql-ok\n    validations:\n      - snapshot: «one⇒One»\n`,
      'snapshots/a/One.json': name,
    },
    exitCode: 2,
    says: /"one" and "One" are one file on some machines/,
  },
  {
    title: 'a snapshot that is extracted',
    files: `suite: A\nsteps:\n  - request: GET URL/text\n    extracts: { a: «snapshot⇒text» }\n`,
    exitCode: 2,
    says: /"snapshot" is not a target of an extract/,
  },
  {
    title: 'a snapshot as a condition',
    files:
      `suite: A\nsteps:\n  - request: GET URL/text\n    validations:\n      - { when: { «snapshot: one⇒status: 200» }, text: Hello, Ada }\n`.replace(
        'Hello, Ada',
        '"Hello, Ada"',
      ),
    exitCode: 2,
    says: /"snapshot" is not a target of a condition/,
  },
  {
    title: 'a snapshot that ends attempts',
    files: `suite: A\nsteps:\n  - request: GET URL/text\n    retry:\n      attempts: 2\n      stop-when: [{ name: Old, «snapshot: one⇒status: 404» }]\n    validations: [{ status: 200 }]\n`,
    exitCode: 2,
    says: /a snapshot is of the last answer/,
  },
  {
    title: 'an update where nobody looks',
    files: { 'a.apitest.yaml': judged('snapshot: one', 'graphql-ok'), 'snapshots/a/one.json': name },
    line: 'a.apitest.yaml «--update-snapshots⇒»',
    environment: { CI: 'true' },
    exitCode: 2,
    says: /--update-snapshots is refused where CI is set/,
    at: null,
  },
  {
    title: 'an update of what is wrong otherwise',
    files: {
      'a.apitest.yaml': `suite: A\nsteps:\n  - request: GET URL/graphql-ok\n    validations:\n      - snapshot: one\n      - status: «201⇒200»\n`,
    },
    line: 'a.apitest.yaml --update-snapshots',
    environment: { CI: '' },
    exitCode: 1,
    says: /there is no snapshot[^]*status: Expected equals 201/,
    at: 'a.apitest.yaml:5',
  },
  {
    title: 'an update of two bodies with one name',
    files: {
      'a.apitest.yaml': `suite: A\nsteps:\n  - request: GET URL/{{path}}\n    data: [{ path: graphql-ok }, { path: user }]\n    validations:\n      - snapshot: «one⇒one-{{path}}»\n`,
    },
    line: 'a.apitest.yaml --update-snapshots',
    environment: { CI: '' },
    exitCode: 1,
    says: /one is taken by row 1, whose body is another: name it one-\{\{id\}\}/,
  },
  {
    title: 'an update of a mask that selects nothing',
    files: { 'a.apitest.yaml': judged('snapshot: { name: one, mask: { «$.idd⇒$.id»: <any> } }') },
    line: 'a.apitest.yaml --update-snapshots',
    environment: { CI: '' },
    exitCode: 1,
    says: /the mask \$\.idd selects nothing/,
  },
  {
    title: 'an update that writes nothing',
    files: { 'a.apitest.yaml': judged('snapshot: one', 'graphql-ok'), 'snapshots/a/one.json': name },
    line: 'a.apitest.yaml --update-snapshots «--dry-run⇒»',
    environment: { CI: '' },
    exitCode: 2,
    says: /--update-snapshots writes what is answered, and --dry-run sends nothing/,
    at: null,
  },
]
