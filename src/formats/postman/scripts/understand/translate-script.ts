import type { AnyNode, Program } from 'acorn'
import { BoundedCache } from '../../../../util/bounded-cache.ts'
import { noneShared, type SharedVariables } from '../../context.ts'
import { leavesFunction, parseScript } from '../javascript/syntax.ts'
import type { BranchedChecks } from './branch.ts'
import { compose } from './compose.ts'
import { learn, numberedScript, type Example, type Learnt, type NumberedScript } from './numbered-scripts.ts'
import { leavesOf, type Leaf, type Outline } from './outline.ts'
import { readOutline, type Knowledge } from './read-outline.ts'
import { remainingSource } from './remaining-source.ts'
import { readScript, type Script, type ScriptOptions } from './script.ts'
import { keptStatements } from './kept-statements.ts'
import { reportStatements, type Translation } from './statement-report.ts'

/** Facts known of the collection that a script belongs to. */
export interface ScriptContext {
  /** Variables that only ever hold text, so that comparing with them strictly is comparing text. */
  readonly texts?: ReadonlySet<string>
  /** Variables that scripts of the folders and the collection around it write: those run at other times in a suite. */
  readonly shared?: SharedVariables
}

/** Collections repeat their scripts, request by request. */
const translations = new BoundedCache<Translation>(1000)

/**
 * Turns what a script of Postman says into validations, extracts and variables of the suite language, where the verdict
 * is the same whatever the answer is (docs/postman-scripts.md). `phase` says whether it runs before the request or
 * after the answer. What cannot be said stays in `rest`. Never throws: a script that cannot be read stays whole.
 */
export function translateScript(
  source: string,
  phase: 'before' | 'after',
  { texts = nothing, shared = noneShared }: ScriptContext = {},
): Translation {
  const around = `${phase} ${numberOf(texts, shared)}\n`
  const options = { phase, texts, shared }
  return translations.get(around + source, () => {
    const script = numberedScript(source)
    if (script === undefined) return translate(source, options)
    const form = forms.get(around + script.form, () => ({}))
    return translateNumbered(source, script, form, options)
  })
}

/** State of the scripts that differ in numbers only: one of them, and the translation learnt from that and another. */
interface Form {
  example?: Example
  learnt?: Learnt | undefined
}

/** Many scripts of a collection differ from each other in an id or a number in a name: two are translated, the others filled in. */
const forms = new BoundedCache<Form>(1000)

function translateNumbered(
  source: string,
  script: NumberedScript,
  form: Form,
  options: ScriptOptions,
): Translation {
  const filled = form.learnt?.(script.numbers)
  // A variable that a script around it writes, too, is no extract.
  const names = filled === undefined ? [] : Object.keys({ ...filled.extracts, ...filled.variables })
  if (filled !== undefined && !names.some(name => options.shared.names.has(name))) return filled
  const translation = translate(source, options)
  form.learnt = form.example && learn(form.example, { script, translation })
  form.example ??= { script, translation }
  return translation
}

const nothing: ReadonlySet<string> = new Set()

/** Numbers of surroundings: by what they are, and by what they say. */
const numbers = new WeakMap<ReadonlySet<string>, WeakMap<SharedVariables, number>>()
const numbersByText = new BoundedCache<number>(100)
let nextNumber = 0

/**
 * The same number for the same variables around a script. A collection may have thousands, and a script for each request: V8
 * does not look into keys of more than 16 K characters to tell them apart.
 */
function numberOf(texts: ReadonlySet<string>, shared: SharedVariables): number {
  const known = numbers.get(texts) ?? new WeakMap<SharedVariables, number>()
  numbers.set(texts, known)
  const text = (): string => [...texts, '', ...shared.names, String(shared.mayBeAny)].join('\n')
  const number = known.get(shared) ?? numbersByText.get(text(), () => nextNumber++)
  known.set(shared, number)
  return number
}

function translate(source: string, options: ScriptOptions): Translation {
  if (source.trim() === '') return untouched('')
  try {
    const program = parseScript(source)
    return program === undefined ? untouched(source) : translateProgram(source, program, options)
  } catch (error) {
    // A script nested deeper than the stack of calls is.
    if (error instanceof RangeError) return untouched(source)
    throw error
  }
}

