import { existsSync, readdirSync } from 'node:fs'

/** The names of what is in a folder; none where it is no folder, or nobody may look. */
export function namesIn(folder: string): readonly string[] {
  // Most that are asked for are missing, and what is thrown is dear where there are many.
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
