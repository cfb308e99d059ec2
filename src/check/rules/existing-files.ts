import path from 'node:path'
import { factsOf } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import { pathHint, allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'
import { uploadFiles } from '../upload-files.ts'

/**
 * Files that steps send exist. What a command may write first is only a warning, or nothing where the command names it; so
 * is what an imported collection sends, whose other requests can run.
 */
export const existingFiles: Rule = (parsed, facts) => {
  const folders = uploadFiles(parsed).filter(({ file }) => facts.folders?.has(file))
  return [
    ...folders.map(({ path: place, written, file }) =>
      problemAt(parsed.source, place, 'file-missing', `"${written}" is a folder, not a file (File Error)`, {
        hint: `Name a file in it: this one is ${file}.`,
      }),
    ),
    ...missingFiles(parsed, facts),
  ]
}

function missingFiles(parsed: CheckedSuite, facts: Facts): readonly Problem[] {
  const missing = uploadFiles(parsed).filter(({ file }) => facts.missingFiles.has(file))
  if (missing.length === 0) return []
  const commands = allSteps(parsed)
    .filter(({ action, input }) => input[factsOf(action).commandKey ?? ''] !== undefined)
    .map(({ input }) => JSON.stringify(input))
  const mayCome = facts.isSaved === true || commands.length > 0
  return missing
    .filter(({ file }) => !commands.some(command => command.includes(path.basename(file))))
    .map(({ path: place, written, file }) =>
      problemAt(parsed.source, place, 'file-missing', `there is no file ${written} (File Error)`, {
        severity: mayCome ? 'warning' : 'error',
        hint: written.startsWith('@')
          ? `Write it without @: ${written.slice(1)}.`
          : pathHint(parsed.source, file),
      }),
    )
}
