import { deepestJson, mayBeDeep } from './json-text.ts'
import { type JsonPart, type JsonItem, readJsonParts } from './json-parts.ts'
import { differingMiddle } from '../util/differing-middle.ts'
import { type TextChange, withChanges } from '../util/text-changes.ts'

/**
 * The text of JSON with another value, which `wanted` is a text of: only what differs is written anew. Comments, the layout and the
 * line ends of all else stay, and so do placeholders without quotes. A text that cannot be changed like that becomes `wanted`.
 */
export function editJson(text: string, wanted: string): string {
  if (mayBeDeep(text, deepestJson) || mayBeDeep(wanted, deepestJson)) return wanted
  const [before, after] = [readJsonParts(text), readJsonParts(wanted)]
  if (before === undefined || after === undefined) return wanted
  const edited = withChanges(text, new JsonEditor(text, wanted).changes(before, after))
  const again = readJsonParts(edited)
  return again !== undefined && isSame(again, after) ? edited : wanted
}

/** True for the same value with its members in the same order. */
function isSame(left: JsonPart, right: JsonPart): boolean {
  return (
    left.kind === right.kind &&
    left.value === right.value &&
    left.items.length === right.items.length &&
    left.items.every((item, index) => isSameItem(item, right.items[index]))
  )
}

function isSameItem(left: JsonItem | undefined, right: JsonItem | undefined): boolean {
  if (left === undefined || right === undefined) return false
  return left.name === right.name && isSame(left.part, right.part)
}

/** The items of a list or an object that are in both texts, and those in one of them alone. */
interface Matched {
  readonly pairs: readonly (readonly [JsonItem, JsonItem])[]
  readonly gone: readonly JsonItem[]
  readonly added: readonly JsonItem[]
  /** The former items in front of those that are added. */
  readonly fronts: ReadonlyMap<JsonItem, JsonItem | undefined>
}

interface Run {
  readonly first: number
  last: number
}

class JsonEditor {
  readonly #text: string
  readonly #wanted: string
  readonly #lineEnd: string

