// A page of Markdown as HTML, with the anchors that GitHub gives to headings, and its sections for the search.
import hljs from 'highlight.js/lib/common'
import MarkdownIt from 'markdown-it'
import { anchorOf } from '../../dist/modules/src/testing/pages.js'

const markdown = new MarkdownIt({ html: true, highlight: coloured })
const { escapeHtml } = markdown.utils

export { escapeHtml as textAsHtml }

// Comments are for those who write a page; other tags are words in angle brackets, such as `<id>`.
for (const kind of ['html_block', 'html_inline'])
  markdown.renderer.rules[kind] = (tokens, index) =>
    escapeHtml(tokens[index].content.replaceAll(/<!--[\s\S]*?-->/g, ''))
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'

/** Code with its parts marked, where the language is known. */
export function coloured(code, language) {
  return hljs.getLanguage(language) === undefined
    ? escapeHtml(code)
    : hljs.highlight(code, { language, ignoreIllegals: true }).value
}

/** The tokens of a text. */
export function tokensOf(text) {
  return markdown.parse(text, {})
}

/** A page as HTML. `linkTo` gives the URL for a link of the page, or for an image, as the second argument says. */
export function renderPage({ text }, linkTo) {
  const tokens = tokensOf(text)
  const headings = headingsOf(tokens)
  for (const { children } of tokens)
    for (const token of children ?? []) {
      const name = { link_open: 'href', image: 'src' }[token.type]
      if (name !== undefined) token.attrSet(name, linkTo(token.attrGet(name), name === 'src'))
    }
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings,
    sections: sectionsOf(tokens),
  }
}

/** The headings, each of which gets its anchor. */
function headingsOf(tokens) {
  const seen = new Map()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = textOf(tokens[index + 1])
    const anchor = anchorOf(text)
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    const id = count === 0 ? anchor : `${anchor}-${count}`
    token.attrSet('id', id)
    return [{ level: Number(token.tag.slice(1)), text, id }]
  })
}

/** The sections: each heading with those above it, and the text and the code below it. */
function sectionsOf(tokens) {
  const sections = []
  let above = []
  for (const [index, token] of tokens.entries()) {
    const section = sections.at(-1)
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1))
      above = above.filter(heading => heading.level < level)
      const heading = textOf(tokens[index + 1])
      const path = above.map(({ heading }) => heading).join(' › ')
      sections.push({ id: token.attrGet('id'), level, heading, path, terms: '', text: '', code: '' })
      above.push({ level, heading })
    } else if (section !== undefined && token.type === 'fence') section.code += `${token.content}\n`
    else if (section !== undefined && token.type === 'inline' && tokens[index - 1].type !== 'heading_open') {
      section.text += `${section.text === '' ? '' : ' '}${textOf(token)}`
      section.terms += ` ${tokens[index - 2]?.type === 'tr_open' ? textOf(token) : strongOf(token)}`
    }
  }
  return sections
}

/** The words in bold letters: they name the thing that a paragraph is about, as the first cell of a row does. */
function strongOf({ children }) {
  const at = type => children.findIndex(child => child.type === type)
  return textOf({ children: children.slice(at('strong_open') + 1, Math.max(0, at('strong_close'))) })
}

/** The words of a line, without its marks. */
export function textOf({ children }) {
  return (children ?? [])
    .map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak'
        ? ' '
        : type === 'html_inline' && content.startsWith('<!--')
          ? ''
          : content,
    )
    .join('')
}
