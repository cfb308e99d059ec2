import path from 'node:path'
import type { UnreadFile, YamlSource } from '../document/index.ts'
import { errorProblem, type Problem, type ProblemCode } from '../model/problem.ts'
import { pathHint, problemAt } from './rule.ts'

/** The problems of files that a suite compares with or fills in, and that cannot be read. */
export function unreadFiles(source: YamlSource): readonly Problem[] {
  return (source.readIn?.unread ?? []).map(unread => {
    const { code, hint } = adviceOn(unread, source)
    const { path: place, words, inFile } = unread
    return inFile === undefined
      ? problemAt(source, place, code, words, { hint })
      : errorProblem({ code, message: words, hint, ...inFile })
  })
}

function adviceOn(
  { name, reason }: UnreadFile,
  source: YamlSource,
): { readonly code: ProblemCode; readonly hint?: string } {
  if (reason === 'missing')
    return { code: 'file-missing', hint: pathHint(source, path.resolve(path.dirname(source.file), name)) }
  const hint = hints[reason]
  return { code: reason === 'twice' || reason === 'placeholders' ? 'bad-value' : 'file-unreadable', hint }
}

const hints: Readonly<Record<Exclude<UnreadFile['reason'], 'missing'>, string>> = {
  'no-text': 'Name a file of text in UTF-8.',
  'no-json': 'Mend the file. Under a name that does not end in .json it is taken as text.',
  'bare-braces': 'Placeholders stand in quotes: `"{{name}}"` alone takes the type of the variable.',
  placeholders:
    'What differs from row to row stands in the rows: a column of JSON, and `equals: "{{expected}}"`.',
  twice: 'Keep one of them, or begin a validation of its own.',
}
