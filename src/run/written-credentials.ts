import { credentialKeys } from '../actions/auth/credential-keys.ts'
import { isSchemaValidation, schemaTexts, type Validation } from '../model/expectation.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { type Step, type Suite, withGrouped } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { isCredentialField, isCredentialLine, urlPasswords } from '../secrets/index.ts'
import { type PlacedPlaceholder, placeholdersIn } from '../template/placeholders-in.ts'
import { environmentVariable } from '../template/scope.ts'
import { hasBraces } from '../template/template.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { mapping } from '../util/read-values.ts'

/** Fewest characters of a credential in clear in a header: shorter ones, as in tests of refusals, may be any word. */
const shortestLine = 8

/**
 * The credentials that are written in a suite, or around it, found in one walk: what stands there in clear, and the names of
 * the variables that stand where credentials do.
 */
export class WrittenCredentials {
  readonly inClear = new Set<string>()
  readonly names = new Set<string>()
  /** `env.NAME` of every variable of the environment, wherever it stands. */
  readonly fromEnvironment = new Set<string>()

  /** Any value: the passwords of its URLs. */
  value(value: JsonValue): void {
    if (typeof value === 'string') this.#text(value)
    else if (!isCollection(value)) return
    else if (isList(value)) for (const item of value) this.value(item)
    else
      for (const key in value) {
        this.#environment(key)
        this.value(value[key] ?? null)
      }
  }

  /** The headers of requests, or the metadata of calls. */
  headers(headers: JsonValue | undefined): void {
    this.#lines(headers, isCredentialLine)
  }

  /** An `auth`. */
  auth(auth: JsonValue | undefined): void {
    if (auth === undefined) return
    this.#membersInClear(auth)
    for (const placeholder of placeholdersIn(auth))
      if (credentialKeys.has(placeholder.path.at(-1) ?? '')) this.#nameIn(placeholder)
  }

  /** How requests travel. What opens keys and proxies is the passphrase and the password; what stands in a proxy's URL counts as in all URLs. */
  transport(transport: JsonObject | undefined): void {
    if (transport === undefined) return
    this.#membersInClear(transport)
    const opening = [mapping(transport['tls'])['passphrase'], mapping(transport['proxy'])['password']]
    for (const value of opening) this.#namesIn(value ?? null)
  }

  /** All of a step. */
  step({ name, input, variables, transport, validations, extracts }: Step): void {
    this.#text(name)
    this.value(input)
    if (variables !== undefined) this.value(variables)
    if (transport !== undefined) this.value(transport)
    extracts.forEach(extract => {
      if ('value' in extract) this.value(extract.value)
      if (extract.secret === true) this.names.add(extract.variable)
    })
    validations.forEach(validation => {
      this.#validation(validation)
    })
    this.#input(input)
    this.transport(transport)
  }

  /** Adds the credentials that others found. */
  add({ inClear, names, fromEnvironment }: WrittenCredentials): void {
    for (const text of inClear) this.inClear.add(text)
    for (const name of names) this.names.add(name)
    for (const name of fromEnvironment) this.fromEnvironment.add(name)
  }

  #input({ headers, metadata, query, auth, sasl, request }: JsonObject): void {
    this.headers(headers)
    this.headers(metadata)
    this.#lines(query, isCredentialField)
    if (typeof request === 'string') this.#parameters(request)
    this.auth(auth)
    this.auth(sasl)
  }

  #validation(validation: Validation): void {
    if (isSchemaValidation(validation)) for (const text of schemaTexts(validation)) this.#text(text)
    else
      validation.expectations.forEach(({ expected }) => {
        this.value(expected)
      })
  }

  #text(text: string): void {
    this.#environment(text)
    this.#keys(text)
    if (!text.includes('@')) return
    for (const password of urlPasswords(text))
      if (hasBraces(password)) this.#namesIn(password)
      else this.inClear.add(password)
  }

  #environment(text: string): void {
    if (!text.includes('env.') || !hasBraces(text)) return
    for (const { name } of placeholdersIn(text))
      if (environmentVariable(name) !== undefined) this.fromEnvironment.add(name)
  }

  /** The keys that texts are signed with, wherever they stand. */
  #keys(text: string): void {
    if (!text.includes('|') || !hasBraces(text)) return
    for (const { name, isKey } of placeholdersIn(text)) if (isKey === true) this.names.add(name)
  }

  #namesIn(value: JsonValue): void {
    for (const placeholder of placeholdersIn(value)) this.#nameIn(placeholder)
  }

  /** Adds the name in a placeholder. A signed value may be known: the signature tells nothing of the key. */
  #nameIn({ name, isSigned = false }: PlacedPlaceholder): void {
    if (!isSigned) this.names.add(name)
  }

  /** Adds the values of headers and parameters whose names tell that they carry credentials. */
  #lines(lines: JsonValue | undefined, isCredential: (name: string) => boolean): void {
    if (lines === undefined) return
    for (const [name, value] of Object.entries(mapping(lines)))
      if (isCredential(name))
        for (const line of [value].flat()) if (typeof line === 'string') this.#line(line)
  }

  #parameters(address: string): void {
    if (!address.includes('=')) return
    for (const [, name = '', value = ''] of address.matchAll(/[?&]([^=&#\s]+)=([^&#\s]+)/g))
      if (isCredentialField(name)) this.#line(value)
  }

  /** The credential is what stands behind the scheme. */
  #line(line: string): void {
    const credential = line.replace(/^[\w-]+\s+(?=\S)/, '')
    if (hasBraces(line)) this.#namesIn(line)
    else if (credential.length >= shortestLine) this.inClear.add(credential)
  }

  /** Adds the members in clear; one with placeholders is known by its name. */
  #membersInClear(setting: JsonValue): void {
    for (const text of credentialTexts(setting)) if (!hasBraces(text)) this.inClear.add(text)
  }
}

/** The credentials in an `auth`, a `tls` or a `proxy`. What is no secret in it is left out. */
export function credentialTexts(setting: JsonValue | undefined): readonly string[] {
  if (!isCollection(setting)) return none
  return Object.entries(setting).flatMap(([key, value]) => {
    if (value === null || isCollection(value)) return credentialTexts(value)
    return credentialKeys.has(key) ? [String(value)] : none
  })
}

const none: readonly never[] = []

/** The credentials in the steps of a suite, which are the same for each of its plans, and of a plan for each row. */
const ofSteps = new WeakMap<Suite, WrittenCredentials>()
const ofPlans = new WeakMap<PlannedSuite, WrittenCredentials>()

/** The credentials that are written in a suite and around it, but for its rows. */
export function writtenCredentials(planned: PlannedSuite): WrittenCredentials {
  const known = ofPlans.get(planned)
  if (known !== undefined) return known
  const found = new WrittenCredentials()
  const { headers = {}, auth, transport } = planned.settings
  found.value([headers, auth ?? {}, transport ?? {}])
  found.headers(headers)
  found.auth(auth)
  found.transport(transport)
  const { configuration, environment, suite } = planned.values
  for (const { variables, secrets } of [configuration, environment, suite]) {
    found.value(variables)
    found.value(secrets)
  }
  found.add(credentialsInSteps(planned.loaded.suite))
  ofPlans.set(planned, found)
  return found
}

function credentialsInSteps(suite: Suite): WrittenCredentials {
  const known = ofSteps.get(suite)
  if (known !== undefined) return known
  const found = new WrittenCredentials()
  for (const steps of [suite.steps, suite.after])
    withGrouped(steps).forEach(step => {
      found.step(step)
    })
  ofSteps.set(suite, found)
  return found
}
