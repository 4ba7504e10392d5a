/** A piece of clean HTML: words, or an element. */
export type HtmlNode = string | HtmlElement;
export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] };

const single = new Set(['br', 'hr', 'img']);
const piece = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)|</gi;
const attribute = /([a-z-]+)(?:="([^"]*)")?/gi;

/** HTML as the shop cleans it → its tree; null for what is no such HTML. */
export function readTree(html: string): HtmlNode[] | null {
  const root: HtmlNode[] = [];
  const open: HtmlElement[] = [];
  for (const [, close, tag, attributes = '', words] of html.matchAll(piece)) {
    const place = open.at(-1)?.children ?? root;
    if (words !== undefined) place.push(decoded(words));
    else if (tag === undefined) return null;
    else if (close) {
      if (open.pop()?.tag !== tag.toLowerCase()) return null;
    } else {
      const element = { tag: tag.toLowerCase(), attributes: attributesOf(attributes), children: [] };
      place.push(element);
      if (!single.has(element.tag)) open.push(element);
    }
  }
  return open.length === 0 ? root : null;
}

export function writeTree(nodes: HtmlNode[]): string {
  return nodes.map(writeNode).join('');
}

function writeNode(node: HtmlNode): string {
  if (typeof node === 'string') return escaped(node);
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapedValue(value)}"`);
  const start = `<${node.tag}${attributes.join('')}`;
  return single.has(node.tag) ? `${start} />` : `${start}>${writeTree(node.children)}</${node.tag}>`;
}

/** Words as they stand in HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapedValue(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}

/** The words of these nodes, without what is marked in them; elements of a line of their own end it. */
export function wordsOf(nodes: HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.tag === 'br') return '\n';
      const words = wordsOf(node.children);
      return /^(?:p|h[2-4]|li|tr|blockquote|dt|dd|caption)$/.test(node.tag)
        ? `${words}\n`
        : `${words}${cellEnd(node.tag)}`;
    })
    .join('');
}

function cellEnd(tag: string): string {
  return tag === 'td' || tag === 'th' ? ' ' : '';
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, decoded(value)]));
}

function decoded(text: string): string {
  return text
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
