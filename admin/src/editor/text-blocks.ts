import { escapedValue, type HtmlElement, type HtmlNode, readTree, wordsOf, writeTree } from './html-tree.ts';
import { markedHtml, markedText, plainWords } from './marked-text.ts';

export type Level = 2 | 3 | 4;

/** A part of a written text, with its words as they are typed (`marked-text.ts`). */
export type TextBlock =
  | { type: 'heading'; level: Level; text: string; id: string }
  | { type: 'paragraph'; text: string }
  | { type: 'quote'; text: string }
  | { type: 'list'; isNumbered: boolean; items: string[] }
  | { type: 'table'; caption: string; head: string[]; rows: string[][] }
  | { type: 'picture'; src: string; alt: string; width: number; height: number }
  | { type: 'line' }
  /** What cannot be typed as one of the others: edited as it is written. */
  | { type: 'html'; html: string };

/** Clean HTML → its parts in their order. Written again by `writeBlocks` it says the same. */
export function readBlocks(html: string): TextBlock[] {
  const tree = readTree(html);
  if (!tree) return html.trim() === '' ? [] : [{ type: 'html', html }];
  const blocks: TextBlock[] = [];
  let loose: HtmlNode[] = [];
  const takeLoose = () => {
    if (wordsOf(loose).trim() !== '') blocks.push({ type: 'html', html: writeTree(loose) });
    loose = [];
  };
  for (const node of tree) {
    const isBlock = typeof node === 'object' && !/^(?:a|b|strong|i|em|br|span)$/.test(node.tag);
    if (!isBlock) loose.push(node);
    else {
      takeLoose();
      blocks.push(blockOf(node));
    }
  }
  takeLoose();
  return blocks;
}

/** Parts → HTML; what is empty is left out. A paragraph with an empty line in it is several. */
export function writeBlocks(blocks: TextBlock[]): string {
  return blocks.map(writeBlock).filter(Boolean).join('\n');
}

/** The paragraphs of a part as they are read, for judging them. */
export function readWords(block: TextBlock): string[] {
  const texts = textsOf(block).map(plainWords);
  return texts.flatMap((text) => text.split('\n')).filter((text) => text.trim() !== '');
}

/** The typed texts of a part. */
export function textsOf(block: TextBlock): string[] {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
    case 'quote':
      return [block.text];
    case 'list':
      return block.items;
    case 'table':
      return [block.caption, ...block.head, ...block.rows.flat()];
    case 'picture':
      return [block.alt];
    case 'line':
      return [];
    case 'html':
      return [wordsOf(readTree(block.html) ?? []).replace(/[\\*[\]]/g, (sign) => `\\${sign}`)];
  }
}

/** Two texts say the same: spaces, and two names of one tag, aside. */
export function isSameHtml(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(html: string): string {
  const tree = readTree(html);
  const written = tree ? writeTree(tree) : html;
  return written
    .replaceAll('\u00a0', ' ')
    .replaceAll('<th scope="col">', '<th>')
    .replace(/<(\/?)b>/g, '<$1strong>')
    .replace(/<(\/?)i>/g, '<$1em>')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:p|h[2-4]|ul|ol|li|blockquote|table|caption|thead|tbody|tr|t[hd]|hr|img)\b[^>]*>) ?/g, '$1')
    .trim();
}

function blockOf(node: HtmlElement): TextBlock {
  const html = writeTree([node]);
  const block = typedBlock(node);
  return block && isSameHtml(writeBlock(block), html) ? block : { type: 'html', html };
}

function typedBlock({ tag, attributes, children }: HtmlElement): TextBlock | null {
  if (tag === 'hr') return { type: 'line' };
  if (tag === 'img') return pictureOf(attributes);
  if (tag === 'ul' || tag === 'ol') return listOf(tag, children);
  if (tag === 'table') return tableOf(children);
  const text = markedText(children)?.trim();
  if (!text) return null;
  if (tag === 'p') return { type: 'paragraph', text };
  if (tag === 'h2' || tag === 'h3' || tag === 'h4')
    return { type: 'heading', level: Number(tag.slice(1)) as Level, text, id: attributes.id ?? '' };
  return tag === 'blockquote' ? { type: 'quote', text } : null;
}

