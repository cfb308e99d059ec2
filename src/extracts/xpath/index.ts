import xpath, { type ParsedXPath } from 'xpath'
import type { Body, HeaderList } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import { BoundedCache } from '../../util/bounded-cache.ts'
import { EvaluationEnded, limitEvaluation } from '../../util/limit-evaluation.ts'
import { formatSize } from '../../util/quantity.ts'
import { needsTurn } from '../../util/turns.ts'
import { foundJson, foundText, nothing, type Selected } from '../selected.ts'
import { readHtml, readXml } from './read-document.ts'
import { hastenNodeSets } from './node-sets.ts'
import { DocumentLimit, stringValueOf, type TreeNode } from './tree.ts'
import { nodesRead, xpathResult, type XPathResult } from './xpath-result.ts'
import { type NamedElement, wordsIn, type XPathWords } from './xpath-words.ts'

/** Prefixes with the namespaces that they stand for. */
export type Namespaces = Readonly<Record<string, string>>

hastenNodeSets()

/** Bytes that a document may have. */
const largestDocument = 10 * 1024 * 1024

/** Why a text is no XPath 1.0, or names a prefix, a function or a variable that there is none of; undefined for one that is sound. */
export function xpathFault(expression: string, namespaces: Namespaces): string | undefined {
  const compiled = compiledXPaths.get(expression, compile)
  if ('fault' in compiled) return compiled.fault
  const unknown = compiled.words.prefixes.find(prefix => namespaceOf(prefix, namespaces) === undefined)
  return unknown === undefined ? undefined : `no namespace for "${unknown}": add it under namespaces`
}

/** Result type of an expression, whatever it looks into; undefined where it is no XPath. */
export function resultOfXPath(expression: string): XPathResult | undefined {
  const compiled = compiledXPaths.get(expression, compile)
  return 'fault' in compiled ? undefined : xpathResult(compiled.expression)
}

/** The names in an expression; undefined where it is no XPath. */
export function wordsOfXPath(expression: string): XPathWords | undefined {
  const compiled = compiledXPaths.get(expression, compile)
  return 'fault' in compiled ? undefined : compiled.words
}

interface CompiledXPath {
  readonly expression: ParsedXPath
  readonly words: XPathWords
  /** The nodes that it makes texts of. */
  readonly read: readonly ParsedXPath[]
}

type Compiled = CompiledXPath | { readonly fault: string }

const compiledXPaths = new BoundedCache<Compiled>(200)

function compile(text: string): Compiled {
  try {
    const expression = xpath.parse(text)
    const words = wordsIn(expression)
    if (words.fault !== undefined) return { fault: words.fault }
    return { expression, words, read: nodesRead(expression).map(part => partOf(expression, part)) }
  } catch (error) {
    return { fault: `no XPath: ${unbalanced(text) ?? (error as Error).message}` }
  }
}

/** A part of an expression as one of its own. */
function partOf(whole: ParsedXPath, part: object): ParsedXPath {
  const expression = Object.create(whole.expression, { expression: { value: part } }) as object
  return Object.create(whole, { expression: { value: expression } }) as ParsedXPath
}

/** The package says only that something is wrong: the usual slip is told by name. */
function unbalanced(text: string): string | undefined {
  const open: string[] = []
  for (const one of withoutLiterals(text)) {
    if (one === '[' || one === '(') open.push(one === '[' ? ']' : ')')
    else if ((one === ']' || one === ')') && open.pop() !== one) return `${one} closes nothing`
  }
  const missing = open.at(-1)
  return missing === undefined ? undefined : `${missing} is missing`
}

function withoutLiterals(text: string): string {
  return text.replaceAll(/'[^']*'|"[^"]*"/g, "''")
}

function namespaceOf(prefix: string, namespaces: Namespaces): string | undefined {
  if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace'
  return Object.hasOwn(namespaces, prefix) ? namespaces[prefix] : undefined
}

