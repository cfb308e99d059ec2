import { existsSync } from 'node:fs'
import { type ImportAnswer, importDocument } from '../../operations/convert/import-document.ts'
import type { FormatName } from '../../operations/convert/importers.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import { conversionLines } from '../../report/terminal/saved-lines.ts'
import { oneLine } from '../../report/text/printable.ts'
import { leftToTheSystem } from '../interrupts.ts'
import { onWait } from '../saved/on-wait.ts'
import { importFormats } from '../saved/saved-options.ts'
import { sourceOf } from '../saved/standard-input.ts'
import { readStandardInput } from '../saved/read-standard-input.ts'
import { storedLines } from '../saved/stored-lines.ts'
import { outputPalette, refuse, tell } from '../saved/tell.ts'
import { inputOf, type SavedArguments } from './collections.ts'

interface ImportArguments extends SavedArguments {
  readonly words?: readonly (string | number)[] | undefined
  readonly format?: string | undefined
  readonly name?: string | undefined
  readonly host?: string | undefined
  readonly keepAnalytics?: boolean | undefined
  readonly remoteReferences?: boolean | undefined
  readonly replace?: boolean | undefined
  readonly allow?: readonly string[] | undefined
}

/** `apitest import [FORMAT] SOURCE`: makes a collection of a foreign document. Answers with the exit code. */
export async function importSource(given: ImportArguments): Promise<number> {
  const words = readWords(given)
  if (!words.ok) return refuse(words.problems)
  const { source, format } = words.value
  const { name, host, replace = false } = given
  const answer = await importDocument.run({
    ...inputOf(given),
    processEnvironment: process.env,
    interrupt: leftToTheSystem,
    onWait,
    source,
    replace,
    remoteReferences: given.remoteReferences === true,
    ...(source === '-' ? { text: await readStandardInput() } : {}),
    ...(format === undefined ? {} : { format }),
    ...(name === undefined ? {} : { name }),
    ...(host === undefined ? {} : { host }),
    ...(given.keepAnalytics === true ? { keepsAnalytics: true } : {}),
    ...(given.allow === undefined ? {} : { allow: given.allow }),
  })
  return tell(answer, given, answerLines)
}

interface Words {
  readonly source: string
  readonly format?: FormatName
}

/** The format may stand before the source, and as an option. */
function readWords({ words = [], format }: ImportArguments): Result<Words> {
  const [first, second, ...more] = words.map(String)
  const named = importFormats.find(one => one === (second === undefined ? format : first))
  const source = sourceOf(second ?? first)
  const lacks = 'needs a file, a URL, or - for the standard input'
  if (source === undefined || source.trim() === '')
    return misused(`import ${lacks}`, 'Write apitest import shop.postman_collection.json.')
  if (second === undefined && importFormats.some(one => one === source) && !existsSync(source))
    return misused(`import ${source} ${lacks}`, `Write apitest import ${source} FILE.`)
  if (more.length > 0) return misused(`"${String(more[0])}" is one argument too many`)
  if (second !== undefined && named === undefined)
    return misused(`"${String(first)}" is not a format`, `Formats are ${importFormats.join(', ')}.`)
  return { ok: true, value: { source, ...(named === undefined ? {} : { format: named }) } }
}

function misused(message: string, hint?: string): Result<never> {
  return { ok: false, problems: [usageProblem(message, hint)] }
}

function answerLines(answer: ImportAnswer): readonly string[] {
  const { collection, environments, copy, report } = answer
  const colors = outputPalette()
  const names = environments.map(oneLine).join(', ')
  return [
    ...(collection === undefined ? [] : storedLines(collection, answer, 'imported')),
    ...(names === '' ? [] : [`${environments.length === 1 ? 'environment' : 'environments'} ${names}`]),
    ...(copy === undefined ? [] : [`saved as ${copy}`]),
    ...conversionLines(report, colors),
  ]
}
