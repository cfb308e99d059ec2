import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, type Result, usageRefusal } from '../../model/problem.ts'
import type { Pact } from '../../pact/pact.ts'
import { readPact } from '../../pact/read/read-pact.ts'
import { readText } from '../../util/read-text.ts'

/** A pact and the file it is in. */
export interface PactFile {
  /** Absolute. */
  readonly file: string
  readonly text: string
  readonly pact: Pact
}

/** Reads pacts: files, and every JSON file in folders. All problems are collected. */
export function findPacts(paths: readonly string[], workingFolder: string): Result<readonly PactFile[]> {
  const found: PactFile[] = []
  const problems: Problem[] = []
  if (paths.some(given => given.trim() === ''))
    return usageRefusal('a path is empty', 'Is a variable not set?')
  for (const given of paths) {
    const files = pactFilesAt(path.resolve(workingFolder, given))
    if (files.length === 0) problems.push(missing(given))
    for (const file of files) {
      const name = path.relative(workingFolder, file) || file
      const text = readText(file)
      if (typeof text !== 'string') {
        problems.push(
          errorProblem({ code: 'pact-unreadable', message: `${name} cannot be read: ${text.message}` }),
        )
        continue
      }
      const read = readPact(text, name)
      if (!read.ok) problems.push(...read.problems)
      else if (read.value.interactions.length === 0) problems.push(empty(name))
      else found.push({ file, text, pact: read.value })
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: found }
}

/** A file as it is, and the JSON files in a folder; none where nothing is. */
export function pactFilesAt(place: string): readonly string[] {
  const stat = statSync(place, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.json'))
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort()
}

/** Every provider would honour it. */
function empty(name: string): Problem {
  return errorProblem({
    code: 'nothing-selected',
    message: `${name} has no interactions, so nothing of it would be verified`,
    hint: 'Generate it anew, or leave it out.',
  })
}

function missing(given: string): Problem {
  return errorProblem({
    code: 'path-missing',
    message: `${given} is not there, or a folder without a JSON file`,
    hint: 'Name pacts, or folders of them.',
  })
}