/** Selects in a body that is XML or HTML. The nodes of a set are texts, each of them as `textual` as a header is. */
export function selectXPath(
  expression: string,
  { body, headers }: { readonly body: Body; readonly headers: HeaderList },
  namespaces: Namespaces,
): Selected {
  const fault = xpathFault(expression, namespaces)
  const compiled = compiledXPaths.get(expression, compile)
  if (fault !== undefined || 'fault' in compiled) return { ...unclear(fault ?? ''), wrong: true }
  try {
    const document = documentOf(body, headers)
    if (typeof document === 'string') return unclear(document)
    return limitEvaluation('', Infinity, () => {
      const missed =
        missedInPage(compiled.words, document, namespaces) ??
        missedCapitals(compiled.words, document) ??
        missedNamespace(compiled.words, document, namespaces) ??
        missedEnvelope(compiled.words, document, namespaces)
      if (missed !== undefined) return unclear(`nothing (${missed})`)
      const selected = evaluate(expression, compiled, document, namespaces)
      const sentAs = mislabelled.get(document)
      return sentAs !== undefined && isNothing(selected)
        ? unclear(`nothing (the body is no JSON, though it is sent as ${sentAs})`)
        : selected
    })
  } catch (error) {
    return { ...unclear(faultOf(error)), wrong: true }
  }
}

/** Describes the fault in place of a value that could not be looked for. */
function faultOf(error: unknown): string {
  if (needsTurn(error)) throw error
  if (error instanceof EvaluationEnded) return `nothing: it ${error.message}`
  if (error instanceof RangeError) return 'nothing: it is nested too deeply'
  if (error instanceof DocumentLimit) return `a body that is ${error.message}`
  return `nothing: ${(error as Error).message}`
}

/** True where the result says that nothing was found. */
function isNothing(selected: Selected): boolean {
  if (!selected.found || selected.noneSelected) return true
  return selected.value === 0 || selected.value === false
}

function evaluate(
  expression: string,
  { expression: parsed, read }: CompiledXPath,
  document: TreeNode,
  namespaces: Namespaces,
): Selected {
  const options = { node: document, namespaces: (prefix: string) => namespaceOf(prefix, namespaces) }
  const value = parsed.evaluate(options)
  if (value.toArray !== undefined) {
    const texts = (value.toArray() as readonly TreeNode[]).map(stringValueOf)
    return {
      ...{ found: true, value: texts, textual: false, noneSelected: texts.length === 0 },
      several: { places: () => texts.map((_, index) => `(${expression})[${index + 1}]`), areTexts: true },
    }
  }
  // The text of no node is the empty one, which an answer may have, too.
  const isReadOfNothing =
    read.length > 0 && read.every(part => part.evaluate(options).toArray?.().length === 0)
  if (isReadOfNothing) return nothing
  if (value.constructor === xpath.XBoolean) return foundJson(value.booleanValue())
  if (value.constructor !== xpath.XNumber) return foundText(value.stringValue())
  const number = value.numberValue()
  return Number.isFinite(number) ? foundJson(number) : unclear(`${number}, which is no number`)
}

/**
 * Why an element that is named is none of a document that has others of that name: it would count as 0, and as false. A name
 * without a prefix is one in no namespace (XPath 1.0, section 2.3), whatever the document's default is. Who knows all
 * namespaces that the name has there means this one, if the document has anything of it: a `Fault` of SOAP 1.1 is not
 * missing from an answer in SOAP 1.2.
 */
