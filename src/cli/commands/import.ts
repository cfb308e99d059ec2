import { existsSync } from 'node:fs'
import { type ImportAnswer, importDocument } from '../../operations/convert/import-document.ts'
import { importFormats } from '../../operations/convert/importers.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { conversionLines } from '../../report/terminal/saved-lines.ts'
import { oneLine } from '../../report/text/printable.ts'
import { defined } from '../../util/defined.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { defineCommand, type Given, type OptionTable } from '../command.ts'
import { hostOf } from '../host.ts'
import { optionsOf } from '../options-of.ts'
import { showFetching } from '../saved/show-fetching.ts'
import { savedOptions } from '../saved/saved-options.ts'
import { readStandardInput } from '../saved/read-standard-input.ts'
import { storedLines } from '../saved/stored-lines.ts'
import { outputPalette, refuse, printResult } from '../print-result.ts'

const derived = optionsOf(importDocument.input, { keys: { source: false, text: false } })

const positionals = {
  words: { array: true, describe: importDocument.input.properties.source.description },
} as const satisfies OptionTable

const options = { ...savedOptions, ...derived.options } as const

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
  const told = derived.inputOf(given)
  if (!told.ok) return refuse(told.problems)
  const text = words.value.source === '-' ? await readStandardInput() : undefined
  const answer = await importDocument.run(
    { remoteReferences: false, ...told.value, ...words.value, ...defined({ text }) },
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

function answerLines({ others = [], ...first }: ImportAnswer): readonly string[] {
  return [first, ...others].flatMap(linesOf)
}

function linesOf(answer: Omit<ImportAnswer, 'format' | 'others'>): readonly string[] {
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
