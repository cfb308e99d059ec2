import { hasSeveralLines } from '../postman/scripts/header-name.ts'

/** The header lines of an answer for which a function holds, as Postman's `pm.response.headers.filter` gives them. */
export const headerFilter =
  '(test => Object.entries(res.getHeaders()).flatMap(([key, value]) => ' +
  '[value].flat().map(line => ({ key, value: line }))).filter(test))'

/** True for the one header whose lines Bruno has in a list; those of others are one text. */
export function isCookies(name: string): boolean {
  return name.toLowerCase() === 'set-cookie'
}

/** A header as Bruno has it, where Postman would only give the last of its lines; undefined for one that has one line. */
export function allLines(name: string): string | undefined {
  if (!hasSeveralLines(name)) return undefined
  const key = JSON.stringify(name.toLowerCase())
  const lines = `pm.response.headers.filter(({ key }) => key.toLowerCase() === ${key}).map(({ value }) => value)`
  return `(lines => (lines.length === 0 ? undefined : lines${isCookies(name) ? '' : '.join(", ")'}))(${lines})`
}

/** All headers as Bruno has them. */
export const allHeaders =
  'Object.fromEntries(Object.entries(pm.response.headers.toObject()).map(([name, value]) => ' +
  '[name, name === "set-cookie" ? [value].flat() : [value].flat().join(", ")]))'

/** A script of Postman with Bruno's own words for its headers, where they were written for these. */
export function withOwnHeaders(source: string): string {
  return source
    .replaceAll(allLines('set-cookie') ?? '', 'res.getHeader("set-cookie")')
    .replaceAll(allHeaders, 'res.getHeaders()')
}
