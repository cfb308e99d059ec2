import type { StepResult } from '../../model/result.ts'

/** The parts of a plain path of a target, `body-json-path $.items[0].id`; undefined for any other. */
export function judgedPath(subject: string): readonly string[] | undefined {
  const path = /^body-json-path \$(.*)$/.exec(subject)?.[1]
  if (path === undefined || !/^(?:\.[\p{L}_$][\p{L}\p{N}_$-]*|\[\d+\]|\['[^']*'\])*$/u.test(path))
    return undefined
  return Array.from(
    path.matchAll(/\.([^.[]+)|\[(\d+)\]|\['([^']*)'\]/gu),
    ([, name, index, quotedName]) => name ?? index ?? quotedName ?? '',
  )
}

/** The parts of the path that the first validation which failed looks at, where it is a plain one. */
export function failedPath({ validations }: StepResult): readonly string[] | undefined {
  const failed = validations.find(({ passed, skipped }) => !passed && skipped !== true)
  return failed === undefined ? undefined : judgedPath(failed.subject)
}
