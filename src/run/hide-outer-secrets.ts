import { proxyVariables } from '../actions/transport/route-of.ts'
import type { JsonValue } from '../model/json.ts'
import type { DataRow } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { type Secrets, sessionCookies } from '../secrets/index.ts'
import type { ProcessEnvironment } from '../template/scope.ts'
import { hasBraces } from '../template/template.ts'
import { isList, isObject, isCollection } from '../util/is-json.ts'
import { outerScope } from './iteration.ts'
import { hideUrlPasswords, hideValue, hideVariables, secretVariables } from './secret-variables.ts'
import { writtenCredentials } from './written-credentials.ts'

/**
 * Hides what is secret before any step has run: the secrets of suite, environment and configuration, what the suite takes
 * from the environment of the process, its proxies, and the credentials that it has in clear or in its data rows.
 */
export function hideOuterSecrets(
  planned: PlannedSuite,
  processEnvironment: ProcessEnvironment,
  secrets: Secrets,
): void {
  const scope = outerScope(planned, processEnvironment, secrets.add)
  const names = secretVariables(planned)
  hideVariables(names, scope)
  for (const { values } of rowsOf(planned)) {
    for (const name of names) hideValue(literalsOf(values[name] ?? null), secrets.add)
    hideUrlPasswords(values, secrets.add)
  }
  hideUrlPasswords(planned.values.commandLine, secrets.add)
  for (const name of proxyVariables) hideUrlPasswords(processEnvironment[name] ?? null, secrets.add)
  for (const text of writtenCredentials(planned).inClear) secrets.add(text)
  hideCookies(planned, secrets)
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

function rowsOf({ rows = [], steps, after }: PlannedSuite): readonly DataRow[] {
  return [...rows, ...[...steps, ...after].flatMap(step => step.rows ?? [])]
}

/** The value with null for every text that holds a placeholder: its value is hidden by its name. */
function literalsOf(value: JsonValue): JsonValue {
  if (typeof value === 'string') return hasBraces(value) ? null : value
  if (!isCollection(value)) return value
  if (isList(value)) return value.map(literalsOf)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, literalsOf(member)]))
}
