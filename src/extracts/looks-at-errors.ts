/** JSONPaths that lead to `$.errors`: the whole, that member, and whatever selects among all members. */
const towardsErrors =
  /^\$(?:$|\.\.|\.\*|\.errors(?![\w\u0080-\uffff-])|\[[^\]]*(?:[*?]|(['"])errors\1)|\.?\[?['"]?\{\{)/

/** True where a target, by its name in results, shows the errors that a GraphQL answer lists in `$.errors`. */
export function looksAtErrors(subject: string): boolean {
  const path = /^body-json-path (.*)$/s.exec(subject)?.[1]
  return path === undefined ? /^(?:body-text$|schema\b)/.test(subject) : towardsErrors.test(path)
}
