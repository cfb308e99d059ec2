import type { ApiDescription } from '../../api-description/api-description.ts'
import type { MalformedPart } from '../../api-description/documents/loaded-document.ts'
import { malformedParts } from '../../api-description/malformed-parts.ts'
import { misspeltPaths } from '../../api-description/misspelt-paths.ts'
import { type ComparedDescriptions, compareWithReferences } from '../../contract/diff/compare-descriptions.ts'
import type { Change, ChangePlace, ContractComparison } from '../../model/contract-change.ts'
import { errorProblem, type Problem, type Result, problemsIn } from '../../model/problem.ts'
import { maskUrlCredentials } from '../../secrets/index.ts'
import { readerOf } from '../convert/read-source.ts'
import type { Host } from '../operation.ts'
import { problemsSchema } from '../problems-schema.ts'
import { projectKeys } from '../project-folder.ts'
import { fileName, flag, list, object, type ObjectOf, optional, typed, type ValueOf } from '../schema.ts'
import { changeSchema, comparedSchema } from './change-schema.ts'
import { ignoreChanges } from './ignore-changes.ts'
import { ignoredChanges, readIgnoreFile } from './read-ignore-file.ts'
import { LineFinder } from './line-finder.ts'
import { type DescriptionInput, readDescription, type ReadDescription } from './read-description.ts'
import { defined } from '../../util/defined.ts'

/** Keys of every operation that compares descriptions. */
export const compareKeys = {
  ignoreFile: optional(
    fileName('read', 'File with changes to ignore; .apitest-diff-ignore.yaml by default, if it exists'),
  ),
  remoteReferences: optional(flag('Read documents on the network that the descriptions refer to')),
  ...projectKeys,
} as const

/** The changes, and the problems of the documents. */
export const comparedPair = object({
  comparison: typed<ContractComparison>(
    object(
      {
        before: { ...comparedSchema, description: 'The old description' },
        after: { ...comparedSchema, description: 'The new description' },
        changes: list(
          changeSchema,
          'What changed: what breaks clients first, then warnings, then safe additions',
        ),
        ignored: list(changeSchema, 'What the ignore file says not to tell'),
      },
      'The comparison',
    ),
  ),
  warnings: {
    ...problemsSchema,
    description:
      'What is odd about the ignore file and the descriptions; an error where the new one cannot be read as a whole',
  },
})

/** Two descriptions, each a path, a URL, or a path in a revision of git. */
interface Pair extends ObjectOf<typeof compareKeys> {
  readonly before: string
  readonly after: string
}

/** Two descriptions, and who reads them. */
export type CompareInput = Pair & Omit<DescriptionInput, 'source'>

/** Compares two descriptions of an API. */
export async function compareDescriptions(
  asked: Pair,
  host: Host,
): Promise<Result<ValueOf<typeof comparedPair>>> {
  const given = { ...asked, ...readerOf(host) }
  const [before, after] = await Promise.all([
    readDescription({ ...given, source: given.before }),
    readDescription({ ...given, source: given.after }),
  ])
  const [old, fresh] = [given.before, given.after].map(maskUrlCredentials)
  const input = { ...given, before: old ?? '', after: fresh ?? '' }
  const entries = await readIgnoreFile(input, ignoredChanges)
  const problems = problemsIn(before, after, entries)
  if (!before.ok || !after.ok || !entries.ok) return { ok: false, problems }
  const empty = withoutOperations(input, before.value.description, after.value.description)
  if (empty.length > 0) return { ok: false, problems: empty }
  const compared = compareDeep(before.value.description, after.value.description)
  if (compared === undefined) return { ok: false, problems: [tooDeep(input)] }
  const { changes: found, unresolved } = compared
  const { changes, ignored, warnings } = ignoreChanges(found, entries.value, new Date())
  const placed = await withLines([...changes, ...ignored], before.value, after.value)
  const comparison = {
    before: summaryOf(input.before, before.value),
    after: summaryOf(input.after, after.value),
    changes: placed.slice(0, changes.length),
    ignored: ignored.map(({ because }, index) => ({
      ...(placed[changes.length + index] as Change),
      because,
    })),
  }
  const gone = missingReferences(before.value, unresolved.before)
  const broken = missingReferences(after.value, unresolved.after)
  const missing = [
    ...[...gone].map(one => missingReference(input.before, one, 'warning')),
    ...[...broken].map(one => missingReference(input.after, one, gone.has(one[0]) ? 'warning' : 'error')),
  ]
  const malformed = malformedIn(input, before.value.description, after.value.description)
  return { ok: true, value: { comparison, warnings: [...missing, ...malformed, ...warnings] } }
}

