import { slugOf } from '#shared/transliterate.ts';
import type { ShownBlock } from '#web/parts/blocks/shown-blocks.ts';

export type Contents = { id: string; title: string }[];

/**
 * Gives every second-level heading of the written blocks an id of its own and lists them. An id that stands there
 * already is kept.
 */
export function withContents(blocks: ShownBlock[]): { blocks: ShownBlock[]; contents: Contents } {
  const contents: Contents = [];
  const taken = new Set<string>();
  const marked = blocks.map((block) => {
    if (block.type !== 'html') return block;
    const html = block.html.replace(
      /<h2(?: id="([^"]*)")?>([\s\S]*?)<\/h2>/g,
      (_, given: string | undefined, inner: string) => {
        const title = plain(inner);
        const wanted = given || slugOf(title) || 'razdel';
        let id = wanted;
        for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
        taken.add(id);
        contents.push({ id, title });
        return `<h2 id="${id}">${inner}</h2>`;
      },
    );
    return { ...block, html };
  });
  return { blocks: marked, contents };
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => named[name] ?? '')
    .trim();
}
