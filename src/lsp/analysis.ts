import path from 'node:path'
import { buildSuite, parseSuite, type ParsedSuite } from '../parse/parse-suite.ts'
import { buildConfiguration, type ParsedConfiguration } from '../parse/parse-configuration.ts'
import { readAnyway, soundPart, type YamlSource } from '../document/index.ts'
import type { Facts, UsedFile } from '../check/rule.ts'
import { loadData, type LoadedData } from '../load/load-data.ts'
import { loadUses } from '../load/load-uses.ts'
import { readScripts } from '../load/read-scripts.ts'
import { configurationName, nearestConfiguration } from '../operations/opening/load-configuration.ts'
import { readEnvironmentFile } from '../parse/environment-file.ts'
import { hasSetup, setupSource } from '../parse/setup-source.ts'
import { rowLimit } from '../parse/data-rows/row-limit.ts'
import { largestWritten, readText } from '../util/read-text.ts'

/** A suite as far as it can be read, however broken its text is, with what gives it variables. */
export interface Analysis {
  readonly parsed: ParsedSuite
  readonly data: LoadedData
  /** As much of them as tells which variables steps leave behind. */
  readonly facts: Facts
  /** The nearest one; that which is read, where it is one itself. */
  readonly configuration: ParsedConfiguration | undefined
  /** The suite that runs once before all suites; absent where the configuration has no setup. */
  readonly setup?: Pick<Analysis, 'parsed' | 'facts'>
  /** The names of the process environment, and of the environment file. */
  readonly environmentNames: readonly string[]
}

/** True where a file is a configuration by its name. */
export function isConfiguration(file: string): boolean {
  return path.basename(file) === configurationName
}

/** Reads the text of a suite or a configuration, and what it names. */
export async function analyse(
  text: string,
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Analysis> {
  const configuration = await configurationFor(text, file)
  const parsed = await soundSuite(isConfiguration(file) ? '' : text, file)
  const uses = new Map<string, UsedFile>()
  await loadUses(parsed, uses)
  const data = await loadData(parsed, { rowLimit: rowLimit.maximum })
  const scripts = await readScripts(parsed, uses, configuration?.source)
  const facts = {
    ...{ ...scripts, uses },
    ...{
      outerVariables: new Set<string>(),
      columns: [],
      stepColumns: new Map(),
      missingFiles: new Set<string>(),
    },
  }
  const { envFile } = configuration?.configuration ?? {}
  const fromFile = envFile === undefined ? undefined : readEnvironmentFile(envFile)
  const names = fromFile?.ok === true ? Object.keys(fromFile.value) : []
  const environmentNames = [...new Set([...names, ...Object.keys(environment)])]
  const setup = await setupOf(configuration?.source, facts)
  return { parsed, data, facts, configuration, environmentNames, ...(setup === undefined ? {} : { setup }) }
}

/** The setup of a configuration as a suite, with those that it uses. */
async function setupOf(source: YamlSource | undefined, facts: Facts): Promise<Analysis['setup']> {
  if (!hasSetup(source)) return undefined
  const own = setupSource(source)
  const parsed = { source: own, suite: buildSuite(own) }
  const uses = new Map<string, UsedFile>()
  await loadUses(parsed, uses)
  return { parsed, facts: { ...facts, uses } }
}

async function soundSuite(text: string, file: string): Promise<ParsedSuite> {
  const parsed = await parseSuite(text, file)
  const source = await soundPart(parsed.source, text)
  return source === parsed.source ? parsed : { source, suite: buildSuite(source) }
}

async function configurationFor(text: string, file: string): Promise<ParsedConfiguration | undefined> {
  const own = isConfiguration(file) ? file : nearestConfiguration(path.dirname(file))
  if (own === undefined) return undefined
  const content = own === file ? text : readText(own, largestWritten)
  if (content instanceof Error) return undefined
  const source = await readAnyway(content, own)
  return { source, configuration: buildConfiguration(source, own) }
}
