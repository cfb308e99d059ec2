import { type DefaultTreeAdapterTypes as Html, parse } from 'parse5'
import { SaxesParser } from 'saxes'
import { type NodeName, TreeBuilder, type TreeNode } from './tree.ts'

/**
 * A text as an XML document. A document type is passed over: nothing that it names is fetched, and no entity of it is known,
 * so that a reference to one is an error. Throws what says why it is none.
 */
export function readXml(text: string): TreeNode {
  const builder = new TreeBuilder()
  // The package keeps handlers as properties of its parser: with a seventh, V8 makes that a slow one, which takes six times as long.
  const parser = new SaxesParser({ xmlns: true, position: true })
  parser.on('opentag', ({ name, local, prefix, uri, attributes }) => {
    builder.begin(
      nameOf(name, local, prefix, uri),
      Object.values(attributes).map(one => [nameOf(one.name, one.local, one.prefix, one.uri), one.value]),
    )
  })
  parser.on('closetag', () => {
    builder.end()
  })
  const addText = (piece: string): void => {
    builder.text(piece)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('comment', piece => {
    builder.comment(piece)
  })
  parser.on('processinginstruction', ({ target, body }) => {
    builder.instruction(target, body)
  })
  parser.write(text).close()
  return builder.document
}

function nameOf(nodeName: string, localName: string, prefix: string, uri: string): NodeName {
  return { nodeName, localName, prefix: prefix === '' ? null : prefix, namespaceURI: uri === '' ? null : uri }
}

/** A text as an HTML document, read as browsers do. Its elements are in no namespace, their names in lower case. */
export function readHtml(text: string): TreeNode {
  const builder = new TreeBuilder()
  const pending: (Html.ChildNode | 'end')[] = parse(text).childNodes.toReversed()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === 'end') builder.end()
    else if ('tagName' in node) {
      builder.begin(
        { nodeName: node.tagName },
        node.attrs.map(({ name, value }) => [{ nodeName: name }, value]),
      )
      const children = 'content' in node ? node.content.childNodes : node.childNodes
      pending.push('end', ...children.toReversed())
    } else if ('value' in node) builder.text(node.value)
    else if ('data' in node) builder.comment(node.data)
  }
  return builder.document
}
