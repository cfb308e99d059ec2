import { realpathSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, type Result, usageProblem } from '../../model/problem.ts'
import type { Operation } from '../operation.ts'
import { type CompareAnswer, compareContracts, type CompareInput } from './compare-contracts.ts'
import { isInRevision, revisionOf } from './git-revision.ts'
import { readDescription } from './read-description.ts'

/** Documents of the working tree, each to be compared with what it was. */
export interface CompareSinceInput extends Omit<CompareInput, 'before' | 'after'> {
  /** A commit, branch or tag: `HEAD`, `origin/main`. */
  readonly revision: string
  readonly documents: readonly string[]
}

/** The comparisons, and the documents that the revision did not have. */
export interface CompareSinceAnswer {
  readonly comparisons: readonly CompareAnswer[]
  readonly added: readonly string[]
}

/** Compares documents with what they were in a revision: for hooks, and for builds of branches. */
export const compareSince: Operation<CompareSinceInput, Result<CompareSinceAnswer>> = {
  name: 'compare-since',
  permission: 'read',
  description: 'Tells what changed in descriptions of APIs since a revision of git.',
  async run({ revision, documents, ...input }) {
    if (revision === '') return { ok: false, problems: [noRevision] }
    const comparisons: CompareAnswer[] = []
    const added: string[] = []
    const problems: Problem[] = []
    for (const document of documents) {
      const before = beforeOf(document, revision, input.workingFolder)
      const wasThere = await isThere(before, input.workingFolder)
      const answer = !wasThere.ok
        ? wasThere
        : wasThere.value
          ? await compareContracts.run({ ...input, before, after: document })
          : await readDescription({ ...input, source: document })
      if (!answer.ok) problems.push(...answer.problems)
      else if ('comparison' in answer.value) comparisons.push(answer.value)
      else added.push(document)
    }
    return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { comparisons, added } }
  },
}

/** As of a variable that nobody set. What git takes it for, the staged file, is no revision. */
const noRevision = usageProblem(
  '--since names no revision',
  'Name a commit, a branch or a tag: HEAD, origin/main.',
)

/** `HEAD:./api/openapi.yaml`: a path that begins with a dot counts from the working folder. */
function beforeOf(document: string, revision: string, workingFolder: string): string {
  const inside = path.relative(workingFolder, path.resolve(workingFolder, document)).replaceAll('\\', '/')
  return `${revision}:${inside.startsWith('../') ? inside : `./${inside}`}`
}

async function isThere(before: string, workingFolder: string): Promise<Result<boolean>> {
  const git = await revisionOf(before, realpathSync(workingFolder))
  if (git?.ok === true) return isInRevision(git.value)
  const message = `${before} is no file of a revision`
  return git ?? { ok: false, problems: [errorProblem({ code: 'import-unreadable', message })] }
}
