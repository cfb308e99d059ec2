import { nameOf, NameRegistry } from '../names.ts'

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
export class RubyNames extends NameRegistry {
  /** With `locals` they differ from all that the code uses, too. */
  constructor(kind: 'locals' | 'symbols') {
    super(kind === 'locals' ? reserved : [])
  }

  override name(key: string): string {
    const wanted = rubyName(key)
    return this.named(key, this.has(wanted) && reserved.includes(wanted) ? `the_${wanted}` : wanted)
  }
}

/** A text as a name: `pageSize 2` is `page_size2`. */
export function rubyName(text: string): string {
  const name = nameOf(text, 'snake_case', 'value').replace(/_(?=\d)/g, '')
  return name.slice(0, 40).replace(/_$/, '')
}
