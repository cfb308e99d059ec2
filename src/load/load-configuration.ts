import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Configuration } from '../model/configuration.ts'
import type { Result } from '../model/problem.ts'
import { emptyConfiguration, parseConfiguration } from '../parse/parse-configuration.ts'

const configurationName = 'apitest.config.yaml'

/**
 * The configuration in `given`, or else the nearest `apitest.config.yaml` in the working folder or above it. Without one,
 * an empty configuration.
 */
export async function loadConfiguration(
  workingFolder: string,
  given: string | undefined,
): Promise<Result<Configuration>> {
  const file = given === undefined ? await nearest(workingFolder) : path.resolve(workingFolder, given)
  if (file === undefined) return { ok: true, value: emptyConfiguration(workingFolder) }
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined)
    return {
      ok: false,
      problems: [
        {
          code: 'configuration-missing',
          severity: 'error',
          message: `there is no configuration file ${file}`,
          hint: 'See --config.',
        },
      ],
    }
  const { source, configuration } = parseConfiguration(content, file)
  const { checkConfiguration } = await import('../check/check-configuration.ts')
  const problems = checkConfiguration(source)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: configuration }
}

async function nearest(folder: string): Promise<string | undefined> {
  const candidate = path.join(folder, configurationName)
  if (await exists(candidate)) return candidate
  const parent = path.dirname(folder)
  return parent === folder ? undefined : nearest(parent)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
