import { closest } from '../util/did-you-mean.ts'
import { meantPlaceholder } from './functions/pipeline.ts'
import { memberPaths } from './member-path.ts'
import { environmentVariable, type Scope } from './scope.ts'

/** Begins the name that stands for a secret whose command has not run. */
const unread = '*** '

/** The value of a secret whose command has not run, where something is sent: filling it in is a problem. Scripts find it, too. */
export function unreadSecret(name: string): string {
  return `{{${unread}${name}}}`
}

/** Words the problem of a name that is not in the scope, and what to do about it. */
export function unknownVariable(name: string, scope: Scope): { message: string; hint: string } {
  if (name.startsWith(unread))
    return {
      message: `the secret "${name.slice(unread.length)}" was not read: no text of the suite names it`,
      hint: 'Write its whole name, in a script perhaps as a comment, and its command runs before.',
    }
  const environmentName = environmentVariable(name)
  if (environmentName !== undefined && scope.allowHint !== undefined)
    return {
      message: `the environment variable "${environmentName}" is not set, or what was imported may not read it`,
      hint: scope.allowHint(name),
    }
  if (environmentName !== undefined)
    return {
      message: `the environment variable "${environmentName}" is not set`,
      hint: `Set ${environmentName} before the run, or write it into ${environmentFileHint(scope.missingEnvironmentFile)}.`,
    }
  const variable = memberPaths(name).find(path => scope.find(path.variable) !== undefined)?.variable
  if (variable !== undefined)
    return {
      message: `"${name}" was not found: the variable "${variable}" has no such member`,
      hint:
        startedHint(name) ??
        `Look at the value of "${variable}": members are written ${variable}.key and ${variable}[0].`,
    }
  return { message: `unknown variable "${name}"`, hint: suggestion(name, scope) }
}

/** Where a variable of the environment may be written; `missing` is the configuration's file, where it is not there. */
export function environmentFileHint(missing: string | undefined): string {
  return missing === undefined
    ? 'a file given with --env-file'
    : `the configuration's env-file, ${missing}, which is not there`
}

/** The hint for the port of a service or the address of a mock that is not known; undefined for other names. */
export function startedHint(name: string): string | undefined {
  if (/^mocks\.[\w.-]+$/.test(name))
    return 'Mocks are described under `mocks` of a suite or of the configuration. Those of the configuration run with suites only; in a suite, one can also be started by itself, with apitest mock start.'
  if (!/^services?\.[\w.-]+$/.test(name)) return undefined
  return 'Ports of services are known in runs of suites, which start the services, and only of those whose own command names one; several services have theirs as {{services.NAME.port}}.'
}

function suggestion(name: string, scope: Scope): string {
  const leftOut = scope.leftOut?.(name)
  if (leftOut !== undefined)
    return `The step "${leftOut}" may set it, and the selection leaves it out: choose it, too, or give the variable with --var.`
  const meant = meantPlaceholder(name)
  if (meant !== undefined) return `Did you mean ${meant}?`
  const candidate = closest(name, scope.names())
  if (candidate !== undefined) return `Did you mean "${candidate}"?`
  const aboutStarted = startedHint(name)
  if (aboutStarted !== undefined) return aboutStarted
  if (name.startsWith('$')) return 'Names with $ are built in, such as $uuid, $timestamp and $randomInt.'
  const known = scope.names().filter(each => !each.startsWith('$'))
  if (known.length > 0 && known.length <= 8) return `Known here are ${known.join(', ')}.`
  return 'Define it under `variables:`, in the environment or with --var, or extract it in an earlier step.'
}