function pictureOf({ src = '', alt = '', width, height }: Record<string, string>): TextBlock {
  return { type: 'picture', src, alt, width: Number(width) || 0, height: Number(height) || 0 };
}

function listOf(tag: string, children: HtmlNode[]): TextBlock | null {
  const items = elementsOf(children).map((item) => (item.tag === 'li' ? markedText(item.children) : null));
  return items.every((item) => item !== null)
    ? { type: 'list', isNumbered: tag === 'ol', items: items.map((item) => item.trim()) }
    : null;
}

function tableOf(children: HtmlNode[]): TextBlock | null {
  const parts = elementsOf(children);
  const caption = parts.find(({ tag }) => tag === 'caption');
  const rows = parts
    .flatMap((part) => (part.tag === 'tr' ? [part] : elementsOf(part.children)))
    .filter(({ tag }) => tag === 'tr')
    .map((row) => elementsOf(row.children));
  const cells = rows.map((row) => row.map(({ children }) => markedText(children)?.trim() ?? null));
  if (rows.length === 0 || cells.flat().includes(null)) return null;
  const typed = cells as string[][];
  const hasHead = rows[0]?.every(({ tag }) => tag === 'th') ?? false;
  return {
    type: 'table',
    caption: caption ? (markedText(caption.children) ?? '') : '',
    head: hasHead ? (typed[0] ?? []) : [],
    rows: hasHead ? typed.slice(1) : typed,
  };
}

function elementsOf(nodes: HtmlNode[]): HtmlElement[] {
  return nodes.filter((node) => typeof node === 'object');
}

function writeBlock(block: TextBlock): string {
  switch (block.type) {
    case 'heading': {
      const id = block.id && ` id="${escapedValue(block.id)}"`;
      return block.text.trim() && `<h${block.level}${id}>${markedHtml(block.text.trim())}</h${block.level}>`;
    }
    case 'paragraph':
      return paragraphs(block.text)
        .map((text) => `<p>${markedHtml(text)}</p>`)
        .join('\n');
    case 'quote':
      return block.text.trim() && `<blockquote>${markedHtml(block.text.trim())}</blockquote>`;
    case 'list':
      return writeList(block);
    case 'table':
      return writeTable(block);
    case 'picture': {
      const sides = block.width && block.height ? ` width="${block.width}" height="${block.height}"` : '';
      return block.src && `<img src="${escapedValue(block.src)}" alt="${escapedValue(block.alt)}"${sides} />`;
    }
    case 'line':
      return '<hr />';
    case 'html':
      return block.html.trim();
  }
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
}

function writeList({ isNumbered, items }: Extract<TextBlock, { type: 'list' }>): string {
  const tag = isNumbered ? 'ol' : 'ul';
  const kept = items.map((item) => item.trim()).filter(Boolean);
  return kept.length > 0 ? `<${tag}>${kept.map((item) => `<li>${markedHtml(item)}</li>`).join('')}</${tag}>` : '';
}

function writeTable({ caption, head, rows }: Extract<TextBlock, { type: 'table' }>): string {
  if (![...head, ...rows.flat()].some((cell) => cell.trim())) return '';
  const title = caption.trim() && `<caption>${markedHtml(caption.trim())}</caption>`;
  const heads = head.map((cell) => `<th scope="col">${markedHtml(cell.trim())}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${markedHtml(cell.trim())}</td>`).join('')}</tr>`);
  return `<table>${title}${heads && `<thead><tr>${heads}</tr></thead>`}<tbody>${body.join('')}</tbody></table>`;
}
