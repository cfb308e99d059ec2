import type { LostPart } from '../../../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { ExactNumber } from '../../../../util/exact-number.ts'
import { isList, isObject } from '../../../../util/is-json.ts'
import { helperSources } from '../helpers.ts'
import { nameForExtract, nameForValidation } from '../validation-name.ts'
import { underCondition, writeConditions } from './write-conditions.ts'
import { writeExtract } from './write-extract.ts'
import { writeValidation } from './write-validation.ts'
import { valueExpression } from './write-value.ts'

/** Scripts of Postman that do what a step says. */
export interface WrittenScripts {
  /** Runs before the request: sets the step's variables. Absent when there are none. */
  readonly before?: string
  /** Runs after the answer: extracts, then validations, then the step's own script. */
  readonly after?: string
  /** The losses of the scripts, each with why. */
  readonly losses: readonly LostPart[]
}

/** Statements with the functions they call, and what could not be written. */
interface Part {
  readonly texts: readonly string[]
  readonly helpers: readonly string[]
  readonly losses: readonly LostPart[]
}

/** Writes the validations, extracts, variables and scripts of a step (suite language) as scripts of Postman. */
export function writeScripts(step: JsonObject): WrittenScripts {
  const scripts = isObject(step['scripts']) ? step['scripts'] : {}
  const variables = writeVariables(step['variables'])
  const extracts = writeExtracts(step['extracts'])
  const tests = writeTests(step['validations'])
  const before = joined([...variables.texts, ...textsOf(scripts['before'])])
  const after = joined([
    ...declarations([...extracts.helpers, ...tests.helpers]),
    ...extracts.texts,
    ...tests.texts,
    ...textsOf(scripts['after']),
  ])
  return {
    ...(before === '' ? {} : { before }),
    ...(after === '' ? {} : { after }),
    losses: [...variables.losses, ...extracts.losses, ...tests.losses],
  }
}

/**
 * True where a script may be the one that is written of a step after its answer. Told by how it begins, which costs a
 * tenth of writing it: nearly all scripts were written by people, with other words.
 */
export function mayBeWritten(source: string, step: JsonObject): boolean {
  if (step['extracts'] === undefined && step['validations'] === undefined) return true
  if (!beginsAsWritten(source)) return false
  const extracts = isObject(step['extracts']) ? Object.keys(step['extracts']) : []
  const names = extracts.map(variable => JSON.stringify(nameForExtract(variable)))
  const tests = [...names, ...groupsOf(step['validations']).map(({ name }) => name)]
  return !source.startsWith('pm.test(') || tests.some(name => source.startsWith(testHead(name)))
}

/** True where a script begins with a word that one may begin with that is written of extracts and validations. */
export function beginsAsWritten(source: string): boolean {
  return /^(?:const |if \(|pm\.environment\.set\(|pm\.test\(["`])/.test(source)
}

function joined(texts: readonly string[]): string {
  return texts.filter(text => text.trim() !== '').join('\n\n')
}

function textsOf(scripts: JsonValue | undefined): readonly string[] {
  if (typeof scripts === 'string') return [scripts]
  return scripts !== undefined && isList(scripts) ? scripts.filter(text => typeof text === 'string') : []
}

function declarations(helpers: readonly string[]): readonly string[] {
  const names = [...new Set(helpers)].sort()
  return names.map(name => `const ${name} = ${helperSources[name] ?? ''}`)
}

function writeVariables(variables: JsonValue | undefined): Part {
  const losses: LostPart[] = []
  const lines = Object.entries(isObject(variables) ? variables : {}).flatMap(([name, value]) => {
    // A value set as a text is sent with its digits.
    const expression = valueExpression(value instanceof ExactNumber ? value.text : value)
    if (expression !== undefined) return [`pm.environment.set(${JSON.stringify(name)}, ${expression})`]
    losses.push({ what: `variable ${name}`, why: 'Postman has no word for its value' })
    return []
  })
  return { texts: [lines.join('\n')], helpers: [], losses }
}

function writeExtracts(extracts: JsonValue | undefined): Part {
  const losses: LostPart[] = []
  const written = Object.entries(isObject(extracts) ? extracts : {}).flatMap(([variable, from]) => {
    const extract = writeExtract(variable, from)
    const conditions = writeConditions(isObject(from) ? from : {})
    if ('text' in extract && 'expression' in conditions)
      return [
        {
          text: underCondition(conditions.expression, extract.text),
          helpers: [...conditions.helpers, ...extract.helpers],
        },
      ]
    const why = 'why' in conditions ? conditions.why : 'why' in extract ? extract.why : ''
    losses.push({ what: `extract ${variable}`, why })
    return []
  })
  return {
    texts: written.map(({ text }) => text),
    helpers: written.flatMap(({ helpers }) => helpers),
    losses,
  }
}

/** One test for each name under the same conditions; a validation without one has a test of its own, named after what it says. */
function writeTests(validations: JsonValue | undefined): Part {
  const losses: LostPart[] = []
  const helpers: string[] = []
  const texts: string[] = []
  for (const group of groupsOf(validations)) {
    const lines: string[] = []
    let looksIntoBody = false
    const conditions = writeConditions(group.validations[0] ?? {})
    if ('why' in conditions) {
      for (const validation of group.validations)
        losses.push({ what: `validation ${nameForValidation(validation)}`, why: conditions.why })
      continue
    }
    for (const validation of group.validations) {
      const written = writeValidation(validation)
      if ('why' in written) {
        losses.push({ what: `validation ${nameForValidation(validation)}`, why: written.why })
        continue
      }
      lines.push(...written.lines)
      helpers.push(...written.helpers)
      looksIntoBody ||= written.looksIntoBody
    }
    if (lines.length === 0) continue
    const body = looksIntoBody ? ['const json = pm.response.json()', ...lines] : lines
    const test = `${testHead(group.name)}\n${body.map(line => `  ${line}`).join('\n')}\n})`
    texts.push(underCondition(conditions.expression, test))
    helpers.push(...conditions.helpers)
  }
  return { texts, helpers, losses }
}

/** How a test begins. `name` is an expression of JavaScript. */
function testHead(name: string): string {
  return `pm.test(${name}, () => {`
}

interface TestGroup {
  /** An expression of JavaScript. */
  readonly name: string
  readonly validations: JsonObject[]
}

function groupsOf(validations: JsonValue | undefined): readonly TestGroup[] {
  const groups: TestGroup[] = []
  const named = new Map<string, TestGroup>()
  for (const validation of validations !== undefined && isList(validations) ? validations : []) {
    if (!isObject(validation)) continue
    const { name, when = null, unless = null } = validation
    const key = JSON.stringify([name ?? null, when, unless])
    const known = typeof name === 'string' ? named.get(key) : undefined
    if (known !== undefined) {
      known.validations.push(validation)
      continue
    }
    const text = typeof name === 'string' ? valueExpression(name) : undefined
    const group = { name: text ?? JSON.stringify(nameForValidation(validation)), validations: [validation] }
    groups.push(group)
    if (typeof name === 'string') named.set(key, group)
  }
  return groups
}
