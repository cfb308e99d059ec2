import { credentialKeys } from '../../actions/auth/credential-keys.ts'
import { factsOf } from '../../actions/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { mapping } from '../../util/read-values.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { environmentVariable } from '../../template/scope.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/** A command line is seen by everybody who lists the processes of the machine: no secret stands in one. */
export const hiddenArguments: Rule = (parsed, facts) => {
  const commands = allSteps(parsed).filter(({ action }) => factsOf(action).commandKey !== undefined)
  if (commands.length === 0) return []
  const secrets = secretNames(parsed, facts)
  return commands.flatMap(step => {
    const { commandKey: key = '' } = factsOf(step.action)
    const written = step.input[key]
    if (written === undefined) return []
    const variables = { ...parsed.suite.variables, ...step.variables }
    const name = namesIn(written).find(one => isSecret(one, variables, secrets))
    if (name === undefined) return []
    return [
      problemAt(
        parsed.source,
        [...step.path, key],
        'secret-argument',
        `the secret "${name}" stands in the command line, which every user of the machine can see`,
        { severity: 'warning', hint: hintFor(name, written) },
      ),
    ]
  })
}

function namesIn(value: JsonValue): readonly string[] {
  return placeholdersIn(value).map(({ name }) => name)
}

/** What is under `secrets`, and what `auth` uses as a credential. */
function secretNames({ suite }: ParsedSuite, { configuration }: Facts): ReadonlySet<string> {
  const shared = mapping(configuration?.value)
  const environments = Object.values(mapping(shared['environments'])).map(one => mapping(one)['secrets'])
  const auths = [suite.settings.auth ?? null, ...allSteps({ suite }).map(step => step.input['auth'] ?? null)]
  return new Set([
    ...[suite.secrets, shared['secrets'], ...environments].flatMap(secrets => Object.keys(mapping(secrets))),
    ...auths
      .flatMap(auth => placeholdersIn(auth))
      .filter(({ path }) => credentialKeys.has(path.at(-1) ?? ''))
      .map(({ name }) => name),
  ])
}

/** Whether a variable is a secret, or made of one. */
function isSecret(name: string, variables: JsonObject, secrets: ReadonlySet<string>): boolean {
  const names = new Set([name])
  for (const one of names) {
    if (environmentVariable(one) !== undefined || secrets.has(one)) return true
    for (const inner of namesIn(variables[one] ?? null)) names.add(inner)
  }
  return false
}

function hintFor(name: string, written: JsonValue): string {
  const variable = (environmentVariable(name) ?? name).replace(/[^A-Za-z\d]+/g, '_').toUpperCase()
  const reads =
    typeof written === 'string' ? `and "$${variable}" in its place` : 'and let the program read it'
  return `Write environment: { ${variable}: "{{${name}}}" }, ${reads}.`
}
