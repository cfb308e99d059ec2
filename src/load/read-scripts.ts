import type { Facts, UsedFile } from '../check/rule.ts'
import { writtenIn } from '../check/written.ts'
import { listed, scriptsIn, scriptsInSettings } from '../check/scripts/suite-scripts.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import type { YamlSource } from '../document/index.ts'
import { defined } from '../util/defined.ts'

const holdsScript = ({ source }: ParsedSuite): boolean => writtenIn(source).has(['script', 'scripts'])

/**
 * The facts that the scripts of a suite and of all it uses tell without running. A parser is loaded only where there is
 * a script.
 */
export async function readScripts(
  parsed: ParsedSuite,
  uses: ReadonlyMap<string, UsedFile>,
  configuration: YamlSource | undefined,
): Promise<Pick<Facts, 'scripts' | 'sharedScripts'>> {
  const sharedScripts = configuration === undefined ? undefined : scriptsInSettings(configuration)
  const used = [...uses.values()].flatMap(use => (use.state === 'parsed' ? [use.parsed] : []))
  const all = [
    ...(sharedScripts === undefined ? [] : listed(sharedScripts)),
    ...new Set([parsed, ...used].filter(holdsScript).flatMap(scriptsIn)),
  ]
  if (all.length === 0) return {}
  const { readScript } = await import('../check/scripts/read-script.ts')
  return defined({ scripts: new Map(all.map(script => [script, readScript(script.source)])), sharedScripts })
}
