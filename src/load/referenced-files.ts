import path from 'node:path'
import { allSteps, type UsedFile } from '../check/rule.ts'
import { isSchemaValidation, schemaTexts } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { type ParsedSuite, parseSuite } from '../parse/parse-suite.ts'
import { mapping } from '../parse/read-values.ts'
import { readText } from '../util/read-text.ts'
import { loadUses } from './load-uses.ts'

/** The files (absolute) that a suite names: suites it uses, data, bodies and schemas, and what those suites name. */
export async function referencedFiles(file: string): Promise<readonly string[]> {
  const content = readText(file)
  if (content instanceof Error) return []
  const parsed = await parseSuite(content, file)
  const uses = new Map<string, UsedFile>()
  await loadUses(parsed, uses)
  const used = [...uses.values()].flatMap(one => (one.state === 'parsed' ? [one.parsed] : []))
  return [...uses.keys(), ...[parsed, ...used].flatMap(namedBy)]
}

function namedBy(parsed: ParsedSuite): readonly string[] {
  const { suite } = parsed
  const sources = [suite.data, ...allSteps(parsed).map(step => step.data)]
  const written = [
    ...sources.map(source => (source?.kind === 'file' ? source.file : undefined)),
    ...allSteps(parsed).flatMap(step => [
      step.input['file'],
      ...Object.values(mapping(step.input['multipart'])).flatMap(filesOfPart),
      ...step.validations.map(validation =>
        isSchemaValidation(validation) ? schemaTexts(validation)[0] : undefined,
      ),
    ]),
  ]
  return written.flatMap(file =>
    typeof file === 'string' && !file.includes('{{') ? [path.resolve(path.dirname(suite.file), file)] : [],
  )
}

function filesOfPart(part: JsonValue): readonly (JsonValue | undefined)[] {
  return [part].flat().map(item => mapping(item)['file'])
}
