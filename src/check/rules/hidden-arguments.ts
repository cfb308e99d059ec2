import { factsOf } from '../../actions/index.ts'
import type { JsonValue } from '../../model/json.ts'
import { environmentVariable } from '../../template/scope.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { secretIn, secretNames } from '../secret-names.ts'

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
    const isSecret = (one: string): boolean => environmentVariable(one) !== undefined || secrets.has(one)
    const name = secretIn(written, variables, isSecret)
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

function hintFor(name: string, written: JsonValue): string {
  const variable = (environmentVariable(name) ?? name).replace(/[^A-Za-z\d]+/g, '_').toUpperCase()
  const reads =
    typeof written === 'string' ? `and "$${variable}" in its place` : 'and let the program read it'
  return `Write environment: { ${variable}: "{{${name}}}" }, ${reads}.`
}
