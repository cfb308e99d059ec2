/** What to do about a URL that does not begin as it must; one with another scheme is no path below a variable. */
export function wholeUrlHint(url: string, schemes: string, line: (url: string) => string): string {
  if (/^[a-z][\w+.-]*:\/\//i.test(url)) return `It has to begin with ${schemes}.`
  const below = `{{baseUrl}}${url.startsWith('/') ? '' : '/'}${url}`
  return `Begin it with ${schemes}, or with a variable: \`${line(below)}\`.`
}
