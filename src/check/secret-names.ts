import { credentialKeys } from '../actions/auth/credential-keys.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { mapping } from '../util/read-values.ts'
import { allSteps, type Facts } from './rule.ts'

/** Lists the names under `secrets`, those that `auth` uses as a credential, and those of secret extracts. */
export function secretNames({ suite }: ParsedSuite, { configuration }: Facts): ReadonlySet<string> {
  const shared = mapping(configuration?.value)
  const environments = Object.values(mapping(shared['environments'])).map(one => mapping(one)['secrets'])
  const steps = allSteps({ suite })
  const auths = [suite.settings.auth ?? null, ...steps.map(step => step.input['auth'] ?? null)]
  return new Set([
    ...[suite.secrets, shared['secrets'], ...environments].flatMap(secrets => Object.keys(mapping(secrets))),
    ...auths
      .flatMap(auth => placeholdersIn(auth))
      .filter(({ path }) => credentialKeys.has(path.at(-1) ?? ''))
      .map(({ name }) => name),
    ...steps.flatMap(({ extracts }) => extracts.filter(one => one.secret === true)).map(one => one.variable),
  ])
}

/** The first placeholder in a value that is a secret, or made of one by way of other variables. */
export function secretIn(
  written: JsonValue,
  variables: JsonObject,
  isSecret: (name: string) => boolean,
): string | undefined {
  return namesIn(written).find(name => {
    const names = new Set([name])
    for (const one of names) {
      if (isSecret(one)) return true
      for (const inner of namesIn(variables[one] ?? null)) names.add(inner)
    }
    return false
  })
}

function namesIn(value: JsonValue): readonly string[] {
  return placeholdersIn(value).map(({ name }) => name)
}
