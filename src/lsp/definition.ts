import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Location } from 'vscode-languageserver'
import { readAnyway } from '../document/index.ts'
import { isObject } from '../util/is-json.ts'
import { mapping, valueAt } from '../util/read-values.ts'
import { readText } from '../util/read-text.ts'
import { namesFile } from './complete-names.ts'
import { rangeOf, uriOf } from './diagnostics.ts'
import { meantBy, pointedAt, type Pointed } from './pointed.ts'
import { variablesAt } from './variables.ts'
import { isUrl } from '../util/is-url.ts'
import type { Asked } from './place.ts'

/** Where what a cursor points at comes from: who sets a variable, nearest first; a file; an environment; an operation. */
export async function definitionsAt({
  file,
  cursor,
  analysis,
}: Omit<Asked, 'hasSnippets' | 'guide'>): Promise<readonly Location[]> {
  const pointed = pointedAt(cursor)
  if (pointed === undefined) return []
  const { path: place, placeholder, value, around } = pointed
  if (placeholder !== undefined)
    return meantBy(placeholder.word, variablesAt(analysis, place)).flatMap(({ span }) =>
      span === undefined ? [] : { uri: uriOf(span.file), range: rangeOf(span) },
    )
  if (pointed.isKey) return []
  const target = path.resolve(path.dirname(file), value)
  if (namesFile(file, { path: place, around })) return existsSync(target) ? [beginningOf(target)] : []
  const { configuration } = analysis
  if (place.length === 1 && place[0] === 'environment' && configuration !== undefined)
    return Object.hasOwn(configuration.configuration.environments, value)
      ? [
          {
            uri: uriOf(configuration.source.file),
            range: rangeOf(configuration.source.keySpanOf(['environments', value])),
          },
        ]
      : []
  return place.at(-1) === 'operation' ? operationAt(file, pointed) : []
}

function beginningOf(file: string): Location {
  const start = { line: 0, character: 0 }
  return { uri: uriOf(file), range: { start, end: start } }
}

/** Where a description has an operation of this name. */
async function operationAt(
  file: string,
  { path: place, around, value }: Pointed,
): Promise<readonly Location[]> {
  const { spec } = mapping(valueAt(around, place.slice(0, -1)))
  if (typeof spec !== 'string' || isUrl(spec)) return []
  const description = path.resolve(path.dirname(file), spec)
  const content = readText(description)
  if (content instanceof Error) return []
  const source = await readAnyway(content, description)
  const paths = mapping(mapping(source.value)['paths'])
  for (const [route, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(mapping(methods))) {
      const isMeant = isObject(operation) && operation['operationId'] === value
      if (isMeant || `${method.toUpperCase()} ${route}` === value)
        return [{ uri: uriOf(description), range: rangeOf(source.keySpanOf(['paths', route, method])) }]
    }
  return []
}
