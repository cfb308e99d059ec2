import type { Slip } from '../slip.ts'

/** A description of GET /user; what stands in for its parts is indented as it is there. */
const document = ({
  head = 'openapi: 3.0.3',
  paths = 'paths:',
  path = '/user',
  method = 'get',
  operation = '',
  responses = 'responses:',
  status = '200',
  response = '',
  content = 'content:',
  type = 'application/json:',
  schema = 'schema: { type: object, required: [id], properties: { id: { type: integer } } }',
  tail = '',
}: Readonly<Record<string, string>> = {}): string => `${head}
info: { title: A, version: "1" }
${paths}
  ${path}:
    ${method}:
      operationId: getUser
${operation}      ${responses}
        ${status}:
          description: ok
${response}          ${content}
            ${type}
              ${schema}
${tail}`

type Parts = Parameters<typeof document>[0]

const check = 'contract check URL --spec api.yaml'

/** A description that a live check is to judge by. */
const live = (
  title: string,
  parts: Parts,
  exitCode: 1 | 2,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: { 'api.yaml': document(parts) },
  line: check,
  exitCode,
  says,
  at: exitCode === 1 ? 'api.yaml:5' : null,
  ...more,
})

/** One by which a run is judged. */
const run = (title: string, parts: Parts, exitCode: 1 | 2, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  ...live(title, parts, exitCode, says),
  files: { 'api.yaml': document(parts), 'a.apitest.yaml': 'suite: A\nsteps: [{ request: GET URL/user }]\n' },
  line: 'a.apitest.yaml --spec api.yaml',
  at: exitCode === 1 ? 'a.apitest.yaml:2' : null,
  ...more,
})

/** One that one body is held against. */
const body = (
  title: string,
  parts: Parts,
  exitCode: 1 | 2,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  ...live(title, parts, exitCode, says),
  files: {
    'api.yaml': document(parts),
    'user.json': '{ "id": 7, "name": "Ada", "email": "ada@example.org", "tags": ["a"] }',
  },
  line: 'validate user.json --spec api.yaml --operation getUser',
  at: null,
  ...more,
})

const schema = (written: string): Parts => ({ schema: `schema: ${written}` })
const sound = '{ type: object, required: [id] }'

