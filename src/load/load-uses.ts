import path from 'node:path'
import { allSteps, type UsedFile } from '../check/rule.ts'
import { type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { readText } from '../util/read-text.ts'

/** The suites that a suite uses, with those that they use in turn, by absolute path; added to `uses`. */
export async function loadUses(parsed: ParsedSuite, uses: Map<string, UsedFile>): Promise<void> {
  const files = allSteps(parsed).flatMap(step => {
    const written = step.input['use']
    return typeof written === 'string' ? [path.resolve(path.dirname(parsed.suite.file), written)] : []
  })
  for (const file of files) {
    if (uses.has(file)) continue
    const used = await loadUsed(file)
    uses.set(file, used)
    if (used.state === 'parsed') await loadUses(used.parsed, uses)
  }
}

async function loadUsed(file: string): Promise<UsedFile> {
  const content = readText(file)
  if (content instanceof Error)
    return content.code === 'ENOENT' ? { state: 'missing' } : { state: 'unreadable', reason: content.message }
  const parsed = await parseSuite(content, file)
  const [problem] = parsed.source.problems
  return problem === undefined
    ? { state: 'parsed', parsed }
    : { state: 'unreadable', reason: problem.message }
}
