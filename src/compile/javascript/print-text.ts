/** A text as a literal of JavaScript, in single quotes and on one line. */
export function printText(text: string): string {
  const quoted = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${quoted.replace(/[\u2028\u2029]/g, character => `\\u${character.charCodeAt(0).toString(16)}`)}'`
}

/** A literal part of a template literal, on one line. */
export function escapeTemplate(text: string): string {
  return text
    .replace(/[\\`]|\$(?=\{)/g, character => `\\${character}`)
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
}

/** A name as a key of an object literal. */
export function printKey(name: string): string {
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : printText(name)
}
