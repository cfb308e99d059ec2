import { answerParts } from '../../../compile/test-program/answer-parts.ts'
import { casesIn, requestsIn, statementsIn } from '../../../compile/test-program/parts-of-group.ts'
import { variablesInPlace } from '../../../compile/test-program/variables-in-place.ts'
import type {
  ProgramVariable,
  Rows,
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
} from '../../../compile/test-program/test-program.ts'
import type { Loss } from '../../../model/conversion.ts'
import type { WrittenCase, WrittenTests } from '../framework.ts'
import { wordsOf } from '../names.ts'
import { indented } from './assertion-styles.ts'
import type { Client } from './clients.ts'
import { formatPython } from './format-python.ts'
import { helpers, neededHelpers } from './helpers.ts'
import { literal, text } from './literals.ts'
import { type ModuleName, PythonCode } from './python-code.ts'
import { shortened } from './python-names.ts'
import { asked } from './predicates.ts'
import { type BodyContext, testBody } from './test-body.ts'

/** The values of a program, as code that both kinds of files start with. */
function codeOf(program: TestProgram, { setCookies }: Client, owner: string): PythonCode {
  const { variables } = program
  return new PythonCode(
    { variables, inPlace: variablesInPlace(program), owner, setCookies },
    (holds, code) => {
      const condition = asked(holds, code)
      return condition.binds === 'or' ? `(${condition.code})` : condition.code
    },
  )
}

/** How many redirects are followed, where requests say so; undefined where none are, and the most where they differ. */
export function redirectsOf(root: TestGroup): number | undefined {
  const most = Math.max(0, ...requestsIn(root).map(({ redirects }) => redirects))
  return most === 0 ? undefined : most
}

/** True where a test sends requests that keep cookies. */
export function usesSession({ root, keepsCookies }: TestProgram): boolean {
  return keepsCookies && requestsIn(root).some(({ cookies }) => cookies)
}

/** Declarations of the constants, each on a line, and what steps change at the beginning. */
export function declarations(
  { variables }: TestProgram,
  code: PythonCode,
): { readonly constants: readonly string[]; readonly saved: readonly string[] } {
  const constants: string[] = []
  const saved: string[] = []
  for (const variable of variables) {
    const value = firstValue(variable, code)
    if (variable.changes) {
      if (value !== undefined) saved.push(`${code.attribute(variable.name)}=${value}`)
      continue
    }
    const name = code.variable(variable.name)
    if (!name.startsWith('os.') && value !== undefined) constants.push(`${name} = ${value}`)
  }
  return { constants, saved }
}

function firstValue(variable: ProgramVariable, code: PythonCode): string | undefined {
  const { value, environment, type, name } = variable
  const written = value === undefined ? undefined : code.value(value)
  if (environment === undefined) return written
  if (variable.changes && written === undefined) return undefined
  code.modules.add('os')
  const key = text(environment)
  const isSame = value?.kind === 'environment' && value.name === environment
  if (written === undefined || isSame)
    return code.variable(name).startsWith('os.') ? undefined : `os.environ[${key}]`
  if (type === 'boolean') return `os.environ.get(${key}, ${text(String(written === 'True'))}) == "true"`
  const given = `os.environ.get(${key}, ${type === 'number' ? text(written) : written})`
  return type === 'number' ? `${/^-?\d+$/.test(written) ? 'int' : 'float'}(${given})` : given
}

/** A file of tests, whatever its framework is. */
export abstract class PythonFile {
  readonly losses: Loss[] = []
  readonly cases: WrittenCase[] = []
  protected readonly program: TestProgram
  protected readonly client: Client
  protected readonly code: PythonCode
  /** True where texts are read, which requests must be told how to do. */
  protected readonly decodes: boolean
  /** True where a test leaves something for the next. */
  protected hasSaved = false

  /** `owner` stands before what the framework gives: `self.`, or nothing. */
  constructor(program: TestProgram, client: Client, owner: string) {
    this.program = program
    this.client = client
    this.decodes = client.module === 'requests' && answerParts(statementsIn(program.root)).has('text')
    this.code = codeOf(program, client, owner)
  }

