import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, type Result, usageProblem, refusal } from '../../model/problem.ts'
import { relativePath } from '../../report/text/place.ts'
import { readerOf } from '../convert/read-source.ts'
import { type Host, operation } from '../operation.ts'
import { list, object, type ObjectOf, text, type ValueOf } from '../schema.ts'
import { compareAnswer, compareContracts, compareKeys } from './compare-contracts.ts'
import { isInRevision, revisionOf } from './git-revision.ts'
import { readDescription } from './read-description.ts'

type CompareAnswer = ValueOf<typeof compareAnswer>

const sinceAnswer = object({
  comparisons: list(compareAnswer, 'What changed in each document'),
  added: list(text('A path'), 'The documents that the revision did not have'),
})

/** The comparisons, and the documents that the revision did not have. */
export type CompareSinceAnswer = ValueOf<typeof sinceAnswer>

/** Compares documents with what they were in a revision: for hooks, and for builds of branches. */
export const compareSince = operation({
  name: 'compare-since',
  permission: 'read',
  summary: 'Tells what changed in descriptions of APIs since a revision of git.',
  input: object({
    revision: text('A commit, branch or tag of git: HEAD, origin/main'),
    documents: list(text('A path'), 'The descriptions, files of the working tree'),
    ...compareKeys,
  }),
  answer: sinceAnswer,
  async run({ revision, documents, ...input }, host) {
    if (revision === '') return { ok: false, problems: [noRevision] }
    const comparisons: CompareAnswer[] = []
    const added: string[] = []
    const problems: Problem[] = []
    for (const document of documents) {
      const answer = await compareOne(document, revision, input, host)
      if (!answer.ok) problems.push(...answer.problems)
      else if (answer.value === undefined) added.push(document)
      else comparisons.push(answer.value)
    }
    return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { comparisons, added } }
  },
})

/** A document compared with what it was; undefined where the revision did not have it. */
async function compareOne(
  document: string,
  revision: string,
  input: ObjectOf<typeof compareKeys>,
  host: Host,
): Promise<Result<CompareAnswer | undefined>> {
  const { workingFolder } = host
  const before = beforeOf(document, revision, workingFolder)
  const wasThere = await isThere(before, workingFolder)
  if (!wasThere.ok) return wasThere
  if (wasThere.value && !existsSync(path.resolve(workingFolder, document)))
    return { ok: false, problems: [goneProblem(document, revision)] }
  if (wasThere.value) return compareContracts.run({ ...input, before, after: document }, host)
  const added = await readDescription({ ...input, ...readerOf(host), source: document })
  return added.ok ? { ok: true, value: undefined } : added
}

function goneProblem(document: string, revision: string): Problem {
  const message = `${document} is not there any more, and ${revision} has it`
  const hint = 'Take it off the list of documents, if the API is gone as well.'
  return errorProblem({ code: 'import-unreadable', message, hint })
}

/** As of a variable that nobody set. What git takes it for, the staged file, is no revision. */
const noRevision = usageProblem(
  '--since names no revision',
  'Name a commit, a branch or a tag: HEAD, origin/main.',
)

/** `HEAD:./api/openapi.yaml`: a path that begins with a dot counts from the working folder. */
function beforeOf(document: string, revision: string, workingFolder: string): string {
  const inside = relativePath(path.resolve(workingFolder, document), workingFolder)
  return `${revision}:${inside.startsWith('../') ? inside : `./${inside}`}`
}

async function isThere(before: string, workingFolder: string): Promise<Result<boolean>> {
  const git = await revisionOf(before, realpathSync(workingFolder))
  if (git?.ok === true) return isInRevision(git.value)
  const message = `${before} is no file of a revision`
  return git ?? refusal(errorProblem({ code: 'import-unreadable', message }))
}
