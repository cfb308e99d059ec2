import type { Coverage, CoverageKind, CoverageShare } from '../../model/contract.ts'

/** `12 of 20 operations (60 %)`. */
export function coverageWords({ kind, exercised, total, percent }: CoverageShare): string {
  const noun = total === 1 ? singular[kind] : kind
  return `${exercised} of ${total} ${noun} (${percent} %)`
}

const singular: Readonly<Record<CoverageKind, string>> = {
  operations: 'operation',
  statuses: 'status',
  parameters: 'parameter',
}

/** Lists the unexercised parts by operation: `GET /users: never called`, `GET /users: status 404, query page`. */
export function uncovered({ operations }: Coverage): readonly string[] {
  return operations.flatMap(({ method, path, count, statuses, parameters }) => {
    const name = `${method} ${path}`
    if (count === 0) return [`${name}: never called`]
    const missing = [
      ...statuses.filter(one => one.count === 0).map(({ status }) => `status ${status}`),
      ...parameters.filter(one => one.count === 0).map(one => `${one.in} ${one.name}`),
    ]
    return missing.length === 0 ? [] : [`${name}: ${missing.join(', ')}`]
  })
}

/** `GET http://127.0.0.1:4010/health, 3 times`. */
export function outsideWords({ outside }: Coverage): readonly string[] {
  return outside.map(({ request, count }) => (count === 1 ? request : `${request}, ${count} times`))
}
