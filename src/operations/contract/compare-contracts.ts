import { compareWithReferences } from '../../contract/diff/compare-descriptions.ts'
import type { Change, ChangePlace, ContractComparison } from '../../model/contract-change.ts'
import type { Problem, Result } from '../../model/problem.ts'
import type { Operation } from '../operation.ts'
import { ignoreChanges } from './ignore-changes.ts'
import { readIgnoreFile } from './read-ignore-file.ts'
import { LineFinder } from './line-finder.ts'
import { type DescriptionInput, readDescription, type ReadDescription } from './read-description.ts'

/** Two descriptions, each a path, a URL, or a path in a revision of git. */
export interface CompareInput extends Omit<DescriptionInput, 'source'> {
  readonly before: string
  readonly after: string
  /** File with changes that nobody needs to hear of; the usual one, where it is there, unless said. */
  readonly ignoreFile?: string
}

/** What changed, and what is odd about the documents. */
export interface CompareAnswer {
  readonly comparison: ContractComparison
  /** What is odd about the ignore file and the descriptions, and stops nothing. */
  readonly warnings: readonly Problem[]
}

/** Compares two descriptions of an API. */
export const compareContracts: Operation<CompareInput, Result<CompareAnswer>> = {
  name: 'compare-contracts',
  permission: 'read',
  description: 'Tells what changed from one description of an API to another, and whom it breaks.',
  async run(input) {
    const [before, after] = await Promise.all([
      readDescription({ ...input, source: input.before }),
      readDescription({ ...input, source: input.after }),
    ])
    const entries = await readIgnoreFile(input)
    const problems = [before, after, entries].flatMap(result => (result.ok ? [] : result.problems))
    if (!before.ok || !after.ok || !entries.ok) return { ok: false, problems }
    const { changes: found, unresolved } = compareWithReferences(
      before.value.description,
      after.value.description,
    )
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
    const missing = [
      ...missingReferences(input.before, before.value, unresolved.before),
      ...missingReferences(input.after, after.value, unresolved.after),
    ]
    return { ok: true, value: { comparison, warnings: [...missing, ...warnings] } }
  },
}

/** What is behind these nobody knows: a change there is not told. */
function missingReferences(
  source: string,
  { description }: ReadDescription,
  ofSchemas: ReadonlyMap<string, string>,
): readonly Problem[] {
  const ofParts = [description, ...description.operations].flatMap(({ unresolved }) => unresolved)
  const all = new Map([...ofParts.map(({ reference, reason }) => [reference, reason] as const), ...ofSchemas])
  return [...all].map(([reference, reason]) => ({
    code: 'unresolved-reference',
    severity: 'warning',
    message: `${source}: the reference ${reference} leads nowhere: ${reason}`,
    hint: 'What changes behind it is not told.',
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
  return { document: nameOf(document), pointer, ...(line === undefined ? {} : { line }) }
}
