import type { JsonValue } from '../model/json.ts'
import type { PlannedSuite, PlannedValues } from '../plan/plan.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'

/**
 * The variables of a suite that serve as credentials: those under `secrets:`, and those that an `auth` names. A token is
 * then hidden from the moment a login step extracts it, not only once it is used.
 */
export function secretVariables({ loaded, settings, values }: PlannedSuite): ReadonlySet<string> {
  const auths = [
    settings.auth,
    ...[...loaded.suite.steps, ...loaded.suite.after].map(step => step.input['auth']),
  ]
  return new Set([
    ...secretNames(values),
    ...auths.flatMap(auth => (auth === undefined ? [] : credentialNames(auth))),
  ])
}

/** A user name is part of an `auth`, but no secret. */
function credentialNames(auth: JsonValue): readonly string[] {
  const named = placeholdersIn(auth).filter(({ path }) => path.at(-1) !== 'username')
  return named.map(({ name }) => name)
}

/** The names under `secrets:` of configuration, environment and suite. */
export function secretNames({ configuration, environment, suite }: PlannedValues): readonly string[] {
  return [configuration, environment, suite].flatMap(({ secrets }) => Object.keys(secrets))
}
