import { suggesting } from '../../util/did-you-mean.ts'
import { problemAt, type Rule } from '../rule.ts'

/** The environment that a suite asks for is one of the configuration's. */
export const knownEnvironment: Rule = ({ source, suite }, { environments, configuration }) => {
  const { environment } = suite
  if (environment === undefined || environment.includes('{{')) return []
  if (environments === undefined || environments.includes(environment)) return []
  return [
    problemAt(source, ['environment'], 'environment-unknown', `there is no environment "${environment}"`, {
      hint: environmentHint(environment, environments, configuration !== undefined),
    }),
  ]
}

/** What to do about an environment that is none of these. */
export function environmentHint(name: string, known: readonly string[], isConfigured: boolean): string {
  if (known.length > 0) return suggesting(name, known, `There are ${known.join(', ')}.`)
  return isConfigured
    ? 'Define it under `environments:` in apitest.config.yaml.'
    : 'There is no apitest.config.yaml: write one, with the environment under `environments:`.'
}
