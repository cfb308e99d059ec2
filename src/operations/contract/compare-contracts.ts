import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import {
  errorProblem,
  type Problem,
  type Result,
  usageProblem,
  usageRefusal,
  refusal,
} from '../../model/problem.ts'
import { relativePath } from '../../report/text/place.ts'
import { readerOf } from '../convert/read-source.ts'
import { type Host, operation } from '../operation.ts'
import { fileName, list, object, type ObjectOf, optional, text, type ValueOf } from '../schema.ts'
import { compareDescriptions, comparedPair, compareKeys } from './compare-descriptions.ts'
import { isInRevision, revisionOf } from './git-revision.ts'
import { readDescription } from './read-description.ts'

type Compared = ValueOf<typeof comparedPair>

const compareInput = object({
  documents: list(
    fileName('read', 'A path, a URL, or a path in a revision of git, HEAD:openapi.yaml'),
    'Two descriptions, the old and the new one; with since any number of files of the working tree',
  ),
  since: optional(
    text(
      'A commit, branch or tag of git, HEAD or origin/main: each document is compared with what it was there',
    ),
  ),
  ...compareKeys,
})

const compareAnswer = object({
  comparisons: list(comparedPair, 'What changed: of the two, or since then in each document'),
  added: list(text('A path'), 'The documents that the revision did not have'),
})

type CompareAnswer = ValueOf<typeof compareAnswer>

/** Compares two descriptions, or some with what they were in a revision: for hooks, and for builds of branches. */
export const compareContracts = operation({
  name: 'compare-contracts',
  permission: 'read',
  summary:
    'Tells what changed from one description of an API to another, or since a revision of git, and whom it breaks.',
  input: compareInput,
  answer: compareAnswer,
  tell: async ({ comparisons, added }) => {
    const { prettyComparison } = await import('../../report/contract/pretty-comparison.ts')
    const { palette } = await import('../../report/terminal/palette.ts')
    return [
      ...comparisons.flatMap(one => prettyComparison(one.comparison, palette(false)).trimEnd().split('\n')),
      ...added.map(document => `${document} is new: there is nothing to compare it with`),
    ]
  },
  run({ since, documents, ...input }, host) {
    if (since === '') return Promise.resolve({ ok: false, problems: [noRevision] })
    return since === undefined || documents.length === 0
      ? compareTwo(documents, input, host)
      : compareAll(documents, since, input, host)
  },
})

type CompareKeys = ObjectOf<typeof compareKeys>

async function compareTwo(
  documents: readonly string[],
  input: CompareKeys,
  host: Host,
): Promise<Result<CompareAnswer>> {
  const [before = '', after, ...others] = documents
  if (after === undefined || others.length > 0) {
    const named = documents.length === 1 ? 'one is' : `${documents.length} are`
    const message = `contract diff compares two documents, and ${named} named`
    const hint = 'Write apitest contract diff old.yaml new.yaml, or --since HEAD openapi.yaml.'
    return usageRefusal(message, hint)
  }
  const answer = await compareDescriptions({ ...input, before, after }, host)
  return answer.ok ? { ok: true, value: { comparisons: [answer.value], added: [] } } : answer
}

async function compareAll(
  documents: readonly string[],
  revision: string,
  input: CompareKeys,
  host: Host,
): Promise<Result<CompareAnswer>> {
  const comparisons: Compared[] = []
  const added: string[] = []
  const problems: Problem[] = []
  for (const document of documents) {
    const answer = await compareOne(document, revision, input, host)
    if (!answer.ok) problems.push(...answer.problems)
    else if (answer.value === undefined) added.push(document)
    else comparisons.push(answer.value)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { comparisons, added } }
}

/** A document compared with what it was; undefined where the revision did not have it. */
async function compareOne(
  document: string,
  revision: string,
  input: CompareKeys,
  host: Host,
): Promise<Result<Compared | undefined>> {
  const { workingFolder } = host
  const before = beforeOf(document, revision, workingFolder)
  const wasThere = await isThere(before, workingFolder)
  if (!wasThere.ok) return wasThere
  if (wasThere.value && !existsSync(path.resolve(workingFolder, document)))
    return { ok: false, problems: [goneProblem(document, revision)] }
  if (wasThere.value) return compareDescriptions({ ...input, before, after: document }, host)
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
