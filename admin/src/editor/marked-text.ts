import { escaped, escapedValue, type HtmlNode } from './html-tree.ts';

/**
 * Words as they are typed: `**bold**`, `*slanted*`, `[words](/address/)`, a new line as it is; `\` before a sign makes
 * it a plain one.
 */
const mark =
  /\\([\\*[\]])|\*\*((?:\\.|[^*\\]|\*(?!\*))+?)\*\*|\*((?:\\.|[^*\\])+?)\*|\[((?:\\.|[^\]\\])+?)\]\(([^()\s]*)\)|\n/gs;

/** Addresses that the shop lets stand: its own pages, other sites, an email, a call. */
function isFitAddress(address: string): boolean {
  return /^(?:https?:\/\/[^/\s]|mailto:|tel:|#|\/(?![/\\]))/i.test(address);
}

/** Typed words → HTML. A link whose address is unfit stays as it was typed. */
export function markedHtml(text: string): string {
  let html = '';
  let at = 0;
  for (const found of text.matchAll(mark)) {
    const [all, plain, bold, slanted, words, address = ''] = found;
    html += escaped(text.slice(at, found.index));
    at = found.index + all.length;
    if (plain !== undefined) html += escaped(plain);
    else if (bold !== undefined) html += `<strong>${markedHtml(bold)}</strong>`;
    else if (slanted !== undefined) html += `<em>${markedHtml(slanted)}</em>`;
    else if (words === undefined) html += '<br />';
    else if (isFitAddress(address)) html += `<a href="${escapedValue(address)}">${markedHtml(words)}</a>`;
    else html += escaped(all);
  }
  return html + escaped(text.slice(at));
}

/** Addresses of links in typed words that the shop would not let stand. */
export function unfitAddresses(text: string): string[] {
  return [...text.matchAll(mark)].flatMap(([, , , , words, address = '']) =>
    words === undefined || isFitAddress(address) ? [] : [address],
  );
}

/** The words alone, as a reader reads them. */
export function plainWords(text: string): string {
  return text.replace(mark, (all, plain?: string, bold?: string, slanted?: string, words?: string) => {
    const inner = bold ?? slanted ?? words;
    if (inner !== undefined) return plainWords(inner);
    return plain ?? all;
  });
}

/** Nodes → typed words; null: there is something among them that cannot be typed. */
export function markedText(nodes: HtmlNode[]): string | null {
  let text = '';
  for (const node of nodes) {
    const words = typeof node === 'string' ? typed(node) : markedElement(node);
    if (words === null) return null;
    text += words;
  }
  return text;
}

function markedElement({ tag, attributes, children }: Exclude<HtmlNode, string>): string | null {
  if (tag === 'br') return '\n';
  const inner = markedText(children);
  const names = Object.keys(attributes);
  if (inner === null || inner === '') return null;
  if (tag === 'a' && names.length === 1 && isFitAddress(attributes.href ?? ''))
    return /[()\s]/.test(attributes.href ?? '') ? null : `[${inner}](${attributes.href})`;
  if (names.length > 0) return null;
  if (tag === 'strong' || tag === 'b') return `**${inner}**`;
  return tag === 'em' || tag === 'i' ? `*${inner}*` : null;
}

/** Where lines end is the shop's to say: its no-break spaces are spaces here. */
function typed(words: string): string {
  return words.replace(/[\u00a0\n\t ]+/g, ' ').replace(/[\\*[\]]/g, (sign) => `\\${sign}`);
}
