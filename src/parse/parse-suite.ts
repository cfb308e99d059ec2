import type { Suite } from '../model/suite.ts'
import { buildLoad } from './load/build-load.ts'
import { buildMocks } from './build-mocks.ts'
import { buildSettings } from './build-settings.ts'
import { buildData } from './build-data.ts'
import { buildSteps } from './build-step.ts'
import { readWithPlaces, type YamlSource } from '../document/index.ts'
import { type UnsavedText, unsavedTexts } from '../util/read-text.ts'
import { mapping, text, texts } from '../util/read-values.ts'
import { plainText } from '../template/plain-text.ts'
import { namesFiles } from './files-in/names-files.ts'
import { defined } from '../util/defined.ts'

/** A suite with the text it was read from. */
export interface ParsedSuite {
  readonly source: YamlSource
  /** Everything that could be read; malformed parts are left out and reported by the check. */
  readonly suite: Suite
}

/** The results of reading texts in an editor: more than one asks for them. */
const ofUnsaved = new WeakMap<UnsavedText, Promise<ParsedSuite>>()

/** Reads the text of a suite; `file` is its absolute path. Problems of the YAML are in `source.problems`. */
export function parseSuite(text: string, file: string): Promise<ParsedSuite> {
  const unsaved = unsavedTexts.get(file)
  if (unsaved?.text !== text) return parse(text, file)
  const parsed = ofUnsaved.get(unsaved) ?? parse(text, file)
  ofUnsaved.set(unsaved, parsed)
  return parsed
}

async function parse(text: string, file: string): Promise<ParsedSuite> {
  const source = await readWithPlaces(text, file, 'A suite needs at least `suite: NAME` and `steps:`.')
  return namesFiles(text) ? buildWithFiles(source) : { source, suite: buildSuite(source) }
}

/** The suite in a document, with the contents of the files that it compares with or fills in. */
export async function buildWithFiles(written: YamlSource): Promise<ParsedSuite> {
  const { withFilesReadIn } = await import('./files-in/read-files-in.ts')
  const source = await withFilesReadIn(written)
  return { source, suite: buildSuite(source) }
}

/** The suite in a document. */
export function buildSuite(source: YamlSource): Suite {
  const document = mapping(source.value)
  return defined({
    file: source.file,
    name: plainText(text(document['suite']) ?? ''),
    description: text(document['description']),
    tags: texts(document['tags']),
    skip: text(document['skip']),
    environment: text(document['environment']),
    inputs: texts(document['inputs']),
    onlyUsed: Array.isArray(document['inputs']) && document['inputs'].length === 0,
    exclusive: document['exclusive'] === true,
    variables: mapping(document['variables']),
    secrets: mapping(document['secrets']),
    settings: buildSettings(document['settings'], source),
    mocks: buildMocks(document['mocks'], source),
    data: buildData(document['data'], source, ['data']),
    load: buildLoad(document['load']),
    steps: buildSteps(source, document, 'steps'),
    after: buildSteps(source, document, 'after'),
    span: source.spanOf([]),
  })
}