function missedNamespace(
  { elements }: XPathWords,
  document: TreeNode,
  namespaces: Namespaces,
): string | undefined {
  if (elements.length === 0) return undefined
  const there = namespacesOf.get(document) ?? namespacesByName(document)
  namespacesOf.set(document, there)
  const prefixes = new Map(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]))
  for (const element of elements) {
    const { prefix, localName } = element
    const found = there.get(localName)
    const named = elements.filter(other => other.localName === localName)
    if (found === undefined || named.some(other => found.has(wantedBy(other, namespaces)))) continue
    const isMeant =
      prefix !== null && [...there.values()].some(uris => uris.has(wantedBy(element, namespaces)))
    const other = [...found].find(uri => !isMeant || !prefixes.has(uri ?? ''))
    if (other === undefined) continue
    if (other === null) return `<${localName}> is in no namespace: write it without a prefix`
    const known = prefixes.get(other)
    const how =
      known === undefined ? 'name it under namespaces, and write its prefix' : `write ${known}:${localName}`
    return `<${localName}> is in the namespace ${other}: ${how}`
  }
  return undefined
}

/** The namespaces of envelopes of SOAP 1.1, 1.2 and its drafts. */
const ofEnvelopes =
  /^http:\/\/(?:schemas\.xmlsoap\.org\/soap\/envelope\/|www\.w3\.org\/\d{4}\/\d\d\/soap-envelope)$/

/**
 * Why elements of any name in a namespace of SOAP are not looked for in an envelope of another version: none can ever be
 * there. Who names that version, too, has thought of it.
 */
function missedEnvelope(
  { prefixes, wildcards }: XPathWords,
  document: TreeNode,
  namespaces: Namespaces,
): string | undefined {
  if (wildcards.length === 0) return undefined
  const there = document.childNodes.find(({ nodeType }) => nodeType === 1)?.namespaceURI ?? ''
  const isNamed = prefixes.some(prefix => namespaceOf(prefix, namespaces) === there)
  if (isNamed || !ofEnvelopes.test(there)) return undefined
  const missed = wildcards.find(prefix => ofEnvelopes.test(namespaceOf(prefix, namespaces) ?? ''))
  return missed === undefined
    ? undefined
    : `the envelope is in the namespace ${there}, and ${missed}: is ${namespaceOf(missed, namespaces)}`
}

/**
 * Why a name with a prefix is not looked for in a page: an answer that is one, such as that of a proxy which fails, would pass
 * for one without a `Fault`. Who names the same element without a prefix, too, has thought of pages.
 */
function missedInPage(
  { elements, prefixes }: XPathWords,
  document: TreeNode,
  namespaces: Namespaces,
): string | undefined {
  const isHtml = htmlDocuments.has(document)
  const isPage = isHtml || document.childNodes.some(({ namespaceURI }) => namespaceURI === inPages[0])
  if (!isPage) return undefined
  const plain = new Set(elements.flatMap(({ prefix, localName }) => (prefix === null ? [localName] : [])))
  const missed = prefixes.find(prefix => {
    const named = elements.filter(element => element.prefix === prefix)
    const isForPages = !isHtml && inPages.includes(namespaceOf(prefix, namespaces) ?? '')
    return !isForPages && (named.length === 0 || named.some(({ localName }) => !plain.has(localName)))
  })
  if (missed === undefined) return undefined
  const uri = namespaceOf(missed, namespaces)
  return isHtml
    ? `the body is HTML, where no name has a namespace, and ${missed}: is ${uri}`
    : `the body is a page in XHTML, and ${missed}: is ${uri}`
}

/**
 * Why a name in capitals is not looked for in HTML: its names are in lower case, so that none is ever there. Who names the
 * same in lower case, too, has thought of that; pages with drawings have names of SVG, some with capitals.
 */
function missedCapitals({ elements, attributes }: XPathWords, document: TreeNode): string | undefined {
  if (!htmlDocuments.has(document)) return undefined
  const named = elements.flatMap(({ prefix, localName }) => (prefix === null ? [localName] : []))
  const missed = [...named, ...attributes].find(name => {
    const others = named.includes(name) ? named : attributes
    return /[A-Z]/.test(name) && !ofDrawings.test(name) && !others.includes(name.toLowerCase())
  })
  return missed === undefined
    ? undefined
    : `the body is HTML, whose names are in lower case: write ${missed.toLowerCase()}`
}

