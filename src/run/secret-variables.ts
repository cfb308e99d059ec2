import { credentialKeys } from '../actions/auth/credential-keys.ts'
import { isSchemaValidation, schemaTexts } from '../model/expectation.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Step, Suite } from '../model/suite.ts'
import type { PlannedSuite, PlannedValues } from '../plan/plan.ts'
import { isCredentialField, isCredentialLine, urlPasswords } from '../secrets/index.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { renderVariable } from '../template/render.ts'
import { environmentVariable, type Scope } from '../template/scope.ts'
import { secretTexts } from '../template/secret-texts.ts'
import { hasBraces } from '../template/template.ts'
import { isObject } from '../util/is-json.ts'
import { mapping } from '../util/read-values.ts'

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
  const { auths, transports } = credentialSettings(planned)
  const written = writtenIn(planned)
  return new Set([
    ...secretNames(planned.values),
    ...environmentNames(planned, written),
    ...placeholdersIn(written.flatMap(urlPasswordsIn)).map(({ name }) => name),
    ...placeholdersIn(credentialLines(planned)).map(({ name }) => name),
    ...auths.flatMap(credentialNames),
    ...transports.flatMap(transportNames),
  ])
}

/** Every `auth`, and every way of requests, that a suite has for its steps and for each of them. */
export function credentialSettings({ loaded, settings }: PlannedSuite): {
  readonly auths: readonly JsonValue[]
  readonly transports: readonly JsonObject[]
} {
  const steps = stepsOf(loaded.suite)
  const isGiven = <Value>(value: Value | undefined): value is Value => value !== undefined
  return {
    auths: [settings.auth, ...steps.map(step => step.input['auth'])].filter(isGiven),
    transports: [settings.transport, ...steps.map(step => step.transport)].filter(isGiven),
  }
}

/** What headers and parameters say whose names tell that they carry credentials. */
export function credentialLines({ loaded, settings }: PlannedSuite): readonly string[] {
  const inputs = stepsOf(loaded.suite).map(step => step.input)
  const lines = [settings.headers, ...inputs.flatMap(({ headers, metadata }) => [headers, metadata])]
  const addresses = inputs.flatMap(({ request }) => (typeof request === 'string' ? [request] : []))
  return [
    ...lines.flatMap(value => Object.entries(mapping(value))).filter(([name]) => isCredentialLine(name)),
    ...inputs
      .flatMap(({ query }) => Object.entries(mapping(query)))
      .filter(([name]) => isCredentialField(name)),
    ...addresses.flatMap(parametersIn).filter(([name]) => isCredentialField(name)),
  ].flatMap(([, value]) => [value].flat().filter(text => typeof text === 'string'))
}

function parametersIn(address: string): readonly (readonly [string, JsonValue])[] {
  return [...address.matchAll(/[?&]([^=&#\s]+)=([^&#\s]+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
}

function stepsOf({ steps, after }: Suite): readonly Step[] {
  return [...steps, ...after]
}

/** `env.NAME` for every variable of the environment that stands anywhere in the suite or around it. */
function environmentNames(planned: PlannedSuite, written: readonly JsonValue[]): readonly string[] {
  const names = placeholdersIn(written, 'env.').map(({ name }) => name)
  // A variable may have such a name, and is no secret then.
  const own = new Set(valuesAround(planned).flatMap(Object.keys))
  return names.filter(name => environmentVariable(name) !== undefined && !own.has(name))
}

/** The variables and secrets of configuration, environment and suite. */
function valuesAround({
  values: { configuration, environment, suite },
}: PlannedSuite): readonly JsonObject[] {
  return [configuration, environment, suite].flatMap(({ variables, secrets }) => [variables, secrets])
}

/** The passwords of all URLs in a value. */
function urlPasswordsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return urlPasswords(value)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlPasswordsIn) : []
}

/** Every value that is written in the suite or around it. */
export function writtenIn(planned: PlannedSuite): readonly JsonValue[] {
  const { loaded, settings } = planned
  const { headers = {}, auth = {}, transport = {} } = settings
  const inSteps = stepsOf(loaded.suite).flatMap(
    ({ name, input, variables = {}, transport: own = {}, validations, extracts }) => [
      ...[name, input, variables, own],
      ...extracts.map(extract => ('value' in extract ? extract.value : null)),
      ...validations.flatMap((validation): readonly JsonValue[] =>
        isSchemaValidation(validation)
          ? schemaTexts(validation)
          : validation.expectations.map(({ expected }) => expected),
      ),
    ],
  )
  return [headers, auth, transport, ...valuesAround(planned), ...inSteps]
}

/** What opens keys and proxies: the passphrase and the password; what stands in a proxy's URL counts as in all URLs. */
function transportNames({ tls, proxy }: JsonObject): readonly string[] {
  const { passphrase = null } = isObject(tls) ? tls : {}
  const { password = null } = isObject(proxy) ? proxy : {}
  return placeholdersIn([passphrase, password]).map(({ name }) => name)
}

/** A user name or an address is part of an `auth`, but no secret. */
function credentialNames(auth: JsonValue): readonly string[] {
  const named = placeholdersIn(auth).filter(({ path }) => credentialKeys.has(path.at(-1) ?? ''))
  return named.map(({ name }) => name)
}

/** The names under `secrets:` of configuration, environment and suite. */
function secretNames({ configuration, environment, suite }: PlannedValues): readonly string[] {
  return [configuration, environment, suite].flatMap(({ secrets }) => Object.keys(secrets))
}

/** Hides the values of variables, as far as they are known already. */
export function hideVariables(names: ReadonlySet<string>, scope: Scope): void {
  for (const name of names) {
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
  for (const password of urlPasswordsIn(value)) if (!hasBraces(password)) hide(password)
}

/** Keeps what an `auth`, a `tls` or a `proxy` carries out of every output. What is no secret in it stays. */
export function hideCredentials(auth: JsonValue | undefined, hide: Scope['hide']): void {
  if (auth === null || typeof auth !== 'object') return
  for (const [key, value] of Object.entries(auth)) {
    if (typeof value === 'object') hideCredentials(value, hide)
    else if (credentialKeys.has(key)) hide(String(value))
  }
}
