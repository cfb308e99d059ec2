import { valuesOf } from '../../../compile/test-program/answer-parts.ts'
import type {
  ProgramVariable,
  Rows,
  Statement,
  TestCase,
  TestGroup,
  TestProgram,
} from '../../../compile/test-program/test-program.ts'
import { wordsOf } from '../names.ts'
import { indented } from './assertion-styles.ts'
import type { Client } from './clients.ts'
import { helpers, neededHelpers } from './helpers.ts'
import { literal, text } from './literals.ts'
import { type ModuleName, PythonCode } from './python-code.ts'
import { shortened } from './python-names.ts'
import { asked } from './predicates.ts'

/** The values of a program, as code that both kinds of files start with. */
export function codeOf(program: TestProgram, owner: string): PythonCode {
  const code = new PythonCode(program.variables, variablesInPlace(program), owner)
  code.filter = holds => {
    const condition = asked(holds, code)
    return condition.binds === 'or' ? `(${condition.code})` : condition.code
  }
  return code
}

/** Variables that the environment alone gives, and that few requests need: without them the other tests still run. */
function variablesInPlace({ root, variables }: TestProgram): ReadonlySet<string> {
  const used = casesOf(root)
    .filter(({ statements }) => statements.some(({ kind }) => kind === 'send' || kind === 'repeat'))
    .map(({ statements }) => new Set(statements.flatMap(namesIn)))
  const values = variables.flatMap(({ value }) =>
    value === undefined ? [] : namesIn({ kind: 'assign', variable: '', value }),
  )
  return new Set(
    variables
      .filter(variable => isOnlyGiven(variable) && !values.includes(variable.name))
      .filter(({ name }) => used.filter(names => names.has(name)).length * 2 < used.length)
      .map(({ name }) => name),
  )
}

function isOnlyGiven({ value, environment, changes }: ProgramVariable): boolean {
  return environment !== undefined && !changes && value === undefined
}

function namesIn(statement: Statement): readonly string[] {
  return valuesOf(statement).flatMap(value => (value.kind === 'variable' ? [value.name] : []))
}

/** All tests of a group, those after the last one too. */
export function casesOf({ items, cleanUp }: TestGroup): readonly TestCase[] {
  return [...items.flatMap(item => (item.kind === 'group' ? casesOf(item) : [item])), ...cleanUp]
}

/** Whether some test reads the text of an answer. */
export function readsText(root: TestGroup): boolean {
  return casesOf(root).some(({ statements }) =>
    statements.flatMap(valuesOf).some(({ kind }) => kind === 'body-text'),
  )
}

/** How many redirects are followed, where requests say so; undefined where none are, and the most where they differ. */
export function redirectsOf(root: TestGroup): number | undefined {
  const numbers = casesOf(root).flatMap(({ statements }) =>
    statements.flatMap(statement => {
      const send = statement.kind === 'repeat' ? statement.send : statement
      return send.kind === 'send' && send.request.redirects > 0 ? [send.request.redirects] : []
    }),
  )
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}

/** Whether a test sends requests that keep cookies. */
export function usesSession({ root, keepsCookies }: TestProgram): boolean {
  return (
    keepsCookies &&
    casesOf(root).some(({ statements }) =>
      statements.some(statement => {
        const send = statement.kind === 'repeat' ? statement.send : statement
        return send.kind === 'send' && send.request.cookies
      }),
    )
  )
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

/** What a file consists of, from top to bottom. */
export interface FileParts {
  readonly client: Client
  /** `pytest` or `unittest`. */
  readonly framework: 'pytest' | 'unittest'
  readonly isFrameworkUsed: boolean
  readonly hasSaved: boolean
  readonly isClientUsed: boolean
  readonly constants: readonly string[]
  readonly definitions: readonly (readonly string[])[]
}

/** All lines of a file: imports, constants, small functions, and what is given. */
export function fileLines(parts: FileParts, code: PythonCode): readonly string[] {
  const { constants, definitions } = parts
  const functions = neededHelpers(code.helpers)
  if (functions.includes('text_of')) code.modules.add('json')
  const here = code.modules.has('path') ? ['HERE = Path(__file__).parent'] : []
  const declared = [...here, ...constants]
  const blocks = [...functions.map(name => helpers[name].split('\n')), ...definitions]
  return [
    ...importLines(parts, code.modules),
    ...(declared.length === 0 ? [] : ['', ...declared]),
    ...blocks.flatMap(lines => ['', '', ...lines]),
  ]
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
}

function importLines(parts: FileParts, used: ReadonlySet<ModuleName>): readonly string[] {
  const isUnittest = parts.framework === 'unittest'
  const library = [
    ...[...used].map(name => modules[name]),
    ...(isUnittest ? ['import unittest'] : []),
    ...(parts.hasSaved ? ['from types import SimpleNamespace'] : []),
  ].toSorted(byModule)
  const others = [
    ...(parts.isClientUsed ? [`import ${parts.client.module}`] : []),
    ...(!isUnittest && parts.isFrameworkUsed ? ['import pytest'] : []),
  ].toSorted()
  return [...library, ...(library.length > 0 && others.length > 0 ? [''] : []), ...others]
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
export function docstring(words: string, depth: number): readonly string[] {
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

/** A docstring for what a name does not say: letters of other scripts, or more than a name can have. */
export function titleDocstring(title: string, depth: number): readonly string[] {
  const letters = (words: string): number => (words.match(/[\p{L}\p{N}]/gu) ?? []).length
  const said = letters(shortened(title))
  const isSaid = wordsOf(title).length > 0 && said >= letters(title)
  return isSaid ? [] : docstring(title, depth)
}

/** Blocks with an empty line between them. */
export function spaced(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks
    .filter(lines => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

/** Statements, each of which is carried out whatever becomes of those before. */
export function eachAnyway(parts: readonly (readonly string[])[]): readonly string[] {
  const [first, ...others] = parts.filter(lines => lines.length > 0)
  if (first === undefined) return []
  if (others.length === 0) return first
  return ['try:', ...indented(first), 'finally:', ...indented(eachAnyway(others))]
}

/** How the hook of requests reads text. */
export const decodeHook = `def decode(response, *args, **kwargs):
    """Text is UTF-8, unless the answer says otherwise."""
    if "charset" not in response.headers.get("content-type", ""):
        response.encoding = "utf-8"`