function translateProgram(source: string, program: Program, options: ScriptOptions): Translation {
  const script = readScript(source, program, options)
  const statements = program.body as readonly AnyNode[]
  const readable = readableOf(statements, script)
  const read = readKnowingly(
    statements.filter(statement => readable.has(statement)),
    script,
  )
  const outlineOf = new Map(read.map(outline => [outline.node, outline]))
  const outlines = statements.map(statement => outlineOf.get(statement) ?? asScript(statement))
  const stays = keptStatements(outlines, script)
  return {
    ...compose(outlines, stays.kept, options.phase),
    rest: remainingSource(source, outlines, stays.kept),
    statements: reportStatements(source, outlines, stays, script),
  }
}

/**
 * The statements that surely run when those before them did, and whose names mean what they seem to: those before the first
 * that may end the script, and behind a text that runs as code those that use no variable of the script.
 */
function readableOf(
  statements: readonly AnyNode[],
  { scopes: { opaqueFrom, uses, bindings }, usesLegacyTests }: Script,
): ReadonlySet<AnyNode> {
  if (opaqueFrom < Infinity && usesLegacyTests) return new Set()
  const end = statements.findIndex(leavesFunction)
  const always = statements.slice(0, end === -1 ? statements.length : end)
  const runsText = ({ start, end: until }: AnyNode): boolean =>
    [...uses.values()].some(
      ({ identifier }) => identifier.name === 'eval' && within(identifier, start, until),
    )
  const usesOthers = ({ start, end: until }: AnyNode): boolean =>
    [...uses.values()].some(
      ({ identifier, binding }) =>
        within(identifier, start, until) &&
        binding?.declarations.every(declaration => within(declaration, start, until)) === false,
    ) || [...bindings].some(({ writes, declarations }) => isTouched(writes, declarations, start, until))
  return new Set(
    always.filter(
      statement =>
        statement.end <= opaqueFrom ||
        (statement.type !== 'WithStatement' && !runsText(statement) && !usesOthers(statement)),
    ),
  )
}

/** True where a statement writes a variable that is declared elsewhere, or nowhere. */
function isTouched(
  writes: readonly { readonly node: AnyNode }[],
  declarations: readonly AnyNode[],
  from: number,
  to: number,
): boolean {
  const isWritten = writes.some(({ node }) => within(node, from, to))
  return isWritten && !(declarations.length > 0 && declarations.every(one => within(one, from, to)))
}

function within({ start, end }: AnyNode, from: number, to: number): boolean {
  return from <= start && end <= to
}

function asScript(node: AnyNode): Outline {
  const reason = 'the script runs text as code, or may end early'
  return { kind: 'leaf', node, meaning: { is: 'script', reason }, branches: [] }
}

/** Nothing is translated. */
function untouched(source: string): Translation {
  return { validations: [], extracts: {}, variables: {}, rest: source, statements: [] }
}

/**
 * Reads the statements until what their checks say together teaches nothing new. Checks that contradict each other may
 * teach one thing and then its opposite, without end: then each statement is read by itself.
 */
function readKnowingly(statements: readonly AnyNode[], script: Script): readonly Outline[] {
  const alone = readOutline(statements, script, { outside: [], inTests: new Map() })
  let outlines = alone
  let known = 0
  for (let round = 0; round < mostRounds; round++) {
    const leaves = leavesOf(outlines)
    const checks = leaves.flatMap(leaf => checksOf(leaf).flatMap(one => one.checks))
    const mayLearn = leaves.some(({ meaning }) => meaning.is === 'script' && meaning.reason !== undefined)
    if (checks.length === known || !mayLearn) return outlines
    known = checks.length
    outlines = readOutline(statements, script, knowledgeOf(outlines))
  }
  return alone
}

/** Readings after which nothing more will keptStatements; scripts of people keptStatements after two or three. */
const mostRounds = 10

function knowledgeOf(outlines: readonly Outline[]): Knowledge {
  const inTests = new Map<AnyNode, readonly BranchedChecks[]>()
  const outside: BranchedChecks[] = []
  const visit = (outline: Outline) => {
    if (outline.kind === 'leaf') {
      const isLegacyTest = outline.meaning.is === 'check' && outline.meaning.name !== undefined
      if (!isLegacyTest) outside.push(...checksOf(outline))
    } else if (outline.test === undefined) outline.body.forEach(visit)
    else inTests.set(outline.node, leavesOf(outline.body).flatMap(checksOf))
  }
  outlines.forEach(visit)
  return { outside, inTests }
}

function checksOf({ meaning, branches }: Leaf): readonly BranchedChecks[] {
  return meaning.is === 'check' ? [{ branches, checks: meaning.checks }] : []
}
