import path from 'node:path'
import { suiteRunBy } from '../actions/index.ts'
import { allSteps, type UsedFile } from '../check/rule.ts'
import { writtenIn } from '../check/written.ts'
import { type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { largestWritten, readText } from '../util/read-text.ts'
import { unreadableFile } from './unreadable-file.ts'
import { isObject } from '../util/is-json.ts'

/** The suites that a suite uses, with those that they use in turn, by absolute path; added to `uses`. */
export async function loadUses(parsed: ParsedSuite, uses: Map<string, UsedFile>): Promise<void> {
  if (!writtenIn(parsed.source).has(['use'])) return
  const files = allSteps(parsed).flatMap(step => {
    const written = suiteRunBy(step)
    return written === undefined ? [] : [path.resolve(path.dirname(parsed.suite.file), written)]
  })
  for (const file of files) {
    if (uses.has(file)) continue
    const used = await loadUsed(file)
    uses.set(file, used)
    if (used.state === 'parsed') await loadUses(used.parsed, uses)
  }
}

async function loadUsed(file: string): Promise<UsedFile> {
  const content = readText(file, largestWritten)
  if (content instanceof Error)
    return 'code' in content && content.code === 'ENOENT'
      ? { state: 'missing' }
      : { state: 'unreadable', reason: unreadableFile(file, content).message }
  const parsed = await parseSuite(content, file)
  const reason = await whyNoSuite(parsed, content)
  return reason === undefined ? { state: 'parsed', parsed } : { state: 'unreadable', reason }
}

/** Why a file cannot be a suite, in words of our own: the file may be any, and nothing of it is shown. */
async function whyNoSuite({ source }: ParsedSuite, content: string): Promise<string | undefined> {
  const [problem] = source.problems
  if (problem === undefined) return isObject(source.value) ? undefined : 'it is no suite'
  const { adviceOn, foreignFormat } = await import('../parse/foreign/foreign-format.ts')
  const foreign = foreignFormat(content, source.file)
  if (foreign !== undefined) return `it is ${adviceOn(foreign, source.file).is}`
  return problem.code === 'file-empty'
    ? problem.message
    : `it is no suite: line ${problem.span?.start.line ?? 1} is not valid YAML`
}
