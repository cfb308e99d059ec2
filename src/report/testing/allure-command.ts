import { laterTier } from '../../testing/parts.ts'
import { installTools, type NpmTool, toolFile } from '../../testing/npm-tools.ts'

/** The command of Allure 3, which makes a report of results. */
const allure: NpmTool = { name: 'allure', version: '3.18.0' }

/** Its absolute path; undefined while it is not installed. */
export function allureCommand(): string | undefined {
  return toolFile(allure, 'cli.js')
}

/** Why tests that need it are skipped, or false when they need not be: an option of `test`. */
export function withoutAllure(): false | string {
  return (
    laterTier('Allure') ||
    (allureCommand() === undefined && 'Allure is not installed; run "node scripts/allure.mjs".')
  )
}

/** Installs it, unless it is there. Throws when it cannot. */
export async function installAllure(say: (line: string) => void): Promise<void> {
  await installTools([allure], say)
}
