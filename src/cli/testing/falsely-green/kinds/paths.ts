import { judged, type Slip } from '../slip.ts'

/** A validation of what `path` answers, in line 5. */
const of = (
  path: string,
  validation: string,
  exitCode: 1 | 2,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title: `${validation} of /${path}`.replaceAll(/«([^⇒]*)⇒[^»]*»/g, '$1'),
  files: judged(validation, path),
  exitCode,
  says,
  ...more,
})

const noPath = /bad-json-path/
const noTarget = /unknown-target/

/** Targets and paths that look at nothing. */
export const paths: readonly Slip[] = [
  // Other dialects.
  of('users', '"«$.items[(@.length-1)]⇒$.items[-1]».name": Bob', 2, noPath),
  of('users', '"$.items[?(@.name =«~ /^A/⇒= \'Ada\'»)].id": [1]', 2, noPath),
  of('users', '"$.items[?(@.name =«⇒=» \'Ada\')].id": [1]', 2, noPath),
  of('users', '"$.items[?(@.name == «Ada⇒\'Ada\'»)].id": [1]', 2, noPath),
  of('users', '"$.items«.[0]⇒[0]».name": Ada', 2, noPath),
  of('users', '"«$items⇒$.items»[0].name": Ada', 2, noPath),
  of('users', '"$.items[0]«name⇒.name»": Ada', 2, noPath),
  of('users', '"$.items[«01⇒0»].name": Ada', 2, noPath),
  of('users', '"$.items«.length()⇒»": { «equals⇒has-length»: 2 }', 2, noPath),
  of('users', '"$.items«.length⇒»": { «equals⇒has-length»: 2 }', 1, /got nothing/),
  of(
    'users',
    '"$.items[?(@.tags contains \'a\')].id": [1]'.replace(
      "@.tags contains 'a'",
      "«@.name contains 'A'⇒@.name == 'Ada'»",
    ),
    2,
    noPath,
  ),
  of(
    'users',
    '"$.items[?(@.id in [1])].id": [1]'.replace('@.id in [1]', '«@.id in [1]⇒@.id == 1»'),
    2,
    noPath,
  ),
  of('users', '"$.items[?(@.id == 1 «and⇒&&» @.name == \'Ada\')].id": [1]', 2, noPath),
  of('users', '"$.items[*]«^⇒».id": [1, 2]', 2, noPath),
  of('users', '"$.items[*]«~⇒».id": [1, 2]', 2, noPath),
  of('user', '«$.first-name⇒$.name»: Ada', 1, /\$\.first-name: .*got nothing/),
  of('user', '«"@.name"⇒$.name»: Ada', 2, noTarget),
  of('user', '«/name⇒$.name»: Ada', 2, noTarget),
  of('user', '«.name⇒$.name»: Ada', 2, noTarget),
  of('user', '«body.name⇒$.name»: Ada', 2, noTarget),
  of('user', '«jsonpath $.name⇒$.name»: Ada', 2, noTarget),
  of('user', '«xpath //name⇒$.name»: { exists: true }', 1, /neither XML nor HTML/),
  of('user', '«size⇒$.tags»: { has-length: 2 }', 2, /bad-value/),
  // Other words for targets.
  of('user', '«Status⇒status»: 200', 2, noTarget),
  of('user', '«status-code⇒status»: 200', 2, noTarget),
  of('user', '«statuscode⇒status»: 200', 2, noTarget),
  of('user', '«duration⇒time»: { less-than: 30s }', 2, noTarget),
  of('user', '«headers x-version⇒header x-version»: "2"', 2, noTarget),
  of('user', '«Header x-version⇒header x-version»: "2"', 2, noTarget),
  of('user', '«header: { x-version: "2" }⇒header x-version: "2"»', 2, noTarget),
  of('user', '«header⇒header x-version»: "2"', 2, noTarget),
  of('user', '«variables stage⇒variable stage»: { exists: «true⇒false» }', 2, noTarget),
  of('user', '«name: is Ada⇒$.name: Ada»', 2, /target/),
  of(
    'user',
    '«{ name: Is Ada, when: { status: 200 } }⇒{ name: Is Ada, when: { status: 200 }, $.name: Ada }»',
    2,
    /target/,
  ),
  of('user', '«"status: 200"⇒status: 200»', 2, /bad-value/),
  of('user', '«status=200⇒status: 200»', 2, /bad-value/),
  of('user', '«$.name:Ada⇒$.name: Ada»', 2, /bad-value/),
  // Names of headers.
  of(
    'user',
    'header «x-verison⇒x-version»: { not-equals: "1" }',
    1,
    /header x-verison: Expected not-equals 1, got nothing/,
  ),
  of(
    'user',
    'header «contnet-type⇒content-type»: { not-contains: html }',
    1,
    /header contnet-type: .*got nothing/,
  ),
  of('user', 'header «x_version⇒x-version»: "2"', 1, /header x_version: .*got nothing/),
  of('user', 'header «x-empty⇒x-version»: { exists: true }', 1, /header x-empty/),
  of('user', 'header x-version: { greater-than: «10⇒1» }', 1, /Expected greater-than 10, got 2/),
  of('user', '«trailer⇒header» x-version: "2"', 1, /trailer x-version: .*got nothing/),
  // Absences that no answer of this form could break.
  of('list', '$«.password⇒[*].password»: { exists: false }', 1, /list/),
  of('users', '$.items«.password⇒[*].password»: { exists: false }', 1, /list/),
  of('user', '$.name«.first⇒»: { exists: «false⇒true» }', 1, /text/),
  of('list', '$«.password⇒[*].password»: { missing: true }', 1, /list/),
  of('users', '"$.items«⇒[*]».password[*]": { missing: true }', 1, /list/),
  of('html', '«$.error⇒text»: { «missing: true⇒contains: Sign» }', 1, /got a body that is not JSON/),
  of('users', '"$.items[«1:0⇒2:»]": { has-length: 0 }', 2, /selects? nothing/),
  of('html', '«$.error⇒text»: { «exists: false⇒contains: Sign» }', 1, /got a body that is not JSON/),
  of(
    'empty',
    '$«.error⇒»: { exists: false }'.replace('$«.error⇒»', '«$.error⇒text»'),
    1,
    /got an empty body/,
  ),
  of('null', '$.error: { exists: false }'.replace('$.error', '«$.error⇒$»'), 1, /null/),
  of('none', '"$.items[*].id": { «each: { greater-than: 0 }⇒has-length: 0» }', 1, /selects nothing/),
  of('none', '$.items: { «none: failed⇒has-length: 0» }', 1, /there is no item/),
  // Conditions that never hold.
  of(
    'user',
    '{ when: { $.kind: gold }, «$.name: Bob⇒$.name: Ada» }'
      .replace('$.kind: gold', '«$.nmae: Ada⇒$.name: Ada»')
      .replace('«$.name: Bob⇒$.name: Ada»', '$.balance: «0⇒12.5»'),
    2,
    /no validation|skipped/,
    { sends: true },
  ),
  of('user', '{ when: { status: «201⇒200» }, $.balance: «0⇒12.5» }', 2, /no validation|skipped/, {
    sends: true,
  }),
  of('user', '{ «wehn⇒when»: { status: 200 }, $.name: Ada }', 2, /Did you mean "when"/),
  of('user', '{ when: «{}⇒{ status: 200 }», $.name: Ada }', 2, /"when" must not be empty/),
  of('user', '{ when: { «stauts⇒status»: 200 }, $.name: Ada }', 2, noTarget),
]
