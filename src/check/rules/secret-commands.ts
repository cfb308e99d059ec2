import type { DocumentPath } from '../../model/span.ts'
import type { Problem } from '../../model/problem.ts'
import type { YamlSource } from '../../document/index.ts'
import { isSecretCommand } from '../../parse/secret-commands.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { environmentVariable } from '../../template/scope.ts'
import { isObject } from '../../util/is-json.ts'
import { nearMiss } from '../../util/did-you-mean.ts'
import { mapping, valueAt } from '../../util/read-values.ts'
import { problemAt, type Rule } from '../rule.ts'

/** A suite runs no command for a secret of its own. */
export const noSecretCommands: Rule = ({ source, suite }) =>
  Object.entries(suite.secrets).flatMap(([name, value]) => {
    if (!isSecretCommand(value)) return []
    const message = `the secret "${name}" of a suite cannot be the output of a command`
    const hint = 'Move it to `secrets` of apitest.config.yaml, or of one of its environments.'
    return [problemAt(source, ['secrets', name, 'command'], 'misplaced-key', message, { hint, atKey: true })]
  })

/** Words that are easily taken for `command`. */
const otherWords = ['cmd', 'exec', 'run', 'shell', 'program']

/** Mistakes in the commands of secrets, in the mapping at a path of a configuration. */
export function secretCommandProblems(source: YamlSource, part: DocumentPath): readonly Problem[] {
  return Object.entries(mapping(valueAt(source.value, part))).flatMap(([name, value]) => {
    const at = [...part, name]
    if (isSecretCommand(value)) return filledIn(source, [...at, 'command'])
    const keys = isObject(value) ? Object.keys(value) : []
    const other = keys.find(key => otherWords.includes(key) || nearMiss(key, ['command']) !== undefined)
    if (other === undefined) return []
    const message = `the secret "${name}" is a mapping with "${other}", which runs nothing`
    const hint = 'Write `command` for what is to be run.'
    return [problemAt(source, [...at, other], 'unknown-key', message, { hint, atKey: true })]
  })
}

/** Braces in a command are the program's own: nobody fills in an environment variable there, or one of the configuration. */
function filledIn(source: YamlSource, at: DocumentPath): readonly Problem[] {
  const names = placeholdersIn(valueAt(source.value, at) ?? null).map(({ name }) => name)
  const name = names.map(environmentVariable).find(variable => variable !== undefined)
  if (name !== undefined) {
    const message = `{{env.${name}}} is not filled in in a command`
    const hint = `The command has the environment of apitest: write it as a line for the shell, with "$${name}".`
    return [problemAt(source, at, 'bad-value', message, { hint })]
  }
  const known = knownVariables(source)
  const meant = names.find(one => known.has(one))
  if (meant === undefined) return []
  const message = `{{${meant}}} is not filled in in a command: the program is given the braces`
  const hint = `Write its value out, or put it into the env-file and write a line for the shell, with "$${meant.toUpperCase()}".`
  return [problemAt(source, at, 'bad-value', message, { hint, severity: 'warning' })]
}

function knownVariables({ value }: YamlSource): ReadonlySet<string> {
  const { environments } = mapping(value)
  const owners = [value, ...Object.values(mapping(environments))].map(mapping)
  return new Set(
    owners.flatMap(owner => [owner['variables'], owner['secrets']].flatMap(one => Object.keys(mapping(one)))),
  )
}
