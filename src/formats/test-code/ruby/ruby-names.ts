import { nameOf } from '../names.ts'

const keywords =
  '__FILE__ __LINE__ __ENCODING__ BEGIN END alias and begin break case class def defined do else elsif end ensure false for if in ' +
  'module next nil not or redo rescue retry return self super then true undef unless until when while yield'

/** Names that the code has for something else. */
const used =
  'response body saved started duration attempt item items value values part path step text uri request http line query p it ' +
  'describe context before after expect skip eq be be_a be_an be_nil be_empty be_between all include match satisfy start_with ' +
  'end_with be_filled be_whole contain find values_at text_of number_of length_of json_of decoded send_request sleep rand'

const reserved = [...keywords.split(' '), ...used.split(' ')]

/** Gives things names that differ, the same each time. Numbers in them need no underscore, as rubocop wants it. */
export class RubyNames {
  readonly #names = new Map<string, string>()
  readonly #taken: Set<string>

  /** With `locals` they differ from all that the code uses, too. */
  constructor(kind: 'locals' | 'symbols') {
    this.#taken = new Set(kind === 'locals' ? reserved : [])
  }

  has(name: string): boolean {
    return this.#taken.has(name)
  }

  name(key: string): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const wanted = rubyName(key)
    const base = this.#taken.has(wanted) && reserved.includes(wanted) ? `the_${wanted}` : wanted
    let free = base
    for (let number = 2; this.#taken.has(free); number++) free = `${base}${number}`
    this.#taken.add(free)
    this.#names.set(key, free)
    return free
  }
}

/** A text as a name: `pageSize 2` is `page_size2`. */
export function rubyName(text: string): string {
  const name = nameOf(text, 'snake_case', 'value').replace(/_(?=\d)/g, '')
  return name.slice(0, 40).replace(/_$/, '')
}