/** Descriptions of an API by which nothing, or not what was meant, is judged. */
export const descriptions: readonly Slip[] = [
  // Words that there are not.
  live('a misspelt content', { content: '«contents⇒content»:' }, 1, /content/),
  live(
    'a misspelt schema',
    { schema: '«shema⇒schema»: { type: object, required: [id] }' },
    1,
    /shema|schema/,
  ),
  live(
    'a misspelt media type',
    { type: 'application/«jsn⇒json»:' },
    1,
    /content type application\/json is not documented/,
  ),
  live('a misspelt status', { status: '«2OO⇒200»' }, 1, /2OO|not documented/),
  live(
    'a misspelt responses',
    { responses: '«response⇒responses»:' },
    1,
    /status 200 is not documented; it documents none/,
  ),
  live('misspelt paths', { paths: '«path⇒paths»:' }, 2, /no operation[^]*Did you mean "paths"/),
  body('a misspelt required', schema('{ type: object, «requird⇒required»: [«nmae⇒id»] }'), 2, /requird/),
  body(
    'a misspelt properties',
    schema('{ type: object, «propertis⇒properties»: { id: { type: «string⇒integer» } } }'),
    2,
    /propertis/,
  ),
  body('a misspelt type', schema('{ type: «objekt⇒object» }'), 2, /objekt/),
  body(
    'a misspelt format',
    schema('{ properties: { email: { type: string, format: «emial⇒email» } } }'),
    2,
    /emial/,
  ),
  live(
    'a reference without its dollar',
    {
      ...schema("{ «ref⇒$ref»: '#/components/schemas/User' }"),
      tail: 'components: { schemas: { User: { type: object } } }',
    },
    1,
    /ref/,
  ),
  // Of another version.
  live(
    'a schema of Swagger 2 in OpenAPI 3',
    {
      content: '«schema⇒content»:',
      type: '«properties⇒application/json»:',
      schema: '«id⇒schema»: { type: object }',
    },
    1,
    /schema/,
  ),
  body(
    'an exclusive minimum of 3.1 in 3.0',
    schema('{ properties: { id: { type: integer, «exclusiveMinimum⇒minimum»: «70⇒7» } } }'),
    1,
    /exclusiveMinimum|must be/,
  ),
  live(
    'an exclusive minimum of 3.0 in 3.1',
    {
      head: 'openapi: 3.1.0',
      schema: 'schema: { properties: { id: { type: integer, minimum: 7«, exclusiveMinimum: true⇒» } } }',
    },
    1,
    /exclusiveMinimum|must be/,
  ),
  body('const in 3.0', schema('{ properties: { name: { «const⇒enum»: «Bob⇒[Ada]» } } }'), 1, /const|must be/),
  live('a version that there is not', { head: 'openapi: «4.0.0⇒3.0.3»' }, 2, /4\.0\.0|version/),
  live('Swagger 1', { head: '«swagger: "1.2"⇒openapi: 3.0.3»' }, 2, /1\.2|version|neither/),
  // Values of another kind.
  live(
    'no responses at all',
    { responses: '«responses: {}\n      x-none⇒responses»:' },
    1,
    /documents none|no responses|not documented/,
  ),
  live(
    'responses that are a list',
    { responses: '«responses: []\n      x-none⇒responses»:' },
    1,
    /responses/,
  ),
  live('a response that is a text', { status: '«200: ok\n        4XX⇒200»' }, 1, /200|response/),
  body('required that is a text', schema('{ type: object, required: «id⇒[id]» }'), 2, /required/),
  body('required with a number in it', schema('{ type: object, required: [id«, 5⇒»] }'), 2, /required/),
  body(
    'properties that are a list',
    schema('{ type: object, properties: «[id, name]⇒{ id: {} }» }'),
    2,
    /properties/,
  ),
  body(
    'a property that is a text',
    schema('{ type: object, properties: { id: «integer⇒{ type: integer }» } }'),
    2,
    /id/,
  ),
  body(
    'an enum that is a mapping',
    schema('{ properties: { name: { enum: «{ a: Ada }⇒[Ada]» } } }'),
    2,
    /enum/,
  ),
  body('an enum of nothing', schema('{ properties: { name: { enum: [«⇒Ada»] } } }'), 2, /enum|name/),
  body('allOf that is a mapping', schema(`{ allOf: «${sound}⇒[${sound}]» }`), 2, /allOf/),
  body(
    'additionalProperties that is a text',
    schema('{ type: object, additionalProperties: «"false"⇒true» }'),
    2,
    /additionalProperties/,
  ),
  body(
    'a minimum that is a text',
    schema('{ properties: { id: { type: integer, minimum: «"8"⇒7» } } }'),
    2,
    /minimum/,
  ),
  body(
    'a pattern that is none',
    schema("{ properties: { name: { type: string, pattern: '[A-Z«⇒]'» } } }".replace("]'»", "]»'")),
    2,
    /pattern/,
  ),
  body('a type that is null', schema('{ type: «null⇒object», required: [id] }'), 2, /type/),
  body('a type that is a mapping', schema('{ type: «{ object: true }⇒object» }'), 2, /type/),
  body('nullable that is a text', schema('{ type: object, nullable: «"true"⇒true» }'), 2, /nullable/),
  body(
    'items that are missing',
    schema('{ properties: { tags: { type: array, items: «string⇒{ type: string }» } } }'),
    2,
    /items|tags/,
  ),
  live(
    'a header that is a text',
    {
      response: '          headers: { X-Version: «required⇒{ required: true, schema: { type: string } }» }\n',
    },
    1,
    /X-Version|header/i,
  ),
  live(
    'a header with a misspelt required',
    { response: '          headers: { X-Total: { «reqired: true, ⇒»schema: { type: string } } }\n' },
    1,
    /reqired/,
  ),
  live('headers that are a list', { response: '          headers: «[X-Total]⇒{}»\n' }, 1, /headers/),
  // References.
  live(
    'a reference to a schema that is not there',
    {
      ...schema("{ $ref: '#/components/schemas/«Usr⇒User»' }"),
      tail: 'components: { schemas: { User: { type: object } } }',
    },
    1,
    /leads nowhere|Usr/,
  ),
  live(
    'a reference without its slash',
    {
      ...schema("{ $ref: '#«⇒/»components/schemas/User' }"),
      tail: 'components: { schemas: { User: { type: object } } }',
    },
    1,
    /#components|leads nowhere/,
  ),
  live(
    'a reference to a name',
    {
      ...schema("{ $ref: «User⇒'#/components/schemas/User'» }"),
      tail: 'components: { schemas: { User: { type: object } } }',
    },
    1,
    /User/,
  ),
  body(
    'a reference to a file that is not there',
    schema('{ «$ref: user.yaml⇒type: object» }'),
    2,
    /user\.yaml/,
  ),
  live(
    'a reference to itself',
    {
      ...schema("{ $ref: '#/components/schemas/User' }"),
      tail: "components: { schemas: { User: { «$ref: '#/components/schemas/User'⇒type: object» } } }",
    },
    1,
    /User|itself|circle/,
  ),
  live(
    'a response that leads to nothing',
    {
      status: '200',
      responses:
        'responses:\n        «404: { $ref: "#/components/responses/None" }⇒404: { description: none }»\n       '.trimEnd(),
    },
    1,
    /None/,
  ),
  // Choices that fit nothing.
  live('a misspelt operation', {}, 2, /getUsr selects nothing[^]*Did you mean "getUser"/, {
    line: `${check} --operation «getUsr⇒getUser»`,
    at: null,
  }),
  live('a tag that no operation has', {}, 2, /Users/, {
    line: `${check} «--tag Users⇒»`,
    at: null,
  }),
  live('a parameter that fits nothing', {}, 2, /idd/, { line: `${check} «--param idd=7⇒»`, at: null }),
  live('a misspelt exclusion', {}, 2, /delUser/, { line: `${check} «--exclude delUser⇒»`, at: null }),
  live('an exclusion of everything', {}, 2, /nothing|no operation/, {
    line: `${check} «--exclude *⇒»`,
    at: null,
  }),
  live('no operations at most', {}, 2, /--max-operations/, {
    line: `${check} --max-operations «0⇒1»`,
    at: null,
  }),
  live('an operation that may change data, alone', { method: '«post⇒get»' }, 2, /include-writes|nothing/, {
    at: null,
  }),
  // In a run.
  run('a path without its slash', { path: '«⇒/»user' }, 2, /Path "user" is left out: a path begins with/, {}),
  run(
    'a misspelt schema in a run',
    { schema: '«shema⇒schema»: { type: object, required: [id] }' },
    1,
    /shema/,
  ),
  run(
    'a misspelt required in a run',
    schema('{ type: object, «requird⇒required»: [«nmae⇒id»] }'),
    1,
    /requird/,
  ),
  run('a threshold of what there is not', {}, 2, /--coverage-threshold/, {
    line: 'a.apitest.yaml --spec api.yaml --coverage-threshold «operation⇒operations»=50',
    at: null,
  }),
  run('a threshold that is no number', {}, 2, /--coverage-threshold/, {
    line: 'a.apitest.yaml --spec api.yaml --coverage-threshold «all⇒100»',
    at: null,
  }),
  run('a threshold beyond all', {}, 2, /--coverage-threshold/, {
    line: 'a.apitest.yaml --spec api.yaml --coverage-threshold statuses=«101⇒100»',
  }),
  {
    ...run('a description that is a page of HTML', {}, 2, /OpenAPI|cannot be read/),
    files: {
      'api.yaml': '«<html></html>⇒»' + document(),
      'a.apitest.yaml': 'suite: A\nsteps: [{ request: GET URL/user }]\n',
    },
    at: 'api.yaml',
  },
  {
    ...run('two responses for one status', {}, 2, /line 9: .*duplicated mapping key/),
    files: {
      'api.yaml': document({
        responses:
          'responses:\n        «200: { description: any }⇒400: { description: bad }»\n       '.trimEnd(),
      }),
      'a.apitest.yaml': 'suite: A\nsteps: [{ request: GET URL/user }]\n',
    },
    at: 'api.yaml',
  },
  // One body.
  ...[
    ['a misspelt type', '{ type: object, properties: { id: { type: «interger⇒integer» } } }', /interger/],
    ['a misspelt items', '{ type: array, «item⇒items»: { type: «string⇒object» } }', /"?item"?\b/],
    ['a misspelt minimum', '{ properties: { id: { type: integer, «minumum⇒minimum»: «8⇒7» } } }', /minumum/],
  ].map(([title = '', written = '', says]): Slip => ({
    title: `one body and ${String(title)}`,
    files: {
      'api.yaml': document(schema(String(written))),
      'user.json': String(written).includes('array') ? '[{}]' : '{ "id": 7 }',
    },
    line: 'validate user.json --spec api.yaml --operation getUser',
    exitCode: 2,
    says: says as RegExp,
    at: null,
  })),
]
