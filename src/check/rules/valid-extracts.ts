import type { Extract } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import { isList } from '../../util/is-json.ts'
import { namesFrom, outsideNames } from '../known-names.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** An extract says once what happens where nothing is found, and is put behind a list only where there is one. */
export const validExtracts: Rule = (parsed, facts) => {
  const steps = allSteps(parsed)
  const set = outsideNames(parsed, facts)
  for (const step of steps) {
    const appended = new Set(step.extracts.filter(isAppended).map(({ variable }) => variable))
    for (const name of namesFrom(parsed, step, facts))
      if (!appended.has(name) || Object.hasOwn(step.variables ?? {}, name)) set.add(name)
  }
  const { variables } = parsed.suite
  const isNoList = (variable: string): boolean =>
    !set.has(variable) || (Object.hasOwn(variables, variable) && isOther(variables[variable]))
  const wrongs = (step: Step, extract: Extract): readonly Problem[] => {
    const at = (key: string, message: string, hint: string): Problem =>
      problemAt(parsed.source, [...step.path, 'extracts', extract.variable, key], 'bad-value', message, {
        hint,
        atKey: true,
      })
    if (!('target' in extract)) return []
    const { variable, optional, append, default: instead } = extract
    const given = `"${variable}" has a default, and`
    const optionalHint = 'Where nothing is found, `optional: true` leaves the list as it is.'
    return [
      ...(instead !== undefined && optional === true
        ? [at('optional', `${given} cannot stay as it is as well`, 'Keep one of `default` and `optional`.')]
        : []),
      ...(instead !== undefined && append === true
        ? [at('default', `${given} is a list that is added to`, optionalHint)]
        : []),
      ...(append === true && isNoList(variable)
        ? [at('append', `${variable} is no list`, `Begin with \`variables: { ${variable}: [] }\`.`)]
        : []),
    ]
  }
  return steps.flatMap(step => step.extracts.flatMap(extract => wrongs(step, extract)))
}

function isAppended(extract: Extract): boolean {
  return 'append' in extract
}

/** True where a variable as it is written holds something else than a list; a text may be a placeholder for one. */
function isOther(value: unknown): boolean {
  return !isList(value as never) && !(typeof value === 'string' && value.includes('{{'))
}
