import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { nearestConfiguration, ofSeveral } from '../opening/load-configuration.ts'
import { Lexer } from 'yaml'
import { suiteProblems } from '../../check/check-suite.ts'
import { collectionFileName, lossesOfChanges, readCollectionFile } from '../../compile/collection-file.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { type SuiteDocument, suitesToCollection } from '../../compile/suites-to-collection.ts'
import { findSuites } from '../../load/find-suites.ts'
import type { Collection } from '../../model/collection.ts'
import type { Loss } from '../../model/conversion.ts'
import { type Result, allOf, isError } from '../../model/problem.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { mapping } from '../../util/read-values.ts'
import { plural } from '../../util/quantity.ts'
import { readCollection } from './collection-text.ts'
import { readFileText } from './read-source.ts'

/** Suites as a collection, and what of them is in none. */
export interface ReadSuites {
  readonly collection: Collection
  readonly losses: readonly Loss[]
}

/**
 * Reads a suite, or all suites of a folder with the file beside them that says what suites cannot. File names come to count
 * from `directory`, as those of saved requests do.
 */
export async function readSuites(
  source: string,
  workingFolder: string,
  directory: string,
): Promise<Result<ReadSuites>> {
  const absolute = path.resolve(workingFolder, source)
  const found = await findSuites([source], workingFolder)
  if (found.problems.length > 0) return { ok: false, problems: found.problems }
  const nearest = new Set(found.files.map(file => nearestConfiguration(path.dirname(file))))
  if (nearest.size > 1) return ofSeveral([...nearest], workingFolder)
  const isFolder = statSync(absolute).isDirectory()
  const folder = isFolder ? absolute : path.dirname(absolute)
  const read = await Promise.all(found.files.map(file => readSuiteFile(file, folder, directory)))
  const all = allOf(read)
  if (!all.ok) return all
  const suites = all.value
  const beside = isFolder ? readBeside(folder) : undefined
  if (beside?.ok === false) return beside
  const name = path.basename(folder)
  const below = path.relative(directory, folder).replaceAll(path.sep, '/')
  const collection =
    beside === undefined
      ? suitesToCollection(suites, name)
      : readCollectionFile(beside.value, suites, name, below)
  const unsaid = beside === undefined ? [] : lossesOfChanges(collection, suites, below)
  return { ok: true, value: { collection, losses: [...suites.flatMap(({ losses }) => losses), ...unsaid] } }
}

interface OneSuite extends SuiteDocument {
  readonly losses: readonly Loss[]
}

/** Reads a suite, whose name comes to count from `folder`, and the names of its files from `directory`. */
export async function readSuiteFile(
  file: string,
  folder: string,
  directory: string,
): Promise<Result<OneSuite>> {
  const name = path.relative(folder, file).replaceAll(path.sep, '/')
  const text = readFileText(file, name)
  if (!text.ok) return text
  const parsed = await parseSuite(text.value, file)
  const problems = (await suiteProblems(parsed)).filter(isError)
  if (problems.length > 0) return { ok: false, problems }
  const { source } = parsed
  const suite = relocateFiles(mapping(source.readIn?.written ?? source.value), path.dirname(file), directory)
  return { ok: true, value: { name, suite, losses: commentLosses(text.value, name) } }
}

/** Comments are for people who read the file, and a collection has no place for them. */
function commentLosses(text: string, where: string): readonly Loss[] {
  const count = [...new Lexer().lex(text)].filter(token => token.startsWith('#')).length
  const isOnlyForEditors = count === 1 && text.startsWith('# yaml-language-server:')
  if (count === 0 || isOnlyForEditors) return []
  return [{ where, what: plural(count, 'comment'), why: 'a collection has no place for comments' }]
}

function readBeside(folder: string): Result<Collection> | undefined {
  const file = path.join(folder, collectionFileName)
  return existsSync(file) ? readCollection(file) : undefined
}
