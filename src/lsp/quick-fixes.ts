import type { CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver'

/** What mends the mistakes that have one right answer, as `apitest check --fix` does: their edits come with them. */
export function quickFixes(uri: string, diagnostics: readonly Diagnostic[]): readonly CodeAction[] {
  return diagnostics.flatMap(diagnostic => {
    const edits = Array.isArray(diagnostic.data) ? (diagnostic.data as TextEdit[]) : []
    const [first] = edits
    if (first === undefined) return []
    const written = first.newText.trim()
    const title =
      edits.length === 1 && written !== '' && !written.includes('\n') ? `Write ${written}` : 'Mend it'
    const edit = { changes: { [uri]: edits } }
    return { title, kind: 'quickfix', diagnostics: [diagnostic], isPreferred: true, edit }
  })
}
