import path from 'node:path'
import { possibleVariables } from '../../template/member-path.ts'
import { placeholdersOf } from '../../template/placeholders-in.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { everKnownNames } from '../known-names.ts'
import { environmentChoice, environmentsWord } from '../name-check.ts'
import { problemAt, type Rule } from '../rule.ts'

/** The environment that a suite asks for is one of the configuration's. */
export const knownEnvironment: Rule = ({ source, suite }, { environments, configuration }) => {
  const { environment } = suite
  if (environment === undefined || environment.includes('{{')) return []
  if (environments === undefined || environments.includes(environment)) return []
  return [
    problemAt(source, ['environment'], 'environment-unknown', `there is no environment "${environment}"`, {
      hint: environmentHint(
        environment,
        environments,
        configuration === undefined ? path.dirname(source.file) : undefined,
      ),
    }),
  ]
}

/**
 * A value that only environments give, of which none is chosen, is there in some runs alone. What needs one is told once,
 * at the environments.
 */
export const chosenEnvironment: Rule = (parsed, facts) => {
  const { configuration, outerVariables, outerOrigins } = facts
  const unchosen = outerOrigins?.unchosen
  if (configuration === undefined || unchosen === undefined || unchosen.size === 0) return []
  const used = parsed.written.templates.flatMap(template => [...placeholdersOf(template)])
  const needed = [...new Set(used.flatMap(({ name }) => possibleVariables(name)))].filter(
    name => unchosen.has(name) && outerVariables.has(name),
  )
  if (needed.length === 0) return []
  const known = everKnownNames(parsed, { ...facts, outerVariables: new Set() })
  return needed.flatMap(name => {
    if (known.has(name)) return []
    const environments = unchosen.get(name) ?? []
    const message = `only ${environmentsWord(environments)} set${environments.length === 1 ? 's' : ''} "${name}", which suites use, and no run is in one unless it is chosen`
    const more = { hint: environmentChoice(environments), severity: 'warning', atKey: true } as const
    return [problemAt(configuration, ['environments'], 'environment-unknown', message, more)]
  })
}

/** The way out where an environment is none of these; `folder` is that of what has no configuration. */
export function environmentHint(name: string, known: readonly string[], folder?: string): string {
  if (known.length > 0) return suggesting(name, known, `There are ${known.join(', ')}.`)
  return folder === undefined
    ? 'Define it under `environments:` in apitest.config.yaml.'
    : `There is no apitest.config.yaml in ${folder} or above: write one there, with the environment under \`environments:\`.`
}
