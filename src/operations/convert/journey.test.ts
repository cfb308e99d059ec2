import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { requestOfStep, settingsWithin, type WrittenBody } from '../../compile/request-of-step.ts'
import type { FolderContents } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { corpusDocuments, documentsIn } from '../../testing/corpus.ts'
import { laterTier } from '../../testing/parts.ts'
import { withFolder } from '../../testing/run-program.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { type CompileAnswer, compileSource } from './compile-source.ts'

/** The project's own travel in every run of the tests; those beside it only where there is time. */
const documents = [
  ...documentsIn('fixtures/postman').map(file => ({ file, skip: false })),
  ...corpusDocuments('imports/postman').map(file => ({
    file,
    skip: !file.includes(`${path.sep}fixtures${path.sep}`) && laterTier('the whole corpus'),
  })),
].filter(({ file }) => file.endsWith('.json') && !file.includes('environment'))

/** The formats that a collection goes through, one after the other. */
const stages = [
  { to: 'http', dialect: 'jetbrains' },
  { to: 'opencollection' },
  { to: 'postman-v3' },
  { to: 'suite' },
  { to: 'postman' },
] as const

type Stage = (typeof stages)[number] | { readonly to: 'collection' }

async function compiled(source: string, stage: Stage, workingFolder: string): Promise<CompileAnswer> {
  const outputFolder = path.join(workingFolder, stage.to)
  const answer = await compileSource.run({ source, remoteReferences: false, outputFolder, ...stage }, {
    workingFolder,
    processEnvironment: {},
    interrupt: new AbortController().signal,
  } as never)
  assert.ok(answer.ok, answer.ok ? '' : JSON.stringify(answer.problems))
  for (const { name, text } of answer.value.files) {
    const file = path.join(outputFolder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return answer.value
}

/** A request as it is sent, and what is said of its answer. */
interface Sent {
  readonly name: string
  readonly parts: JsonObject
  readonly tests: readonly string[]
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function requestsOf(contents: FolderContents, above: readonly FolderContents[] = []): readonly Sent[] {
  const chain = [...above, contents]
  return contents.items.flatMap(item => {
    if (item.kind === 'folder') return requestsOf(item, chain)
    const { step } = item
    const request = requestOfStep(step, settingsWithin(chain))
    if (request === undefined) return []
    const { method, url, query, headers, auth, body } = request
    const name = [...chain.slice(1).map(one => one.name), stepName(step)].join(' / ')
    return [
      {
        name: oneLine(name),
        parts: {
          method,
          url: [url, ...query.map(one => one.join('=')), ...keyInQuery(auth)]
            .join('&')
            .replaceAll(' ', '%20')
            .replace('?', '&'),
          headers: [
            ...headers.map(one => one.join(': ').replace(/\{\{\$(?:guid|randomUUID)\}\}/g, '{{$uuid}}')),
            ...credentials(auth),
          ].toSorted(),
          body: bodyOf(body),
        },
        tests: testsOf(step),
      },
    ]
  })
}

function keyInQuery(auth: JsonObject | undefined): readonly string[] {
  const { query, value } = mapping(auth?.['api-key'])
  return query === undefined ? [] : [`${valueText(query)}=${valueText(value ?? '')}`]
}

/** Credentials are the header that they become, as far as that is plain. */
function credentials(auth: JsonObject | undefined): readonly string[] {
  if (auth === undefined) return []
  const { bearer, 'api-key': key } = auth
  if (bearer !== undefined) return [`Authorization: Bearer ${valueText(bearer)}`]
  const { header, query, value } = mapping(key)
  if (query !== undefined) return []
  return [header === undefined ? JSON.stringify(auth) : `${valueText(header)}: ${valueText(value ?? '')}`]
}

/** Variables of GraphQL that are none say nothing, nor do line ends of a query. */
function graphqlOf(value: JsonValue): JsonValue {
  const { query, variables, ...rest } = mapping(value)
  if (typeof query !== 'string') return value
  const given = jsonEqual(variables ?? {}, {}) ? {} : { variables: variables ?? {} }
  return { ...rest, ...given, query: query.replaceAll('\r\n', '\n').trim() }
}

/** A JSON body is what it says, however it is written; a file is named from where the collection lies. */
function bodyOf(body: WrittenBody | undefined): JsonValue {
  if (body?.kind === 'file') return { ...body, file: path.basename(body.file) }
  if (body?.kind === 'multipart')
    return body.parts.map(part =>
      'file' in part ? { ...part, file: path.basename(part.file) } : part,
    ) as never
  if (body?.kind !== 'text' && body?.kind !== 'json') return body ?? null
  const { type = null } = body
  if (body.kind === 'json') return { value: graphqlOf(body.value), type }
  try {
    return { value: JSON.parse(body.text) as JsonValue, type }
  } catch {
    return { value: body.text.replaceAll('\r\n', '\n').trim(), type }
  }
}

function testsOf(step: JsonObject): readonly string[] {
  const scripts = [mapping(step['scripts'])['after'] ?? ''].flat().map(valueText).join('\n')
  const inScripts = [...scripts.matchAll(/pm\.test\(\s*(["'`])(.*?)\1/g)].map(([, , name = '']) => name)
  const named = list(step['validations']).map(one => mapping(one)['name'])
  return [...named.filter(name => typeof name === 'string'), ...inScripts]
}

/** The words that tell of a part of a request. */
const wordsFor: Readonly<Record<string, RegExp>> = {
  method: /method/i,
  url: /url|query|param|path|auth|key/i,
  headers: /header|auth|cookie|content-type| twice$/i,
  body: /body|json|form|multipart|graphql|file|text|content-type/i,
  script: /script|test|validation|extract/i,
  request: /./,
}

/** The parts of requests that are gone or otherwise, and that nothing on the way tells of. */
function untold(before: CompileAnswer, after: CompileAnswer): readonly string[] {
  const told = [before, after].flatMap(({ report }) => [...report.losses, ...report.notes])
  const left = [...requestsOf(after.collection)]
  return requestsOf(before.collection).flatMap(({ name, parts, tests }) => {
    const at = left.findIndex(one => one.name === name)
    const [found] = at < 0 ? [] : left.splice(at, 1)
    const last = name.split(' / ').at(-1) ?? name
    const here = told.filter(({ where }) => oneLine(where).endsWith(last))
    // A part is named, or what is gone of it is quoted.
    const isTold = (part: string): boolean =>
      here.some(
        ({ what }) =>
          wordsFor[part]?.test(what) === true ||
          valueText(parts[part] ?? '').includes(what.replace(/^line \d+: /, '')),
      )
    if (found === undefined) return isTold('request') ? [] : [`${name} is gone`]
    const others = Object.keys(parts).filter(key => !jsonEqual(parts[key] ?? null, found.parts[key] ?? null))
    const gone = tests.filter(test => !found.tests.includes(test))
    return [
      ...others
        .filter(key => !isTold(key))
        .map(key => `${name}: ${key}: ${JSON.stringify(found.parts[key])} for ${JSON.stringify(parts[key])}`),
      ...gone.filter(() => !isTold('script')).map(test => `${name}: test ${test} is gone`),
    ].map(one => `${one} (told: ${here.map(({ what }) => what).join('; ')})`)
  })
}

describe('a collection that travels from tool to tool', () => {
  for (const { file, skip } of documents)
    it(`tells on the way what it loses: ${path.basename(file)}`, { skip }, async () => {
      await withFolder({}, async folder => {
        let source = path.resolve(file)
        let former: CompileAnswer | undefined
        for (const stage of [...stages, { to: 'collection' } as const]) {
          const answer = await compiled(source, stage, folder)
          if (former !== undefined) assert.deepEqual(untold(former, answer), [], stage.to)
          former = answer
          const [first] = answer.files
          const isFile = stage.to === 'http' || stage.to === 'postman'
          source = path.join(folder, stage.to, isFile ? (first?.name ?? '') : '')
        }
      })
    })
})
