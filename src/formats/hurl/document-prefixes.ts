/** Literals and placeholders, and names with a prefix; an axis has two colons behind it. */
const prefixed =
  /'[^']*'|"[^"]*"|\{\{[^{}]*\}\}|([\p{L}_][\p{L}\p{N}_.-]*):(?!:)(\*|[\p{L}_][\p{L}\p{N}_.-]*)/gu

/**
 * An XPath whose prefixes are those that an answer declares, `_` for its default namespace, by the names that its elements have
 * there: prefixes of suites are declared beforehand.
 */
export function withNamesOfDocument(expression: string): string {
  return expression.replace(prefixed, (whole: string, prefix: string | undefined, name = '') => {
    if (prefix === undefined || prefix === 'xml') return whole
    if (prefix === '_')
      return name === '*'
        ? '*[name()=local-name() and namespace-uri()]'
        : `*[name()='${name}' and namespace-uri()]`
    return name === '*' ? `*[starts-with(name(), '${prefix}:')]` : `*[name()='${whole}']`
  })
}
