import { requestsIn } from '../../../compile/test-program/parts-of-group.ts'
import type { ProgramRequest, TestProgram } from '../../../compile/test-program/test-program.ts'
import type { Doc } from '../layout.ts'
import type { RustCode } from './rust-code.ts'
import { chain, type Code, layOut } from './rust-syntax.ts'

/** Settings that are the same for all requests of a client. */
export interface ClientKind {
  readonly redirects: number
  readonly cookies: boolean
  readonly insecure: boolean
  readonly name: string
}

/** The client of a request, by its name. */
export function clientName(request: ProgramRequest, program: TestProgram): string {
  return kindOf(request, program).name
}

function kindOf({ redirects, cookies, insecure }: ProgramRequest, { keepsCookies }: TestProgram): ClientKind {
  const words = [
    ...(redirects > 0 ? ['redirecting'] : []),
    ...(keepsCookies && !cookies ? ['cookieless'] : []),
    ...(insecure ? ['insecure'] : []),
    'client',
    ...(redirects > 0 && redirects !== 10 ? [String(redirects)] : []),
  ]
  return { redirects, cookies: keepsCookies && cookies, insecure, name: words.join('_') }
}

/** The clients that a program needs, the usual one first. */
export function clientsOf(program: TestProgram): readonly ClientKind[] {
  const kinds = requestsIn(program.root).map(request => kindOf(request, program))
  const distinct = [...new Map(kinds.map(kind => [kind.name, kind])).values()]
  return distinct.toSorted((one, other) => one.name.length - other.name.length)
}

/** The declarations of clients. Those that keep cookies share them. */
export function clientLines(kinds: readonly ClientKind[], code: RustCode): readonly Doc[] {
  if (kinds.length === 0) return []
  code.use('reqwest::Client')
  code.use('reqwest::redirect::Policy')
  const keeping = kinds.filter(({ cookies }) => cookies)
  const shares = keeping.length > 1
  if (shares) {
    code.use('std::sync::Arc')
    code.use('reqwest::cookie::Jar')
  }
  return [
    ...(shares ? ['let jar = Arc::new(Jar::default());'] : []),
    ...kinds.map(kind => ['let ', kind.name, ' = ', layOut(clientCode(kind, shares)), ';']),
  ]
}

function clientCode({ redirects, cookies, insecure }: ClientKind, shares: boolean): Code {
  return chain(
    'Client::builder()',
    ...(cookies
      ? [shares ? (['cookie_provider', 'jar.clone()'] as const) : (['cookie_store', 'true'] as const)]
      : []),
    ['redirect', redirects === 0 ? 'Policy::none()' : `Policy::limited(${redirects})`],
    ...(insecure ? [['danger_accept_invalid_certs', 'true'] as const] : []),
    'build',
    'unwrap',
  )
}
