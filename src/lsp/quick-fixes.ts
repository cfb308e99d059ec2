import type { CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver'
import { list, mapping, text } from '../util/read-values.ts'

/** The fixes of mistakes that have one right answer, as `apitest check --fix` makes them: their edits come with them. */
export function quickFixes(uri: string, diagnostics: readonly Diagnostic[]): readonly CodeAction[] {
  return diagnostics.flatMap(diagnostic => {
    // An editor may send what other servers have told it.
    const edits = list(diagnostic.data) as unknown as TextEdit[]
    const [first] = edits
    if (first === undefined || edits.some(edit => text(mapping(edit)['newText']) === undefined)) return []
    const written = first.newText.trim()
    const title =
      edits.length === 1 && written !== '' && !written.includes('\n') ? `Write ${written}` : 'Mend it'
    const edit = { changes: { [uri]: edits } }
    return { title, kind: 'quickfix', diagnostics: [diagnostic], isPreferred: true, edit }
  })
}
