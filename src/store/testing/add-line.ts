import { existsSync, readFileSync } from 'node:fs'
import { replaceLocked } from '../replace-locked.ts'

/** Adds a line to a file that others write, too. */
export async function addLine(file: string, line: string, patience?: number): Promise<void> {
  await replaceLocked(
    file,
    () => ({ value: undefined, text: `${existsSync(file) ? readFileSync(file, 'utf8') : ''}${line}\n` }),
    patience,
  )
}
