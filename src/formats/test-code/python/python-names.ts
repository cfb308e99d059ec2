import { type Convention, nameOf, NameRegistry, wordsOf } from '../names.ts'

const keywords =
  'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
  'import in is lambda nonlocal not or pass raise return try while with yield'

/** Names that the code uses for something else, and functions of Python that nobody wants to lose. */
const used =
  'self cls response body text duration started attempt session client saved row rows match len any all str int float bool ' +
  'isinstance dict list tuple set min max sum open map filter range enumerate type id input format hash next object bytes iter ' +
  'print property sorted vars dir os re json time random uuid datetime timezone Path pytest requests httpx unittest urlencode ' +
  'SimpleNamespace request HERE decode text_of same is_number is_integer number_of find has is_absent items_of members_of ' +
  'contains json_of cookies_of as_text as_key trimmed quote base64 hashlib hmac load_tests getattr set_up clean_up around item tests loader pattern suite case'

const reserved = new Set([...keywords.split(' '), ...used.split(' ')])

/** True where a name means something else already. */
export function isReserved(name: string): boolean {
  return reserved.has(name)
}

/** Gives things names that differ from each other and from those that mean something else, the same each time. */
export class PythonNames extends NameRegistry {
  readonly #reserved: ReadonlySet<string>

  /** `all` keeps away from everything that the code uses, `keywords` only from words of the language: for attributes. */
  constructor(kept: 'all' | 'keywords') {
    super([])
    this.#reserved = kept === 'all' ? reserved : new Set(keywords.split(' '))
  }

  override name(key: string, text: string, convention: Convention, fallback: string): string {
    const wanted = nameOf(shortened(text), convention, fallback)
    const usual = this.#reserved.has(wanted) ? `${wanted}_` : wanted
    return this.named(key, usual, convention === 'PascalCase' ? '' : '_')
  }
}

/** The first words of a text that is too long for a name. */
export function shortened(words: string): string {
  const kept: string[] = []
  let length = 0
  for (const word of wordsOf(words)) {
    length += word.length + 1
    if (length > 60 && kept.length > 0) break
    kept.push(word.slice(0, 50))
  }
  return kept.join(' ')
}
