import { Lexer, Parser } from 'yaml'
import { deepestYaml } from '../json-text.ts'

/**
 * The offset where a text is nested too deeply; undefined when it is not. Found without recursion: what reads a text calls
 * itself for each level, and an overflow of the stack within a regular expression would end the program.
 */
export function tooDeepAt(text: string): number | undefined {
  const parser = new Parser()
  // The parser lets go of brackets that stand where none may, and the composer does not.
  let brackets = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    // One more for the document itself.
    brackets += opening.has(lexeme) ? 1 : closing.has(lexeme) ? -1 : 0
    if (parser.stack.length > deepestYaml + 1 || brackets > deepestYaml) return parser.offset
  }
  return undefined
}

const opening: ReadonlySet<string> = new Set(['[', '{'])
const closing: ReadonlySet<string> = new Set([']', '}'])
