import { createHash } from 'node:crypto'
import { isBuiltIn } from '../../template/built-ins/index.ts'
import type { Tell } from '../told.ts'
import type { Call, Value } from './nunjucks.ts'

/** The outcome of a tag: a text, or what stands between the braces of a placeholder. */
export type Made = { readonly text: string } | { readonly placeholder: string }

/** A variable for a part of an answer: of which request, and true where that is sent later. */
export interface Extract {
  readonly name: string
  readonly of: string
  readonly isLater: boolean
}

/** The surroundings of a tag. */
export interface TagContext {
  readonly tell: Tell
  /** The placeholder of a variable. */
  readonly nameOf: (path: string) => string
  /** The variable for a part of the answer to a request, by the id of that; undefined for one that is not there. */
  readonly extract: (id: string, target: string) => Extract | undefined
  /** The variable that stands in for a question. */
  readonly ask: (title: string, standIn: string) => string
  /** The text of a file; undefined where it cannot be read. */
  readonly read: (file: string) => string | undefined
}

/** A tag in the words of suites; undefined for one that they have no word for. */
export function madeOfTag(tag: Call, context: TagContext): Made | undefined {
  const make = Object.hasOwn(tags, tag.name) ? tags[tag.name] : undefined
  return make?.(tag, context)
}

/** A tag as it is told: with what tells it from others. */
export function shownTag({ name, given }: Call): string {
  const [first, , , trigger = { text: 'never' }] = given
  const shown = (value: Value): string => ('text' in value ? ` '${value.text}'` : ` ${value.path}`)
  const more = name === 'response' ? ` …${shown(trigger)}` : ''
  return `{% ${name}${first === undefined ? '' : shown(first)}${more} %}`
}

function textOf(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : 'text' in value ? value.text : value.path
}

const tags: Readonly<Record<string, (tag: Call, context: TagContext) => Made | undefined>> = {
  uuid: () => ({ placeholder: '$uuid' }),
  now: instant,
  timestamp: instant,
  faker: ({ given }) => {
    const name = `$${textOf(given[0]) ?? ''}`
    return isBuiltIn(name) ? { placeholder: name } : undefined
  },
  base64: ({ given: [action, kind, value] }, context) => {
    const url = textOf(kind) === 'url' ? 'url' : ''
    if (textOf(action) === 'decode')
      return computed(value, context, `from-base64${url}`, text =>
        Buffer.from(text, 'base64').toString('utf8'),
      )
    return computed(value, context, `base64${url}`, text =>
      Buffer.from(text).toString(url === '' ? 'base64' : 'base64url'),
    )
  },
  hash: ({ given: [algorithm, encoding, value] }, context) => {
    const name = textOf(algorithm) ?? 'md5'
    const form = textOf(encoding) ?? 'hex'
    if (!/^(?:md5|sha1|sha256|sha512)$/.test(name) || !/^(?:hex|base64)$/.test(form)) return undefined
    return computed(value, context, `${name} ${form}`, text =>
      createHash(name)
        .update(text)
        .digest(form as 'hex'),
    )
  },
  response: responsePart,
  prompt: (tag, { ask, tell }) => {
    const [title = '', label = '', standIn = ''] = tag.given.map(textOf)
    const name = ask(title === '' ? label : title, standIn)
    const outcome =
      standIn === '' ? `give it with --var ${name}=…` : `the variable ${name} has its default, ${standIn}`
    tell.note(shownTag(tag), `nobody is asked: ${outcome}`)
    return { placeholder: name }
  },
  file: (tag, { read, tell }) => {
    const text = read(textOf(tag.given[0]) ?? '')
    if (text !== undefined) tell.note(shownTag(tag), 'the text that the file has now stands in its place')
    return text === undefined ? undefined : { text }
  },
}

const instants: Readonly<Record<string, string>> = {
  'iso-8601': '$isoTimestamp',
  unix: '$timestamp',
  millis: '$timestamp | times 1000',
}

function instant({ given }: Call): Made | undefined {
  const [kind = 'iso-8601', form = ''] = given.map(textOf)
  const known = Object.hasOwn(instants, kind) ? instants[kind] : undefined
  if (known !== undefined) return { placeholder: known }
  const ours = form.replaceAll('Y', 'y').replaceAll('D', 'd')
  return /^(?:yyyy|yy|MMMM|MMM|MM|M|dd|d|HH|H|hh|h|mm|m|ss|s|SSS|[^A-Za-z'{}])+$/.test(ours)
    ? { placeholder: `$isoTimestamp | date '${ours}'` }
    : undefined
}

/** A function of a text, which is known, or of a variable. */
function computed(
  value: Value | undefined,
  { nameOf }: TagContext,
  call: string,
  known: (text: string) => string,
): Made | undefined {
  if (value === undefined) return undefined
  return 'text' in value ? { text: known(value.text) } : { placeholder: `${nameOf(value.path)} | ${call}` }
}

function responsePart(tag: Call, { extract, tell }: TagContext): Made | undefined {
  const [field = 'body', id = '', filter = '', trigger = 'never'] = tag.given.map(textOf)
  const encoded = /^b64::(.*)::46b$/s.exec(filter)?.[1]
  const path = encoded === undefined ? filter : Buffer.from(encoded, 'base64').toString('utf8')
  const found = extract(id, targetOf(field, path.trim()))
  if (found === undefined) return undefined
  const again =
    trigger === 'never'
      ? ''
      : ', and it is not sent once more for that, as Insomnia does without an answer or with an old one'
  if (found.isLater) tell.lose(shownTag(tag), `${found.of} is sent later: move it in front of this one`)
  else
    tell.note(shownTag(tag), `it is what ${found.of} is answered in the same run, as ${found.name}${again}`)
  return { placeholder: found.name }
}

function targetOf(field: string, path: string): string {
  if (field === 'url') return 'url'
  if (field === 'header') return `header ${path}`
  if (field === 'raw' || path === '') return 'text'
  return path.startsWith('/') ? `xpath ${path}` : path.startsWith('$') ? path : `$.${path}`
}
