import type { JsonValue } from '../model/json.ts'
import type { DataRow } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { type Secrets, sessionCookies } from '../secrets/index.ts'
import { createScope, type ProcessEnvironment } from '../template/scope.ts'
import { hasBraces } from '../template/template.ts'
import { isList, isObject } from '../util/is-json.ts'
import { outerLayers } from './iteration.ts'
import {
  credentialLines,
  credentialSettings,
  hideCredentials,
  hideUrlPasswords,
  hideValue,
  hideVariables,
  secretVariables,
  writtenIn,
} from './secret-variables.ts'

/**
 * Hides what is secret before any step has run: the secrets of suite, environment and configuration, what the suite takes
 * from the environment of the process, and the credentials that it has in clear or in its data rows.
 */
export function hideOuterSecrets(
  planned: PlannedSuite,
  processEnvironment: ProcessEnvironment,
  secrets: Secrets,
): void {
  const layers = [
    { name: '--var', values: planned.values.commandLine } as const,
    { name: 'row', values: {} } as const,
    ...outerLayers(planned),
  ]
  const scope = createScope(layers, processEnvironment, secrets.add)
  const names = secretVariables(planned)
  hideVariables(names, scope)
  for (const { values } of rowsOf(planned))
    for (const name of names) hideValue(literalsOf(values[name] ?? null), secrets.add)
  const written = [
    ...writtenIn(planned),
    planned.values.commandLine,
    ...rowsOf(planned).map(row => row.values),
  ]
  for (const value of written) hideUrlPasswords(value, secrets.add)
  hideCookies(planned, secrets)
  hideCredentialLines(planned, secrets)
  const { auths, transports } = credentialSettings(planned)
  for (const setting of [...auths, ...transports]) hideCredentials(literalsOf(setting), secrets.add)
}

/** Cookies in clear that tell who is asking. */
function hideCookies({ settings, steps, after }: PlannedSuite, secrets: Secrets): void {
  const headers = [settings.headers, ...[...steps, ...after].map(({ step }) => step.input['headers'])]
  for (const lines of headers)
    for (const [name, value] of isObject(lines) ? Object.entries(lines) : [])
      for (const text of [value].flat())
        if (typeof text === 'string' && !hasBraces(text))
          for (const cookie of sessionCookies(name, text)) secrets.add(cookie)
}

/** Fewest characters of a credential in clear in a header: shorter ones, as in tests of refusals, may be any word. */
const shortestLine = 8

/** Credentials in clear in headers and parameters, without the scheme before them. */
function hideCredentialLines(planned: PlannedSuite, secrets: Secrets): void {
  for (const line of credentialLines(planned)) {
    const credential = line.replace(/^[\w-]+\s+(?=\S)/, '')
    if (credential.length >= shortestLine && !hasBraces(line)) secrets.add(credential)
  }
}

function rowsOf({ rows = [], steps, after }: PlannedSuite): readonly DataRow[] {
  return [...rows, ...[...steps, ...after].flatMap(step => step.rows ?? [])]
}

/** The value with null for every text that holds a placeholder: its value is hidden by its name. */
function literalsOf(value: JsonValue): JsonValue {
  if (typeof value === 'string') return hasBraces(value) ? null : value
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(literalsOf)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, literalsOf(member)]))
}
