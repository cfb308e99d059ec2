import path from 'node:path'
import { isInstruction } from '../actions/websocket/instruction.ts'
import { isDisabled } from '../model/disabled.ts'
import type { JsonValue } from '../model/json.ts'
import type { DocumentPath, Span } from '../model/span.ts'
import type { Step } from '../model/suite.ts'
import { targetsOf } from '../model/targets-of.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { isList, isObject } from '../util/is-json.ts'
import { allSteps } from './rule.ts'

/** A file that a step reads when it runs, to send it, to know how or to compare with it, or a mock to answer with it. */
export interface UploadFile {
  readonly path: DocumentPath | Span
  readonly written: string
  /** Absolute. */
  readonly file: string
}

/** The keys that files are named under. */
export const filesNamedUnder: readonly string[] = ['file', 'descriptor-set', 'proto', 'certificate', 'key']

/** The files that steps and mocks read, but for those whose names have placeholders. */
export function uploadFiles(parsed: Pick<ParsedSuite, 'suite'>): readonly UploadFile[] {
  const folder = path.dirname(parsed.suite.file)
  const answers = parsed.suite.mocks.flatMap(({ notable }) => notable.flatMap(({ answers: own }) => own))
  return [
    ...allSteps(parsed).flatMap(step => [
      ...namesOf(step).map(([name, place]) => [name, [...step.path, ...place]] as const),
      ...comparedFiles(step),
    ]),
    ...answers.flatMap(({ body, talk, end, path: place }): readonly Named[] => [
      ...(body?.kind === 'file' ? [[body.value, [...place, 'file']] as const] : []),
      ...[talk?.messages ?? [], ...(talk?.replies ?? []).map(({ messages }) => messages)]
        .flat()
        .flatMap(({ value, path: at }): readonly Named[] =>
          end === undefined && isInstruction(value) ? [[value['file'], [...at, 'file']]] : [],
        ),
    ]),
    ...parsed.suite.mocks.flatMap(({ name, services, tls }): readonly Named[] => [
      [services?.descriptorSet, ['mocks', name, 'descriptor-set']],
      ...(tls === undefined || tls === 'made'
        ? []
        : (['certificate', 'key'] as const).map((key): Named => [tls[key], ['mocks', name, 'tls', key]])),
    ]),
  ].flatMap(([name, place]) =>
    typeof name !== 'string' || name === '' || name.includes('{{')
      ? []
      : [{ path: place, written: name, file: path.resolve(folder, name) }],
  )
}

type Named = readonly [name: JsonValue | undefined, place: DocumentPath | Span]

/** The files that an answer must be. */
function comparedFiles(step: Step): readonly Named[] {
  return targetsOf(step).flatMap((one): readonly Named[] =>
    one.target.kind === 'file' && 'expectations' in one
      ? one.expectations.map(({ expected, span }) => [expected, span])
      : [],
  )
}

const namingFiles = ['file', 'multipart', 'messages', 'descriptor-set', 'proto']

type NamedPart = readonly [name: JsonValue | undefined, place: DocumentPath]

function namesOf({ input }: Step): readonly NamedPart[] {
  if (!namingFiles.some(key => input[key] !== undefined)) return []
  const { file, multipart = null, messages = null, 'descriptor-set': descriptors, proto = null } = input
  const parts = isObject(multipart) ? Object.entries(multipart) : []
  return [
    [file, ['file']],
    ...parts.flatMap(([name, part]) => filesIn(part, ['multipart', name])),
    ...(isList(messages) ? filesIn(messages, ['messages']) : []),
    [descriptors, ['descriptor-set']],
    ...(input['import-paths'] === undefined ? partsOf(proto, ['proto']) : []),
  ]
}

function filesIn(value: JsonValue, place: DocumentPath): readonly NamedPart[] {
  return partsOf(value, place).flatMap(([part, at]): readonly NamedPart[] =>
    isObject(part) && !isDisabled(part) ? [[part['file'], [...at, 'file']]] : [],
  )
}

/** A value, or each of a list of them. */
function partsOf(value: JsonValue, place: DocumentPath): readonly NamedPart[] {
  return isList(value) ? value.map((item, index) => [item, [...place, index]] as const) : [[value, place]]
}
