import { existsSync } from 'node:fs'
import { type ImportAnswer, importDocument } from '../../operations/convert/import-document.ts'
import { importFormats } from '../../operations/convert/importers.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { conversionLines } from '../../report/terminal/saved-lines.ts'
import { oneLine } from '../../report/text/printable.ts'
import { defined } from '../../util/defined.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { defineCommand, type Given, type OptionTable, text } from '../command.ts'
import { hostOf } from '../host.ts'
import { showFetching } from '../saved/show-fetching.ts'
import { projectOf, savedOptions } from '../saved/saved-options.ts'
import { replaceOption, sourceOptions } from '../saved/source-options.ts'
import { readStandardInput } from '../saved/read-standard-input.ts'
import { storedLines } from '../saved/stored-lines.ts'
import { outputPalette, refuse, printResult } from '../print-result.ts'
import { allowOption } from '../suite-options.ts'

const { format: formatKey, source: sourceKey } = importDocument.input.properties

const positionals = {
  words: { array: true, describe: sourceKey.description },
} as const satisfies OptionTable

const options = {
  ...savedOptions,
  format: { ...text, choices: importFormats, describe: formatKey.description },
  ...sourceOptions,
  allow: allowOption,
  ...replaceOption,
} as const satisfies OptionTable

/** `apitest import [FORMAT] SOURCE`: makes a collection of a foreign document. */
export const command = defineCommand({
  operations: [importDocument],
  positionals,
  options,
  firstWords: importFormats,
  usage: ['import [FORMAT] FILE|URL|- [options]'],
  run: importSource,
})

type ImportArguments = Given<typeof positionals> & Given<typeof options>

async function importSource(given: ImportArguments): Promise<number> {
  const words = readWords(given)
  if (!words.ok) return refuse(words.problems)
  const { source, format } = words.value
  const { name, host, replace, allow, keepAnalytics: keepsAnalytics, remoteReferences = false } = given
  const content = source === '-' ? await readStandardInput() : undefined
  const input = { ...projectOf(given), source, remoteReferences }
  const answer = await importDocument.run(
    { ...input, ...defined({ text: content, format, name, host, replace, allow, keepsAnalytics }) },
    hostOf(undefined, { progress: showFetching }),
  )
  return printResult(answer, given, answerLines)
}

interface Words {
  readonly source: string
  readonly format?: (typeof importFormats)[number]
}

/** The format may stand before the source, and as an option. */
function readWords({ words = [], format }: ImportArguments): Result<Words> {
  const [first, second, ...more] = words
  const named = importFormats.find(one => one === (second === undefined ? format : first))
  const source = second ?? first
  const lacks = 'needs a file, a URL, or - for the standard input'
  if (source === undefined || source.trim() === '')
    return usageRefusal(`import ${lacks}`, 'Write apitest import shop.postman_collection.json.')
  if (second === undefined && importFormats.some(one => one === source) && !existsSync(source))
    return usageRefusal(`import ${source} ${lacks}`, `Write apitest import ${source} FILE.`)
  if (more.length > 0) return usageRefusal(`"${String(more[0])}" is one argument too many`)
  if (second !== undefined && named === undefined)
    return usageRefusal(
      `"${String(first)}" is not a format`,
      suggesting(
        /^(?:swagger|oas\d?)$/i.test(String(first)) ? 'openapi' : String(first),
        importFormats,
        `Formats are ${importFormats.join(', ')}.`,
      ),
    )
  return { ok: true, value: defined({ source, format: named }) }
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
