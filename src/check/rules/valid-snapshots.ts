import { compileJsonPath } from '../../json-path/index.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import { secretName } from '../../model/saved-name.ts'
import { isSnapshotName, readSnapshot, snapshotNameRule } from '../../model/snapshot.ts'
import type { Span } from '../../model/span.ts'
import { compilePattern } from '../../patterns/index.ts'
import { parseTemplate } from '../../template/template.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { findMarker, markerPattern } from '../../validations/type-marker.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { secretIn, secretNames } from '../secret-names.ts'

/** A snapshot is of the answer that counts, its masks are paths with markers, and its file is no other on any machine. */
export const validSnapshots: Rule = async (parsed, facts) => {
  const problems: Problem[] = []
  const tell = (span: Span, message: string, hint?: string): void => {
    problems.push(problemAt(parsed.source, span, 'bad-value', message, hint === undefined ? {} : { hint }))
  }
  const spellings = new Map<string, string>()
  const secrets = secretNames(parsed, facts)
  for (const { validations, retry, variables } of allSteps(parsed)) {
    for (const { target, span } of retry?.stopWhen ?? [])
      if (target.kind === 'snapshot')
        tell(
          span,
          'a snapshot is of the last answer, and cannot say which one that is',
          'Write it among the validations.',
        )
    for (const validation of validations) {
      if (!('expectations' in validation) || validation.target.kind !== 'snapshot') continue
      const { span, expectations } = validation
      const { name, mask } = readSnapshot(expectations[0]?.expected ?? null)
      const { parts } = parseTemplate(name)
      const filled = parts.map(part => (typeof part === 'string' ? part : 'x')).join('')
      // The schema tells all else that is wrong with a name.
      if (/^[A-Za-z0-9][\w.-]*$/.test(filled) && !isSnapshotName(filled))
        tell(span, `the name ${snapshotNameRule}`)
      if (secretIn(name, { ...parsed.suite.variables, ...variables }, one => secrets.has(one)) !== undefined)
        tell(span, secretName)
      const spelling = spellings.get(name.toLowerCase()) ?? name
      spellings.set(name.toLowerCase(), spelling)
      if (spelling !== name)
        tell(span, `"${name}" and "${spelling}" are one file on some machines: write both in the same way`)
      for (const [path, marker] of Object.entries(mask)) {
        const wrong = await whenLoaded(() => wrongMask(path, marker))
        if (wrong !== undefined) tell(span, wrong)
      }
    }
  }
  return problems
}

function wrongMask(path: string, marker: JsonValue): string | undefined {
  const compiled = path.includes('{{') ? undefined : compileJsonPath(path)
  if (compiled?.ok === false) return `the mask "${path}" is not a JSONPath: ${compiled.message}`
  if (marker === '<any>' && /^\$(?:\.\.?\*|(?:\.\.)?\[\*\])?$/.test(path))
    return `the mask ${path} with <any> takes everything: nothing is held against the snapshot`
  if (typeof marker !== 'string' || marker.includes('{{')) return undefined
  const pattern = markerPattern(marker)
  const prepared = pattern === undefined ? undefined : compilePattern(pattern)
  if (prepared?.ok === false) return `the mask of ${path} is not a regular expression: ${prepared.message}`
  return findMarker(marker) === undefined
    ? `"${marker}" is no mask: write a marker such as <any>, <uuid>, <date-time>`
    : undefined
}
