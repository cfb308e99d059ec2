/** What stands for a lone dash, which yargs would drop. */
export const standardInput = '@-'

/** The source that was typed. */
export function sourceOf(word: string | undefined): string | undefined {
  return word === standardInput ? '-' : word
}
