/** True where the text of a file stands in the place of its name. */
export function isPemText(written: string): boolean {
  return written.includes('-----BEGIN ')
}

/** Says that a key of `tls` has the text of a file. */
export function pemGiven(key: string): string {
  return `"${key}" takes the name of a file, and has the text of one`
}

/** The way out of that. */
export function pemHint(key: string): string {
  return `Write the text into a file, such as \`printf '%s\\n' "$PEM" > ${key}.pem\`, and name it: \`${key}: ${key}.pem\`.`
}
