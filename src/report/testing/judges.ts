import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import { Parser } from 'tap-parser'
import { validateXML } from 'xmllint-wasm'
import { parse } from 'yaml'

// The judgement of other tools on our reports: none of these knows how they were written.

/** Finds the errors of a JUnit report by schemas/junit.xsd with libxml2. */
export async function junitErrors(xml: string): Promise<readonly string[]> {
  const schema = await readFile('schemas/junit.xsd', 'utf8')
  const file = { fileName: 'report.xml', contents: xml }
  const result = await validateXML({ xml: [file], schema: [{ fileName: 'junit.xsd', contents: schema }] })
  return result.errors.map(error => error.message)
}

/** A test point as the TAP parser reads it. */
export interface TapPoint {
  readonly name: string
  readonly diag: Readonly<Record<string, unknown>> | null
}

/** A TAP report as a strict TAP parser reads it. */
export async function parseTap(text: string) {
  const parser = new Parser({ strict: true })
  const points: TapPoint[] = []
  parser.on('assert', (result: TapPoint) => points.push(result))
  const finished = new Promise<Parser['results']>(resolve => {
    parser.on('complete', resolve)
  })
  parser.end(text)
  const results = await finished
  assert.ok(results)
  return { results, points }
}

/** Finds the errors of a json report by schemas/report.schema.yaml with ajv. */
export async function reportErrors(report: unknown): Promise<readonly unknown[]> {
  const validate = new Ajv({ allErrors: true }).compile(
    parse(await readFile('schemas/report.schema.yaml', 'utf8')) as object,
  )
  validate(report)
  return validate.errors ?? []
}

/** A command, properties without raw commas or colons, and a message on the same line, as GitHub's runner accepts. */
export const githubCommand =
  /^::(error|warning|notice) (?:file=[^:,\p{Cc}]+,line=\d+,endLine=\d+,col=\d+(?:,endColumn=\d+)?,)?title=[^:,\p{Cc}]*::[^\p{Cc}]*$/u
