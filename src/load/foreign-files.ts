import path from 'node:path'
import { errorProblem, type Problem } from '../model/problem.ts'
import { adviceOn, foreignFormat } from '../parse/foreign/foreign-format.ts'
import { filesBelow } from '../util/files-below.ts'
import { readText } from '../util/read-text.ts'

/** Looking into more files, or larger ones, would make everybody wait for a better hint. */
const mostFiles = 50
const largest = 8 * 1024 * 1024

/** Tells of a file that is no suite but has a format of another tool; undefined for any other file. */
export function foreignFile(given: string, absolute: string): Problem | undefined {
  const content = readText(absolute, largest)
  const text = content instanceof Error ? '' : content
  if (/^suite\s*:/m.test(text)) return undefined
  const format = foreignFormat(text, absolute)
  if (format === undefined) return undefined
  const { is, hint } = adviceOn(format, given)
  return errorProblem({ code: 'no-suites', message: `${given} is ${is}, and no suite`, hint })
}

/** The same of the first such file in a folder, or below it. `folder` is what the folder is called, where `given` is a glob. */
export function foreignFileIn(given: string, absolute: string, folder = given): Problem | undefined {
  for (const file of candidatesIn(absolute)) {
    const problem = foreignFile(path.join(folder, path.relative(absolute, file)), file)
    if (problem !== undefined)
      return { ...problem, message: `there are no suites in ${given}: ${problem.message}` }
  }
  return undefined
}

function candidatesIn(folder: string): readonly string[] {
  const found = filesBelow(folder, name => mayBeForeign.test(name))
  return found instanceof Error ? [] : found.slice(0, mostFiles).map(name => path.join(folder, name))
}

const mayBeForeign = /\.(?:http|rest|hurl|bru|jmx|har|json|ya?ml|js|sh)$/i
