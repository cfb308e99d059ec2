import { Lexer, Parser } from 'yaml'

/** How deep collections may be nested; far more than anybody reads, and far less than the stack of calls has room for. */
const deepest = 500

/**
 * The offset where a text is nested too deeply; undefined when it is not. Found without recursion: what reads a text calls
 * itself for each level, and an overflow of the stack within a regular expression would end the program.
 */
export function tooDeepAt(text: string): number | undefined {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    // One more for the document itself.
    if (parser.stack.length > deepest + 1) return parser.offset
  }
  return undefined
}
