import { judged, type Slip } from '../slip.ts'

/** A step that looks at nothing but the status of `path`, in line 3. */
const status = (
  title: string,
  path: string,
  exitCode: 1 | 3,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: `suite: A\nsteps:\n  - request: GET URL/${path}\n    validations: [{ status: 200 }]\n`,
  exitCode,
  says,
  at: 'a.apitest.yaml:3',
  ...more,
})

const body = (
  title: string,
  path: string,
  validation: string,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: judged(validation, path),
  exitCode: 1,
  says,
  at: 'a.apitest.yaml:5',
  ...more,
})

/** Answers that are not what they seem to be. */
export const answers: readonly Slip[] = [
  status('a body shorter than its length', '«short⇒user»', 3, /after 14 of 500 bytes/),
  status('a body that ends in the middle of its chunks', '«chunks⇒user»', 3, /before|incomplete|closed/),
  status('a packed body that is cut off', 'packed«?cut⇒»', 3, /content-encoding/),
  status('a packed body that is not packed', 'packed«?plain⇒»', 3, /content-encoding/),
  status('a status below 100', '«status-099⇒user»', 3, /Network Error: .*not valid HTTP|status/),
  status('a status of four digits', '«status-2000⇒user»', 3, /Network Error/),
  status('a status of two digits', '«status-20⇒user»', 3, /Network Error/),
  status('a status that is a word', '«status-word⇒user»', 3, /Network Error/),
  {
    ...status('redirects without end', '«around⇒user»', 3, /redirects/),
    files: 'suite: A\nsettings: { follow-redirects: true }\nsteps:\n  - request: GET URL/«around⇒user»\n',
    at: 'a.apitest.yaml:4',
  },
  body('a page of HTML under the type of JSON', '«html-as-json⇒user»', '$: { exists: true }', /not JSON/),
  body('two documents in one body', '«two⇒user»', '$.name: Ada', /not JSON/),
  body('lines of JSON', '«lines⇒user»', '$.name: { not-equals: Bob }', /not JSON/),
  body(
    'a number that JSON does not have',
    '«nan⇒users»',
    '$.total: { «not-equals: 1⇒equals: 2» }',
    /not JSON/,
  ),
  body('a body that is cut off', '«cut⇒user»', '$.name: Ada', /not JSON/),
  body(
    'a number whose last digit a computer loses',
    'big',
    '$.id: «9007199254740992⇒"9007199254740993"»',
    /Expected equals 9007199254740992, got 9007199254740993/,
  ),
  body(
    'a negation of a number whose last digit is lost',
    'big',
    '$.id: { not-equals: "900719925474099«3⇒2»" }',
    /got 9007199254740993/,
  ),
  body(
    'an empty body that nothing stands in',
    'status/204',
    '«$.error: { exists: false }⇒status: 204»',
    /empty body/,
  ),
  body(
    'a redirect to a page to sign in',
    '«redirect⇒html»',
    'text: { contains: Sign }',
    /text: Expected contains Sign/,
  ),
  body(
    'a problem that is taken for an answer',
    '«problem⇒user»',
    '$.«title⇒name»: { exists: true }',
    /Expected 2xx or 3xx, got 404/,
    { at: 'a.apitest.yaml:3' },
  ),
  body(
    'text in another encoding',
    '«latin⇒user»',
    '$.name: { not-equals: Bob }',
    /not valid UTF-8 at byte 11/,
  ),
  {
    title: 'errors of GraphQL under status 200',
    files:
      'suite: A\nsteps:\n  - request: POST URL/«graphql⇒graphql-ok»\n    graphql: { query: "{ user { nmae } }" }\n',
    exitCode: 1,
    says: /Cannot query field/,
  },
  {
    title: 'errors of GraphQL beside a misspelt absence',
    files:
      'suite: A\nsteps:\n  - request: POST URL/«graphql⇒graphql-ok»\n    graphql: { query: "{ user { name } }" }\n    validations: [{ $.error: { exists: false } }]\n',
    exitCode: 1,
    says: /Cannot query field/,
  },
  {
    title: 'data of GraphQL that is null',
    files:
      'suite: A\nsteps:\n  - request: POST URL/«graphql⇒graphql-ok»\n    graphql: { query: "{ user { name } }" }\n    validations:\n      - $.data.user.name: { not-equals: Bob }\n',
    exitCode: 1,
    says: /got nothing/,
    at: 'a.apitest.yaml:6',
  },
]
