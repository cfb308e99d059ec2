import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath } from '../../model/span.ts'
import { parseTarget } from '../../parse/target.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** Validations and extracts stand on the level of the step: further right they would be a part of what is sent or set. */
export const ownLevel: Rule = ({ source, written, suite }) => {
  if (!written.judgesFurtherIn) return []
  return allSteps({ suite }).flatMap(({ input, variables, path }) =>
    Object.entries({ ...input, variables: variables ?? null }).flatMap(([key, value]) =>
      placesIn(value, [...path, key]).map((place): Problem =>
        problemAt(
          source,
          place,
          'misplaced-key',
          `"${place.at(-1)}" stands below "${key}", and would judge nothing`,
          {
            hint: `Indent it as far as \`${key}\`. What is meant as content can stand in a file.`,
            atKey: true,
          },
        ),
      ),
    ),
  )
}

/** Members that read like the validations or extracts of a step, however deep. */
function placesIn(value: JsonValue, path: DocumentPath): readonly DocumentPath[] {
  if (!isCollection(value)) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const place = [...path, isList(value) ? Number(key) : key]
    const isMeant =
      (key === 'validations' && areValidations(part)) || (key === 'extracts' && areExtracts(part))
    return isMeant ? [place] : placesIn(part, place)
  })
}

const besideTargets = new Set(['name', 'when', 'unless', 'schema'])

function areValidations(value: JsonValue): boolean {
  return (
    isList(value) &&
    value.length > 0 &&
    value.every(one => isObject(one) && Object.keys(one).some(isTarget) && Object.keys(one).every(isKey))
  )
}

function areExtracts(value: JsonValue): boolean {
  const paths = isObject(value) ? Object.values(value) : []
  return (
    paths.length > 0 && paths.every(path => typeof path === 'string' && /^(?:\$[.[]|header \S)/.test(path))
  )
}

function isTarget(key: string): boolean {
  return key === 'schema' || parseTarget(key) !== undefined
}

function isKey(key: string): boolean {
  return besideTargets.has(key) || isTarget(key)
}
