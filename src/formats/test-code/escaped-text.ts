/** A text as a literal. What does not show, or changes how its neighbours show, is escaped. */
export function textLiteral(text: string): string {
  return `"${escaped(text)}"`
}

/** A text inside of quotes. */
export function escaped(text: string): string {
  return text
    .replace(/[\\"]/g, character => `\\${character}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, character =>
      [...Array(character.length).keys()].map(at => unicode(character.charCodeAt(at))).join(''),
    )
}

function unicode(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}