  constructor(text: string, wanted: string) {
    this.#text = text
    this.#wanted = wanted
    this.#lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  }

  changes(before: JsonPart, after: JsonPart): readonly TextChange[] {
    if (isSame(before, after)) return []
    const whole = {
      start: before.start,
      end: before.end,
      text: this.#anew(after.start, after.end, before.start),
    }
    if (before.kind === 'scalar' || before.kind !== after.kind) return [whole]
    const matched = before.kind === 'list' ? matchedItems(before, after) : matchedMembers(before, after)
    const { pairs, gone, added } = matched
    const inside = pairs.flatMap(([old, anew]) => this.changes(old.part, anew.part))
    if (gone.length + added.length === 0) return inside
    if (gone.length === added.length)
      return [
        ...inside,
        ...gone.map((old, index) => {
          const { start, part } = added[index] ?? old
          return { start: old.start, end: old.part.end, text: this.#anew(start, part.end, old.start) }
        }),
      ]
    if (pairs.length === 0 || (gone.length > 0 && added.length > 0)) return [whole]
    return [...inside, ...(gone.length > 0 ? this.#without(before, gone) : this.#with(before, matched))]
  }

  /** A piece of the wanted text, indented as what is at a place of the former one. */
  #anew(start: number, end: number, at: number): string {
    const [first = '', ...lines] = this.#wanted.slice(start, end).split(/\r?\n/)
    if (lines.length === 0) return first
    const [own, other] = [marginAt(this.#text, at), marginAt(this.#wanted, start)]
    return [
      first,
      ...lines.map(line => own + (line.startsWith(other) ? line.slice(other.length) : line)),
    ].join(this.#lineEnd)
  }

  #without({ items }: JsonPart, gone: readonly JsonItem[]): readonly TextChange[] {
    const isGone = new Set(gone)
    const left = items.findLast(item => !isGone.has(item))
    const last = items.at(-1)
    const isLast = last !== undefined && isGone.has(last) && last.comma < 0
    const comma =
      isLast && left !== undefined && left.comma >= 0
        ? [{ start: left.comma, end: left.comma + 1, text: '' }]
        : []
    return [...comma, ...this.#runsOf(items, isGone).map(run => this.#withoutRun(items, run))]
  }

  /** Items that go, by their first and last positions: those beside each other on a line go together. */
  #runsOf(items: readonly JsonItem[], isGone: ReadonlySet<JsonItem>): readonly Run[] {
    const runs: Run[] = []
    items.forEach((item, index) => {
      const [run, before] = [runs.at(-1), items[index - 1]]
      if (!isGone.has(item)) return
      const isBeside = before !== undefined && !this.#text.slice(endOf(before), item.start).includes('\n')
      if (run !== undefined && run.last === index - 1 && isBeside) run.last = index
      else runs.push({ first: index, last: index })
    })
    return runs
  }

  #withoutRun(items: readonly JsonItem[], { first, last }: Run): TextChange {
    const { start = 0 } = items[first] ?? {}
    const [before, final] = [items[first - 1], items[last]]
    const end = final === undefined ? start : endOf(final)
    let lineStart = start
    while (/[ \t]/.test(this.#text.charAt(lineStart - 1))) lineStart--
    const isOwnLine = lineStart === 0 || this.#text.charAt(lineStart - 1) === '\n'
    const behind = this.#text.slice(end)
    const rest = /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*)?\r?\n/.exec(behind)?.[0]
    if (isOwnLine && rest !== undefined) return { start: lineStart, end: end + rest.length, text: '' }
    const isAtEnd = rest !== undefined || last === items.length - 1
    if (!isOwnLine && isAtEnd && before !== undefined) return { start: endOf(before), end, text: '' }
    const blanks = (before === undefined ? /^\s*/ : /^[ \t]*/).exec(behind)?.[0] ?? ''
    return { start, end: end + blanks.length, text: '' }
  }

  #with(part: JsonPart, { added, fronts }: Matched): readonly TextChange[] {
    const [first] = part.items
    if (first === undefined) return []
    const isInLines = this.#text.slice(part.start, first.start).includes('\n')
    const gap = isInLines ? this.#lineEnd + marginAt(this.#text, first.start) : ' '
    const texts = new Map<JsonItem | undefined, string[]>()
    for (const item of added) {
      const [front, text] = [fronts.get(item), this.#anew(item.start, item.part.end, first.start)]
      const behind = texts.get(front)
      if (behind === undefined) texts.set(front, [text])
      else behind.push(text)
    }
    return [...texts].flatMap(([front, own]): readonly TextChange[] => {
      if (front === undefined)
        return [{ start: first.start, end: first.start, text: own.map(one => `${one},${gap}`).join('') }]
      const end = endOf(front)
      const at = end + (isInLines ? this.#commentAt(end).length : 0)
      if (front.comma >= 0) return [{ start: at, end: at, text: own.map(one => `${gap}${one},`).join('') }]
      return [
        { start: at, end: at, text: (at === end ? ',' : '') + own.map(one => gap + one).join(',') },
        ...(at === end ? [] : [{ start: end, end, text: ',' }]),
      ]
    })
  }

  /** The blanks and the comment behind an item up to the end of its line; nothing where another one follows. */
  #commentAt(end: number): string {
    return /^[ \t]*(?:\/\/[^\n\r]*|\/\*[^\n]*?\*\/)?[ \t]*(?=\r?\n)/.exec(this.#text.slice(end))?.[0] ?? ''
  }
}

function endOf({ part, comma }: JsonItem): number {
  return comma < 0 ? part.end : comma + 1
}

/** The blanks at the beginning of a line. */
function marginAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? ''
}

function matchedMembers(before: JsonPart, after: JsonPart): Matched {
  const known = new Map(before.items.map(item => [item.name, item]))
  const wanted = new Map(after.items.map(item => [item.name, item]))
  const pairs = before.items.flatMap(item => {
    const other = wanted.get(item.name)
    return other === undefined ? [] : [[item, other] as const]
  })
  const fronts = new Map<JsonItem, JsonItem | undefined>()
  let front: JsonItem | undefined
  for (const item of after.items) {
    const own = known.get(item.name)
    if (own === undefined) fronts.set(item, front)
    else front = own
  }
  return {
    pairs,
    gone: before.items.filter(({ name }) => !wanted.has(name)),
    added: [...fronts.keys()],
    fronts,
  }
}

/** Items at the beginning and at the end that are the same, and those between. */
function matchedItems({ items: before }: JsonPart, { items: after }: JsonPart): Matched {
  const { start, rest, found: gone, wanted: added } = differingMiddle(before, after, isSameItem)
  const isPaired = gone.length === added.length
  const pairOf = (item: JsonItem, index: number): readonly (readonly [JsonItem, JsonItem])[] => {
    const other = index < before.length - rest ? after[index] : after[index + after.length - before.length]
    const isBetween = index >= start && index < before.length - rest
    return other === undefined || (isBetween && !isPaired) ? [] : [[item, other]]
  }
  return {
    pairs: before.flatMap(pairOf),
    gone: isPaired ? [] : gone,
    added: isPaired ? [] : added,
    fronts: new Map(added.map(item => [item, before[start - 1]])),
  }
}
