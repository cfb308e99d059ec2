import type { Facts, UsedFile } from '../check/rule.ts'
import type { Result } from '../model/problem.ts'
import { buildWithFiles, type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { largestWritten, readText } from '../util/read-text.ts'
import { gatherFacts } from './gather-facts.ts'
import { loadData, type LoadedData } from './load-data.ts'
import type { LoadOptions } from './load-options.ts'
import { loadUses } from './load-uses.ts'
import { readScripts } from './read-scripts.ts'
import { unreadableFile } from './unreadable-file.ts'

/** A suite as it was read, with all that the rules and the run need from disk. Nothing of it is checked yet. */
export interface ReadSuite {
  readonly parsed: ParsedSuite
  readonly data: LoadedData
  /** Facts that the rules need beyond the suite's own text. */
  readonly facts: Facts
  /** The suites that it uses, with those that they use in turn, by absolute path; what cannot be read is in the facts. */
  readonly uses: ReadonlyMap<string, ReadSuite>
}

/** Reads a suite, given by absolute path, or the text that stands for it. */
export async function readSuite(file: string, options: LoadOptions): Promise<Result<ReadSuite>> {
  const source = options.sources?.get(file)
  if (source !== undefined)
    return { ok: true, value: await readParsed(await buildWithFiles(source), options) }
  const content = options.texts?.get(file) ?? readText(file, largestWritten)
  if (content instanceof Error) return { ok: false, problems: [unreadableFile(file, content)] }
  return { ok: true, value: await readParsed(await parseSuite(content, file), options) }
}

/** Reads what a suite that was parsed names. What it uses has its environment; its inputs count as given. */
export async function readParsed(parsed: ParsedSuite, options: LoadOptions): Promise<ReadSuite> {
  const files = new Map<string, UsedFile>()
  await loadUses(parsed, files)
  const outerVariables = options.outerVariables(parsed.suite)
  const outerOrigins = options.outerOrigins?.(parsed.suite)
  const uses = new Map<string, ReadSuite>()
  const readOne = async (one: ParsedSuite, rowOptions: LoadOptions): Promise<ReadSuite> => {
    const data = await loadData(one, rowOptions)
    const scripts = await readScripts(one, files, options.configuration)
    const facts = await gatherFacts(one, options, {
      ...{ outerVariables, outerOrigins, uses: files, data, ...scripts },
    })
    return { parsed: one, data, facts, uses }
  }
  for (const [file, used] of files) {
    const { rows: _, ...ownOptions } = options
    if (used.state === 'parsed') uses.set(file, await readOne(used.parsed, ownOptions))
  }
  return readOne(parsed, options)
}