/** The elements and attributes of SVG and MathML that keep their capitals in HTML (HTML standard, 13.2.6.5). */
const ofDrawings =
  /^(?:altGlyph|animate[CMT]|clipPath|fe[A-Z]|foreignObject|glyphRef|(?:linear|radial)Gradient|textPath|attribute[NT]|base[FP]|calcMode|diffuseConstant|edgeMode|filterUnits|gradient[TU]|kernel[MU]|key[PST]|lengthAdjust|limitingConeAngle|marker[HUW]|mask[CU]|numOctaves|pathLength|pattern[CTU]|pointsAt[XYZ]|preserveA|primitiveUnits|ref[XY]|repeat[CD]|required[EF]|specular[CE]|spreadMethod|startOffset|stdDeviation|stitchTiles|surfaceScale|systemLanguage|tableValues|target[XY]|textLength|view[BT]|[xy]ChannelSelector|zoomAndPan|definitionURL)/

/** The namespaces of XHTML and of what stands in it. */
const inPages: readonly string[] = [
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
  'http://www.w3.org/1999/xlink',
  'http://www.w3.org/XML/1998/namespace',
]

function wantedBy({ prefix }: NamedElement, namespaces: Namespaces): string | null {
  return prefix === null ? null : (namespaceOf(prefix, namespaces) ?? null)
}

/** The namespaces of the elements of a document, by their local names. */
type NamespacesByName = ReadonlyMap<string, ReadonlySet<string | null>>

const namespacesOf = new WeakMap<TreeNode, NamespacesByName>()

function namespacesByName(document: TreeNode): NamespacesByName {
  const names = new Map<string, Set<string | null>>()
  const pending = [document]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { nodeType, localName, namespaceURI, childNodes } = node
    const known = names.get(localName)
    if (known !== undefined) known.add(namespaceURI)
    else if (nodeType === 1) names.set(localName, new Set([namespaceURI]))
    for (const child of childNodes) if (child.nodeType === 1) pending.push(child)
  }
  return names
}

/** The last documents that were read: several validations look at one. */
const documents = new WeakMap<Body, TreeNode | string>()

/** The documents that are HTML. */
const htmlDocuments = new WeakSet<TreeNode>()

/** The types of those that were sent as something else. */
const mislabelled = new WeakMap<TreeNode, string>()

/** The body as a document, or what it is instead. */
function documentOf(body: Body, headers: HeaderList): TreeNode | string {
  const known = documents.get(body)
  if (known !== undefined) return known
  const document = limitEvaluation('', Infinity, () => readDocument(body, headers))
  documents.set(body, document)
  const type = headerValue(headers, 'content-type') ?? ''
  if (typeof document !== 'string' && /\bjson\b/i.test(type)) mislabelled.set(document, type)
  return document
}

function readDocument(body: Body, headers: HeaderList): TreeNode | string {
  if (body.size === 0) return 'an empty body'
  if (body.size > largestDocument)
    return `a body of ${formatSize(body.size)}, more than ${formatSize(largestDocument)}`
  const type = headerValue(headers, 'content-type') ?? ''
  const text = body.text().replace(/^\uFEFF/, '')
  if (/\bx?html\b/i.test(type) && !/\+xml/i.test(type)) return documentOfHtml(text)
  if (/^\s*<!doctype html|^\s*<html\b(?!.*xmlns)/i.test(text) && !/xml/i.test(type))
    return documentOfHtml(text)
  if (!/^\s*</.test(text)) return 'a body that is neither XML nor HTML'
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof DocumentLimit) throw error
    return `a body that is not well-formed XML (${(error as Error).message})`
  }
}

function documentOfHtml(text: string): TreeNode {
  const document = readHtml(text)
  htmlDocuments.add(document)
  return document
}

function unclear(instead: string): Selected & { readonly found: false } {
  return { found: false, absent: false, instead }
}