  written(): WrittenTests {
    return { text: formatPython(this.lines()), losses: this.losses, cases: this.cases }
  }

  protected abstract lines(): readonly string[]

  /** How a test is written, or what comes before and after all of them. */
  protected abstract words(isTest: boolean): Pick<BodyContext, 'assertion' | 'skip'>

  /** The statements of a test; undefined when it cannot be carried out. */
  protected body(
    statements: readonly Statement[],
    where: string,
    isTest: boolean,
  ): readonly string[] | undefined {
    return testBody(statements, where, {
      ...this.words(isTest),
      code: this.code,
      client: this.client,
      keepsCookies: this.program.keepsCookies,
      lose: loss => this.losses.push(loss),
      hasText: this.decodes,
    })
  }

  /** The statements of a test, in a loop where it has rows, whose columns `inside` is told. */
  protected looped(
    { rows, statements, where }: TestCase,
    isTest: boolean,
    inside = (lines: readonly string[], _: readonly string[]): readonly string[] => lines,
  ): readonly string[] | undefined {
    if (rows === undefined) return this.body(statements, where, isTest)
    const names = this.code.columnNames(rows)
    const lines = this.code.withRows(rows, { kind: 'names', names }, () =>
      this.body(statements, where, isTest),
    )
    if (lines === undefined || lines.length === 0) return lines
    const columns = usedColumns(rows, this.code)
    const targets = columns.map(column => names.get(column) ?? column)
    return [`for ${targets.join(', ')} in ${rowTuples(rows, columns)}:`, ...indented(inside(lines, targets))]
  }

  /** Tells of all tests of a group that they are not written for its rows. */
  protected loseRows(group: TestGroup, why: string): void {
    this.losses.push(...casesIn(group).map(({ where }) => ({ where, what: 'data', why })))
  }

  /** All lines of a file: imports, constants, small functions, and what is given. `framework` is to be imported. */
  protected fileLines(
    constants: readonly string[],
    definitions: readonly (readonly string[])[],
    framework: 'pytest' | 'unittest' | undefined,
  ): readonly string[] {
    const { code, client } = this
    const functions = neededHelpers(code.helpers)
    if (functions.includes('text_of')) code.modules.add('json')
    const here = code.modules.has('path') ? ['HERE = Path(__file__).parent'] : []
    const declared = [...here, ...constants]
    const hook = this.decodes ? [decodeHook.split('\n')] : []
    const small = functions.map(name => helpers[name].split('\n'))
    const apart = (blocks: readonly (readonly string[])[]): readonly string[] =>
      blocks.flatMap(lines => ['', '', ...lines])
    // A declaration that calls a small function when the file is read stands behind it.
    const isCalling = declared.some(line => functions.some(name => line.includes(`${name}(`)))
    const isClientUsed = definitions.flat().some(line => line.includes(`${client.module}.`))
    const library = joinedImports([
      ...[...code.modules].map(name => modules[name]),
      ...(framework === 'unittest' ? ['import unittest'] : []),
      ...(this.hasSaved ? ['from types import SimpleNamespace'] : []),
    ]).toSorted(byModule)
    const others = [
      ...(isClientUsed ? [`import ${client.module}`] : []),
      ...(framework === 'pytest' ? ['import pytest'] : []),
    ].toSorted()
    return [
      ...library,
      ...(library.length > 0 && others.length > 0 ? [''] : []),
      ...others,
      ...(declared.length === 0 || isCalling ? [] : ['', ...declared]),
      ...apart([...small, ...(isCalling ? [declared] : []), ...hook, ...definitions]),
    ]
  }
}

