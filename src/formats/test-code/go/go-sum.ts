/** Around a plus sign: a blank, unless what it stands in has none (go/printer). */
const gap = '\u0001'

/** Code that stands alone: plus signs have blanks around. */
export function loose(code: string): string {
  return code.replaceAll(gap, ' ')
}

/** Code inside of a comparison, or one of several arguments: plus signs have none. */
export function tight(code: string): string {
  return code.replaceAll(gap, '')
}

/** A call. */
export function call(name: string, args: readonly string[]): string {
  return `${name}(${args.length > 1 ? tight(args.join(', ')) : args.join('')})`
}

/** Texts put together. */
export function sum(parts: readonly string[]): string {
  return parts.join(`${gap}+${gap}`)
}
