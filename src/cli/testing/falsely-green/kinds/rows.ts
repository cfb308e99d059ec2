import type { Slip } from '../slip.ts'

/** A suite that reads one user per row of the file. */
const suite = 'suite: A\ndata: rows.csv\nsteps:\n  - request: GET URL/user?{{id}}\n'

const csv = (title: string, rows: string, exitCode: 1 | 2, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title,
  files: { 'rows.csv': rows, 'a.apitest.yaml': suite },
  exitCode,
  says,
  ...more,
})

/** Rows of JSON in a file. */
const json = (title: string, rows: string, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title,
  files: { 'rows.json': rows, 'a.apitest.yaml': suite.replace('csv', 'json') },
  exitCode: 2,
  says,
  ...more,
})

/** An error in all rows is told where the suite names them. */
const named = 'a.apitest.yaml:2'

/** A status that a row expects, and that nothing could be. */
const noStatus = (value: string, right = '200'): Slip =>
  csv(
    `the status ${JSON.stringify(value)} of a row`,
    `id,expected_status\n1,200\n2,«${value}⇒${right}»\n`,
    2,
    /row 2 expects the status .*, which is none/,
    { at: 'rows.csv:3' },
  )

const expected = /status: Expected equals 404, got 200/

/** Data rows that nothing is judged by, or that do not say what they seem to. */
export const rows: readonly Slip[] = [
  csv('a byte order mark before the first column', '\uFEFFexpected_status,id\n«404⇒200»,1\n', 1, expected, {
    at: 'a.apitest.yaml:4',
  }),
  json(
    'a second list beside the rows',
    '{"rows": [{"id": 1}, {"id": 3}]«, "row": [{"id": 2}]⇒, "total": 2»}',
    /a list "row" beside "rows"/,
    { at: null },
  ),
  csv('line ends of an old Mac', 'id,expected_status\r1,«404⇒200»\r', 1, expected, {
    at: 'a.apitest.yaml:4',
  }),
  csv('semicolons', 'id«;⇒,»expected_status\n1«;⇒,»200\n', 2, /data-columns.*commas/),
  csv('tabs', 'id«\t⇒,»expected_status\n1«\t⇒,»200\n', 2, /data-columns.*commas/),
  csv('a blank before the name of a column', 'id,« ⇒»expected_status\n1,«404⇒200»\n', 1, expected, {
    at: 'a.apitest.yaml:4',
  }),
  csv('a blank in a quoted name of a column', 'id,"expected_status« ⇒»"\n1,«404⇒200»\n', 1, expected, {
    at: 'a.apitest.yaml:4',
  }),
  csv('a hard blank behind the name of a column', 'id,expected_status\u00A0\n1,«404⇒200»\n', 1, expected, {
    at: 'a.apitest.yaml:4',
  }),
  csv(
    'a blank without width in the name of a column',
    'id,expected«\u200B⇒»_status\n1,200\n',
    2,
    /column "expected.*read by nobody/,
    { at: named },
  ),
  csv(
    'a foreign letter in the name of a column',
    'id,«\u0435⇒e»xpected_status\n1,200\n',
    2,
    /column ".*xpected_status" is read by nobody/,
    { at: named },
  ),
  csv('a plural', 'id,expected_status«es⇒»\n1,200\n', 2, /column "expected_statuses" is read by nobody/, {
    at: named,
  }),
  csv(
    'two words the other way round',
    'id,«status_expected⇒expected_status»\n1,200\n',
    2,
    /column "status_expected"/,
    { at: named },
  ),
  csv('a short form', 'id,«exp_status⇒expected_status»\n1,200\n', 2, /column "exp_status"/, {
    at: named,
  }),
  csv(
    'the word of another tool',
    'id,«expectedStatusCode⇒expected_status»\n1,200\n',
    2,
    /column "expectedStatusCode" is read by nobody/,
    { at: named },
  ),
  csv(
    'a column twice',
    'id,expected_status«,expected_status⇒»\n1,200«,404⇒»\n',
    2,
    /two columns are named "expected_status"/,
  ),
  csv(
    'no names of columns',
    '«⇒id,expected_status\n»1,200\n2,200\n',
    2,
    /nothing names the column "1" of the data/,
    { at: named },
  ),
  csv(
    'a remark above the names of the columns',
    '«# users\n⇒»id,expected_status\n1,200\n',
    2,
    /number of values in this row is 2, and the first row names 1 column/,
    { at: 'rows.csv:2' },
  ),
  csv('a quote that is never closed', 'id,name,expected_status\n1,«"⇒»Ada,200\n2,Bob,200\n', 2, /quote/),
  csv(
    'a row with one value too many',
    'id,expected_status\n1,2,200\n'.replace(',2,', ',«2,⇒»'),
    2,
    /values in this row is 3/,
  ),
  csv('nothing but empty lines below the names', 'id,expected_status\n«\n\n⇒1,200\n»', 2, /has no rows/, {
    at: 'rows.csv:1',
  }),
  {
    title: 'rows in UTF-16',
    files: {
      'rows.csv': [
        Buffer.from('\uFEFFid,expected_status\n1,200\n', 'utf16le'),
        Buffer.from('id,expected_status\n1,200\n'),
      ],
      'a.apitest.yaml': suite,
    },
    exitCode: 2,
    says: /UTF-8|UTF-16/,
    at: 'rows.csv',
  },
  {
    title: 'rows in Latin-1',
    files: {
      'rows.csv': [
        Buffer.from('id,name\n1,J\u00FCrgen\n', 'latin1'),
        Buffer.from('id,name\n1,J\u00FCrgen\n'),
      ],
      'a.apitest.yaml':
        'suite: A\ndata: rows.csv\nsteps:\n  - request: GET URL/user?{{id}}\n    validations: [{ $.name: { not-equals: "{{name}}" } }]\n',
    },
    exitCode: 2,
    says: /UTF-8/,
    at: 'rows.csv',
  },
  ...[
    '404 or 200',
    '4O4',
    '0x194',
    '1e2',
    '=404',
    '+404',
    '404.5',
    '-',
    'n/a',
    'null',
    'any',
    '2XX',
    '\uFF14\uFF10\uFF14',
  ].map(value => noStatus(value)),
  json(
    'rows under a misspelt name',
    '{ "«row⇒rows»": [{ "id": 1, "expected_status": 200 }] }',
    /this is an object without "rows" \(it has "row"\)/,
  ),
  json('a row that is null', '[{ "id": 1 }, «null⇒{ "id": 2 }»]', /row 2|object/),
  json('rows that are lists', '[«["id"], [1]⇒{ "id": 1 }»]', /object/),
  json('rows that are empty', '[«⇒{ "id": 1 }»]', /has no rows/),
  json(
    'an object in place of the rows',
    '{ "rows": «{ "id": 1 }⇒[{ "id": 1 }]» }',
    /this is an object whose "rows" is an object/,
  ),
  json('a line for each row', '«{ "id": 1 }\n{ "id": 2 }⇒[{ "id": 1 }, { "id": 2 }]»\n', /this is not JSON/, {
    at: 'rows.json:2',
  }),
  json(
    'a status in a list of a row',
    '[{ "id": 1, "expected_status": «{ "code": 404 }⇒200» }]',
    /row 1 expects the status .*, which is none/,
    { at: 'rows.json:1' },
  ),
  json(
    'a status that is true',
    '[{ "id": 1, "expected_status": «true⇒200» }]',
    /row 1 expects the status true, which is none/,
    { at: 'rows.json:1' },
  ),
  {
    title: 'rows in a file of YAML',
    files: {
      'a.apitest.yaml':
        'suite: A\ndata: rows.«yaml⇒json»\nvariables: { id: 7 }\nsteps:\n  - request: GET URL/user?{{id}}\n',
      'rows.yaml': '- id: 1\n- id: 2\n',
      'rows.json': '[{ "id": 1 }, { "id": 2 }]',
    },
    exitCode: 2,
    says: /rows\.yaml.*(CSV|JSON)/,
  },
  {
    title: 'no rows in the suite',
    files:
      'suite: A\ndata: «[]⇒[{ id: 1 }]»\nsteps:\n  - request: GET URL/user?id={{id}}\nvariables: { «id: 1⇒other: 1» }\n',
    exitCode: 2,
    says: /"data" must not be empty|no rows/,
  },
  {
    title: 'a row without columns',
    files:
      'suite: A\ndata: [{ id: 1 }«, {}⇒»]\nvariables: { id: 7 }\nsteps:\n  - request: GET URL/user?id={{id}}\n',
    exitCode: 2,
    says: /row 2|must not be empty/,
  },
  {
    title: 'rows that are all remarked out',
    files:
      'suite: A\ndata:\n  «# ⇒»- { id: 1 }\nvariables: { id: 7 }\nsteps:\n  - request: GET URL/user?id={{id}}\n',
    exitCode: 2,
    says: /"data"/,
    at: 'a.apitest.yaml:2',
  },
  {
    title: 'rows of which no column is named',
    files:
      'suite: A\ndata: [{ userId: 1 }, { userId: 2 }]\nvariables: { «id⇒other»: 7 }\nsteps:\n  - request: GET URL/user?id={{«id⇒userId»}}\n',
    exitCode: 2,
    says: /nothing names the column "userId"|nothing names.*columns/,
    at: 'a.apitest.yaml:2',
  },
  {
    title: 'a column of a step that an extract hides',
    files: `suite: A
steps:
  - request: GET URL/user
    extracts: { «id⇒userId»: $.id }
  - request: GET URL/user?id={{id}}
    data: [{ id: 1 }, { id: 2 }]
`,
    exitCode: 2,
    says: /column "id".*(never|hid|extract)/,
    at: 'a.apitest.yaml:6',
  },
  ...['data', 'rows of a step'].map((title): Slip => ({
    title: `a column that variables of a step hide: ${title}`,
    files:
      title === 'data'
        ? 'suite: A\ndata: [{ id: 1 }, { id: 2 }]\nsteps:\n  - request: GET URL/user?id={{id}}\n    variables: { «id⇒other»: 1 }\n'
        : 'suite: A\nsteps:\n  - request: GET URL/user?id={{id}}\n    variables: { «id⇒other»: 1 }\n    data: [{ id: 1 }, { id: 2 }]\n',
    exitCode: 2,
    says: /column "id" never counts: "variables" of the step/,
    at: title === 'data' ? 'a.apitest.yaml:2' : 'a.apitest.yaml:5',
  })),
  {
    title: 'a column of a suite that a step sets',
    files: `suite: A
data: [{ id: 1 }, { id: 2 }]
steps:
  - set: { «id⇒other»: 7 }
  - request: GET URL/user?id={{id}}
`,
    exitCode: 2,
    says: /column "id"/,
    at: 'a.apitest.yaml:2',
  },
  {
    title: 'a status that --var expects',
    files: 'suite: A\nsteps:\n  - request: GET URL/user?id={{id}}\nvariables: { id: 1 }\n',
    line: 'a.apitest.yaml --var «expected_status=404⇒id=7»',
    exitCode: 2,
    says: /expected_status/,
    at: null,
  },
  {
    title: 'more rows in the file than a cut-off copy has',
    files: { 'rows.json': '[{ "id": 1 }, { "id": 2 }«⇒]»', 'a.apitest.yaml': suite.replace('csv', 'json') },
    exitCode: 2,
    says: /not valid JSON|JSON/,
  },
  {
    title: 'a status that a row expects of a step that is retried',
    files:
      'suite: A\ndata: [{ id: 1, expected_status: «404⇒200» }]\nsteps:\n  - request: GET URL/user?{{id}}\n    retry: { attempts: 2, interval: 1ms, until: success }\n',
    exitCode: 1,
    says: expected,
    at: 'a.apitest.yaml:4',
  },
]
