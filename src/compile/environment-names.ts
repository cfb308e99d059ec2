/** Variables of the environment that mean something to the system, and are set on most machines. */
const ofTheSystem = new Set(
  (
    'PATH HOME USER USERNAME LOGNAME SHELL PWD OLDPWD IFS RANDOM SECONDS UID EUID PPID HOSTNAME HOSTTYPE LANG LANGUAGE TERM ' +
    'EDITOR PAGER MAIL DISPLAY TMPDIR TMP TEMP TZ PS1 PS2 SHLVL COLUMNS LINES OPTARG OPTIND REPLY GROUPS DIRSTACK OS HOST PORT ' +
    'NAME CI DEBUG NODE_ENV VERSION'
  ).split(' '),
)

/** Names a variable of a collection in the environment: `baseUrl` is `BASE_URL`. */
export function environmentName(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[^A-Za-z\d]+/g, '_')
  const plain = words.replace(/^_+|_+$/g, '').toUpperCase()
  const valid = /^[A-Z_]/.test(plain) ? plain : `VALUE_${plain}`
  return ofTheSystem.has(valid) ? `${valid}_` : valid
}

/** Why a name has no value in what was written: runs start what it is of, or nothing sets it. */
export function whyWithoutValue(name: string): string {
  return /^(?:mocks|services?)\./.test(name)
    ? 'apitest starts what it is of, in its own runs'
    : 'nothing sets it'
}