const modules: Readonly<Record<ModuleName, string>> = {
  json: 'import json',
  os: 'import os',
  random: 'import random',
  re: 'import re',
  time: 'import time',
  uuid: 'import uuid',
  datetime: 'from datetime import datetime, timezone',
  path: 'from pathlib import Path',
  urlencode: 'from urllib.parse import urlencode',
  quote: 'from urllib.parse import quote',
  base64: 'import base64',
  hashlib: 'import hashlib',
  hmac: 'import hmac',
}

/** Joins the lines that import from one module. */
function joinedImports(lines: readonly string[]): readonly string[] {
  const parts = lines.map(line => line.split(' import ') as [string, string?])
  const names = (module: string): string =>
    parts
      .flatMap(([from, name = '']) => (from === module ? [name] : []))
      .toSorted()
      .join(', ')
  return [
    ...new Set(parts.map(([from, name]) => (name === undefined ? from : `${from} import ${names(from)}`))),
  ]
}

/** Whole modules first, then names of others. */
function byModule(one: string, other: string): number {
  return one.startsWith('import ') === other.startsWith('import ')
    ? one < other
      ? -1
      : 1
    : one.startsWith('import ')
      ? -1
      : 1
}

/** Rows as a list of tuples, or of single values, for the names of some columns. */
export function rowTuples({ rows }: Rows, columns: readonly string[]): string {
  const written = rows.map(row => {
    const values = columns.map(column => literal(row[column] ?? null))
    return values.length === 1 ? (values[0] ?? '') : `(${values.join(', ')})`
  })
  return `[${written.join(', ')}]`
}

/** The columns that tests look at: all where they look at none, so that there are as many tests as rows. */
export function usedColumns({ name, columns }: Rows, code: PythonCode): readonly string[] {
  const names = columns.map(column => column.name)
  const found = names.filter(column => code.given.has(`row ${name}/${column}`))
  return found.length === 0 ? names.slice(0, 1) : found
}

/** A text between triple quotes, in lines that fit. */
function docstring(words: string, depth: number): readonly string[] {
  const plain = words
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('"', "'")
    .replace(/\\/g, '\\\\')
    .trim()
  if (plain === '' || plain.endsWith('\\'))
    return plain === '' ? [] : docstring(plain.replace(/\\+$/, ''), depth)
  const width = 88 - 4 * depth
  if (plain.length <= width - 6) return [`"""${plain}"""`]
  const lines: string[] = ['']
  for (const word of plain.match(/\S{1,70}/g) ?? []) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length + 1 > width - (lines.length === 1 ? 6 : 0)) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return [`"""${lines.join('\n')}\n"""`]
}

/** The docstring of a group: its description, or what its name does not say. */
export function groupDocstring({ name, description }: TestGroup, depth: number): readonly string[] {
  return description === undefined ? titleDocstring(name, depth) : docstring(description, depth)
}

/** The name of a test, without the columns that it shows. */
export function nameWords({ name }: TestCase): { readonly title: string; readonly words: string } {
  const title = name.replace(/\{\{.*?\}\}/g, ' ')
  return { title, words: shortened(title) || shortened(name) || 'step' }
}

/** A docstring for what a name does not say: letters of other scripts, or more than a name can have. */
export function titleDocstring(title: string, depth: number): readonly string[] {
  const letters = (words: string): number => (words.match(/[\p{L}\p{N}]/gu) ?? []).length
  const said = letters(shortened(title))
  const isSaid = wordsOf(title).length > 0 && said >= letters(title)
  return isSaid ? [] : docstring(title, depth)
}

/** Statements, each of which is carried out whatever becomes of those before. */
export function eachAnyway(parts: readonly (readonly string[])[]): readonly string[] {
  const [first, ...others] = parts.filter(lines => lines.length > 0)
  if (first === undefined) return []
  if (others.length === 0) return first
  return ['try:', ...indented(first), 'finally:', ...indented(eachAnyway(others))]
}

/** How the hook of requests reads text. */
const decodeHook = `def decode(response, *args, **kwargs):
    """Text is UTF-8, unless the answer says otherwise."""
    if "charset" not in response.headers.get("content-type", ""):
        response.encoding = "utf-8"`
