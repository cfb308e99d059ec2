import type { JsonValue } from '../model/json.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { urlPasswords } from '../secrets/index.ts'
import { renderVariable } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { secretTexts } from '../template/secret-texts.ts'
import { hasBraces } from '../template/template.ts'
import { credentialTexts, writtenCredentials } from './written-credentials.ts'
import { isCollection } from '../util/is-json.ts'

/** Every row of a suite asks for them. */
const known = new WeakMap<PlannedSuite, ReadonlySet<string>>()

/**
 * The variables of a suite that serve as credentials: those under `secrets:`, those that an `auth`, a `tls`, a `proxy` or a
 * header such as `Authorization` names, and the environment's. A token is then hidden from the moment a login step extracts it, not only once it is used,
 * and a password of the environment also in the steps before the one that sends it.
 */
export function secretVariables(planned: PlannedSuite): ReadonlySet<string> {
  const names = known.get(planned) ?? findSecretVariables(planned)
  known.set(planned, names)
  return names
}

function findSecretVariables(planned: PlannedSuite): ReadonlySet<string> {
  const { names, fromEnvironment } = writtenCredentials(planned)
  const { configuration, environment, suite } = planned.values
  const around = [configuration, environment, suite]
  const own = new Set(around.flatMap(({ variables, secrets }) => Object.keys({ ...variables, ...secrets })))
  return new Set([
    ...around.flatMap(({ secrets }) => Object.keys(secrets)),
    // A variable may have such a name, and is no secret then.
    ...[...fromEnvironment].filter(name => !own.has(name)),
    ...names,
  ])
}

/** Hides the values of variables, as far as they are known already. */
export function hideVariables(names: ReadonlySet<string>, scope: Scope): void {
  for (const name of names) {
    // To say what is wrong with a name that a later step will set takes longer than a request.
    if (scope.find(name) === undefined) continue
    const rendered = renderVariable(name, scope)
    if (rendered.ok) hideValue(rendered.value, scope.hide)
  }
}

/** Hides a value with all its members. */
export function hideValue(value: JsonValue, hide: Scope['hide']): void {
  for (const text of secretTexts(value)) hide(text)
}

/** Hides the passwords of URLs in a value; one with a placeholder in it is known by its name. */
export function hideUrlPasswords(value: JsonValue, hide: Scope['hide']): void {
  // Asked of all that is sent and extracted.
  const mayHold = typeof value === 'string' ? value.includes('@') : isCollection(value)
  if (!mayHold) return
  for (const password of urlPasswordsIn(value)) if (!hasBraces(password)) hide(password)
}

/** The passwords of all URLs in a value. */
function urlPasswordsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return urlPasswords(value)
  return isCollection(value) ? Object.values(value).flatMap(urlPasswordsIn) : []
}

/** Keeps what an `auth`, a `tls` or a `proxy` carries out of every output. What is no secret in it stays. */
export function hideCredentials(auth: JsonValue | undefined, hide: Scope['hide']): void {
  if (typeof auth !== 'object') return
  for (const credential of credentialTexts(auth)) hide(credential)
}
