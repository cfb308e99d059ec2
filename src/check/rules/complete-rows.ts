import { possibleVariables } from '../../template/member-path.ts'
import { setElsewhere } from '../known-names.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/**
 * Every row has the columns that a step uses. Steps with a `when` may be for some of the rows only, and a name that is
 * set elsewhere has a value in every row.
 */
export const completeRows: Rule = (parsed, facts) => {
  const { suite, source, written } = parsed
  const { rowsWithout, stepRowsWithout } = facts
  if (isEveryRowComplete(facts)) return []
  const elsewhere = new Set([
    ...setElsewhere(parsed, facts),
    ...Object.keys({ ...suite.variables, ...suite.secrets }),
  ])
  return allSteps(parsed).flatMap(step => {
    const without = new Map([...(rowsWithout ?? []), ...(stepRowsWithout?.get(step) ?? [])])
    if (without.size === 0 || step.when.length > 0) return []
    return written.filledIn(step).flatMap(({ name, path, hasDefault }) => {
      if (hasDefault === true) return []
      const column = possibleVariables(name).find(
        variable => elsewhere.has(variable) || without.has(variable),
      )
      const row = column === undefined || elsewhere.has(column) ? undefined : without.get(column)
      if (column === undefined || row === undefined) return []
      const message = `row ${row} of the data has no "${column}", which other rows have and {{${name}}} needs`
      return [problemAt(source, path, 'data-columns', message, { hint: 'Give every row a value for it.' })]
    })
  })
}

function isEveryRowComplete({ rowsWithout, stepRowsWithout }: Facts): boolean {
  const ofSteps = [...(stepRowsWithout?.values() ?? [])]
  return [rowsWithout, ...ofSteps].every(without => without === undefined || without.size === 0)
}
