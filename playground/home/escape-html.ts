const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it may stand in HTML, inside of an element or of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, character => entities[character] ?? character)
}