/** Descriptions of which nothing could be compared: neither has an operation, or one only seems to have none. */
function withoutOperations(
  input: CompareInput,
  before: ApiDescription,
  after: ApiDescription,
): readonly Problem[] {
  const sides = [
    { source: input.before, description: before },
    { source: input.after, description: after },
  ].filter(({ description: { operations, broken, webhooks } }) => {
    return operations.length + broken.length + webhooks.length === 0
  })
  return sides.flatMap(({ source, description }) => {
    const hint = misspeltPaths(description)
    if (hint === undefined && sides.length < 2) return []
    const message = `${source} has no operations, so nothing can be compared`
    return [
      errorProblem({ code: 'nothing-selected', message, hint: hint ?? 'Operations stand under `paths`.' }),
    ]
  })
}

/** Undefined where schemas are built on each other so deeply that the stack ends. */
function compareDeep(...sides: Parameters<typeof compareWithReferences>): ComparedDescriptions | undefined {
  try {
    return compareWithReferences(...sides)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function tooDeep({ before, after }: CompareInput): Problem {
  const message = `${before} and ${after} cannot be compared: their schemas are built on each other too deeply`
  return errorProblem({ code: 'import-unreadable', message, hint: 'Put fewer `allOf` and `$ref` in a row.' })
}

/** References that lead nowhere, and why. */
function missingReferences(
  { description }: ReadDescription,
  ofSchemas: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const ofParts = [description, ...description.operations].flatMap(({ unresolved }) => unresolved)
  return new Map([...ofParts.map(({ reference, reason }) => [reference, reason] as const), ...ofSchemas])
}

/**
 * Reports a reference that leads nowhere: nobody knows what is behind it. One that the old description does not have
 * broke with the change.
 */
function missingReference(
  source: string,
  [reference, reason]: readonly [string, string],
  severity: Problem['severity'],
): Problem {
  const message = `${source}: the reference ${reference} leads nowhere: ${reason}`
  return { code: 'unresolved-reference', severity, message, hint: 'What changes behind it is not told.' }
}

/**
 * Reports malformed parts. Those of the new description say nothing, so that no change of them is told. Those of the
 * old one are warnings.
 */
function malformedIn(input: CompareInput, before: ApiDescription, after: ApiDescription): readonly Problem[] {
  const found = malformedParts(after)
  if (found.length === 0) return []
  // The documents may be called differently.
  const keyOf = ({ place, reason }: MalformedPart): string => `${place.replace(/^[^#]*(?=#)/, '')} ${reason}`
  const known = new Set(malformedParts(before).map(keyOf))
  return found.map(part => ({
    code: 'malformed-description',
    severity: known.has(keyOf(part)) ? 'warning' : 'error',
    message: `${input.after} is malformed: ${part.place}: ${part.reason}`,
    hint: 'What changes by it is not told.',
  }))
}

function summaryOf(source: string, { description }: ReadDescription): ContractComparison['before'] {
  return { source, title: description.title, operations: description.operations.length }
}

/** Gives every place its line, and documents the names that readers know. */
async function withLines(
  changes: readonly Change[],
  before: ReadDescription,
  after: ReadDescription,
): Promise<readonly Change[]> {
  const [old, fresh] = [new LineFinder(before.texts), new LineFinder(after.texts)]
  const placed: Change[] = []
  for (const change of changes)
    placed.push({
      ...change,
      ...(change.before === undefined ? {} : { before: await readable(change.before, before, old) }),
      ...(change.after === undefined ? {} : { after: await readable(change.after, after, fresh) }),
    })
  return placed
}

async function readable(
  { document, pointer }: ChangePlace,
  { nameOf }: ReadDescription,
  lines: LineFinder,
): Promise<ChangePlace> {
  const line = await lines.lineOf(document, pointer)
  return defined({ document: nameOf(document), pointer, line })
}
