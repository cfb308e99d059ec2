import { judged, type Slip } from '../slip.ts'

/** A schema in the suite, in line 5. */
const inline = (schema: string, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title: schema.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: judged(`schema: ${schema}`),
  exitCode: 2,
  says,
  ...more,
})

/** A schema in a file of its own. */
const file = (title: string, text: string, says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title,
  files: { 'user.json': text, 'a.apitest.yaml': judged('schema: user.json') },
  exitCode: 2,
  says,
  ...more,
})

const bad = /bad-schema/

/** JSON Schemas that ask for less than they seem to. */
export const schemas: readonly Slip[] = [
  inline('{ properties: { name: { «minLenght⇒minLength»: 2 } } }', /"minLenght" is no keyword/),
  inline("{ properties: { name: { «patern⇒pattern»: '^A' } } }", /"patern" is no keyword/),
  inline('{ properties: { name: { «enums⇒enum»: [Ada] } } }', /"enums" is no keyword/),
  inline('{ «requires⇒required»: [id] }', /"requires" is no keyword/),
  inline('{ «Required⇒required»: [id] }', /"Required" is no keyword/),
  inline('{ type: object, «additional_properties⇒additionalProperties»: true }', /additional_properties/),
  inline('{ properties: { id: { «max⇒maximum»: 9 } } }', /"max" is no keyword/),
  inline('{ properties: { id: { «min⇒minimum»: 1 } } }', /"min" is no keyword/),
  inline('{ properties: { name: { «length⇒minLength»: 3 } } }', /"length" is no keyword/),
  inline('{ properties: { name: { «regex⇒pattern»: "^A" } } }', /"regex" is no keyword/),
  inline('{ properties: { id: { type: «int⇒integer» } } }', /"int" is no type/),
  inline('{ properties: { id: { type: «Integer⇒integer» } } }', /"Integer" is no type/),
  inline('{ properties: { balance: { type: «float⇒number» } } }', /"float" is no type/),
  inline('{ properties: { since: { type: «date⇒string» } } }', /"date" is no type/),
  inline('{ properties: { since: { format: «Date⇒date» } } }', /format "Date"/),
  inline('{ properties: { since: { format: «datetime⇒date» } } }', /format "datetime"/),
  inline('{ properties: { email: { format: «e-mail⇒email» } } }', /format "e-mail"/),
  inline('{ properties: { id: { type: integer«, required: true⇒» } } }', bad),
  inline('{ properties: { id: «integer⇒{ type: integer }» } }', bad),
  inline('{ properties: { name: { enum: «Ada⇒[Ada]» } } }', bad),
  inline('{ properties: { id: { minimum: «"1"⇒1» } } }', bad),
  inline('{ type: object, «id: { type: integer }⇒properties: { id: { type: integer } }» }', /"id"/),
  inline('{ type: object, «name: { type: string }⇒properties: { name: { type: string } }» }', /"name"/),
  inline('{ type: object«, items: { type: string }⇒» }', /items/),
  inline('{ if: { required: [id] }, «than⇒then»: { required: [name] } }', /"than" is no keyword/),
  inline('{ «then⇒allOf»: «{ required: [nmae] }⇒[{ required: [name] }]» }', /then.*if/),
  inline('{ $ref: "#/«definitions⇒$defs»/user", $defs: { user: { required: [id] } } }', /leads to nothing/),
  inline('{ $ref: "#«⇒/»$defs/user", $defs: { user: { required: [id] } } }', bad),
  inline('{ «ref⇒$ref»: "#/$defs/user", $defs: { user: { required: [id] } } }', /"ref" is no keyword/),
  inline(
    '{ $ref: «https://schemas.example/user.json⇒"#/$defs/user"», $defs: { user: { required: [id] } } }',
    bad,
  ),
  inline('{ $schema: "http://json-schema.org/draft-«03⇒07»/schema#", type: object }', bad, {
    title: 'a draft before the fourth',
  }),
  inline(
    '{ $schema: "http://json-schema.org/draft-04/schema#", properties: { name: { «const: Bob⇒enum: [Ada]» } } }',
    /must be "Bob"/,
    { exitCode: 1 },
  ),
  inline('{ «dependencies: { name: [nmae] }⇒dependentRequired: { name: [id] }» }', /nmae|"dependencies"/, {
    exitCode: 1,
  }),
  inline('{ properties: { id: { type: integer«, exclusiveMinimum: true⇒» } } }', bad),
  inline('{ properties: { id: { type: integer«, divisibleBy: 2⇒» } } }', /"divisibleBy"/),
  inline('{ oneOf: [«⇒{ type: object }»] }', bad),
  inline('{ «⇒$ref: "#/$defs/user", »$defs: { user: { required: [id] } } }', /none of its words/, {
    title: 'definitions that nothing refers to',
  }),
  inline('{ «$comment: a user⇒type: object» }', /none of its words/),
  inline('{ anyOf: [«{}⇒{ required: [id] }», { type: string }] }', /takes every value/),
  inline('{ «allOf: [{}, true]⇒allOf: [{ type: object }, true]» }', /takes every value/),
  inline('«{}⇒{ type: object }»', /"schema" must not be empty/),
  inline('«""⇒{ type: object }»', /"schema"|empty/),
  file(
    'an answer in place of a schema',
    '«{ "id": 7, "name": "Ada" }⇒{ "type": "object" }»',
    /no schema: none of its words/,
  ),
  file(
    'a file of definitions alone',
    '{ "$schema": "http://json-schema.org/draft-07/schema#", "title": "User", «"⇒"$ref": "#/definitions/user", "»definitions": { "user": { "required": ["id"] } } }',
    /no schema: none of its words/,
  ),
  file(
    'a schema inside of a schema',
    '{ «"schema": { "required": ["nmae"] }⇒"required": ["name"]» }',
    /"schema" is no keyword/,
  ),
  file(
    'a description in place of a schema',
    '«{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "components": { "schemas": {} } }⇒{ "type": "object" }»',
    /this is an API description/,
  ),
  file(
    'a keyword twice',
    '{ "required": ["nmae"]«, "required": ["name"]⇒, "type": "object"» }'.replace('"nmae"', '"name"'),
    /line 1: the key "required" .*second time/,
    { at: 'a.apitest.yaml:5' },
  ),
  file('an empty file', '«⇒{ "type": "object" }»', /bad-schema/, { at: 'a.apitest.yaml:5' }),
  file('a file that is null', '«null⇒{ "type": "object" }»', bad),
  file('a schema that is cut off', '{ "type": "object"« ⇒}»', /cannot be read/, { at: 'a.apitest.yaml:5' }),
  {
    title: 'a schema for an empty body',
    files: judged('schema: { type: object }', '«empty⇒user»'),
    exitCode: 1,
    says: /empty|not JSON/,
    at: 'a.apitest.yaml:5',
  },
  {
    title: 'a schema for a body of 204',
    files: judged('schema: { type: object }', '«status/204⇒user»'),
    exitCode: 1,
    says: /empty|not JSON/,
    at: 'a.apitest.yaml:5',
  },
  {
    title: 'a schema for a page of HTML',
    files: judged('schema: { type: object }', '«html-as-json⇒user»'),
    exitCode: 1,
    says: /not JSON/,
    at: 'a.apitest.yaml:5',
  },
]
