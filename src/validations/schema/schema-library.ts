import { isError } from '../../model/problem.ts'
import { pathToFileURL } from 'node:url'
import type { Exchange } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { AnswerLibrary, AnswerVerdict, ReadSpec } from '../answer/answer-library.ts'
import { compileSchema, type SchemaOptions } from './compile-schema.ts'
import type { SchemaFinding } from './lint-schema.ts'
import { readDocument } from './read-document.ts'
import type { ValidateValue } from './schema-message.ts'
import { whenLoaded } from '../../util/lazy-part.ts'

/** A schema ready to judge values, or why the file holds none. */
export type LoadedSchema =
  | {
      readonly ok: true
      readonly schema: JsonValue
      readonly validate: ValidateValue
      readonly takesAll: () => boolean
    }
  | { readonly ok: false; readonly kind: 'missing' | 'invalid'; readonly message: string }

/** The schema files and API descriptions of one run, each read and compiled once. */
export interface SchemaLibrary {
  /** The schema in a JSON or YAML file, given by absolute path. */
  load(file: string): Promise<LoadedSchema>
  /** A schema that stands in a suite, given by absolute path: its references are relative to that. */
  compile(schema: JsonObject, suite: string): Promise<LoadedSchema>
  /**
   * Finds the problems of a schema file, given by absolute path, or of a schema that stands in a suite, and of the
   * files that they refer to. A file that is not there has nothing wrong.
   */
  examine(schema: string | JsonObject, suite: string): Promise<readonly SchemaFinding[]>
  /** Holds an answer against what an operation of an API description, given by absolute path or URL, documents of it. */
  judgeAnswer(spec: string, operation: string, exchange: Exchange): Promise<AnswerVerdict>
}

/** An empty library; one run has one, so that the next run sees files that changed, and what is at URLs. */
export function createSchemaLibrary(options: SchemaOptions = {}, readUrl?: ReadSpec): SchemaLibrary {
  const loaded = new Map<string, Promise<LoadedSchema>>()
  const compiled = new WeakMap<JsonObject, Promise<LoadedSchema>>()
  let answers: Promise<AnswerLibrary> | undefined
  return {
    load(file) {
      const known = loaded.get(file) ?? loadSchema(file, options)
      loaded.set(file, known)
      return known
    },
    compile(schema, suite) {
      const known = compiled.get(schema) ?? compileAt(pathToFileURL(suite).href, schema, options)
      compiled.set(schema, known)
      return known
    },
    examine(schema, suite) {
      return typeof schema === 'string'
        ? examineFile(schema, () => this.load(schema))
        : examineAt(pathToFileURL(suite).href, schema, () => this.compile(schema, suite))
    },
    async judgeAnswer(spec, operation, exchange) {
      answers ??= import('../answer/answer-library.ts').then(module => new module.AnswerLibrary(readUrl))
      return (await answers).judge(spec, operation, exchange)
    },
  }
}

async function loadSchema(file: string, options: SchemaOptions): Promise<LoadedSchema> {
  const document = await readDocument(file)
  if (!document.ok) return document
  return compileAt(pathToFileURL(file).href, document.value, options)
}

async function compileAt(address: string, schema: JsonValue, options: SchemaOptions): Promise<LoadedSchema> {
  const compiled = await compileSchema(address, schema, options)
  return compiled.ok ? { ...compiled, schema } : { ok: false, kind: 'invalid', message: compiled.message }
}

async function examineFile(
  file: string,
  compile: () => Promise<LoadedSchema>,
): Promise<readonly SchemaFinding[]> {
  const document = await readDocument(file)
  const address = pathToFileURL(file).href
  if (document.ok) return examineAt(address, document.value, compile)
  if (document.kind === 'missing') return []
  return [{ severity: 'error', address, path: [], message: document.message }]
}

/** A problem that only compiling shows, such as a reference that leads nowhere, has no place of its own. */
async function examineAt(
  address: string,
  schema: JsonValue,
  compile: () => Promise<LoadedSchema>,
): Promise<readonly SchemaFinding[]> {
  const { lintSchema } = await import('./ajv-chunk.ts')
  const findings = await lintSchema(address, schema)
  if (findings.some(isError)) return findings
  const compiled = await compile()
  const wrong = compiled.ok
    ? (await whenLoaded(compiled.takesAll))
      ? {
          message: 'this schema takes every value',
          hint: 'Say in it what the answer is, such as its `type`.',
        }
      : undefined
    : { message: compiled.message }
  return wrong === undefined ? findings : [...findings, { severity: 'error', address, path: [], ...wrong }]
}
