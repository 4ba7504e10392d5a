import { type Heading, withContents } from '#modules/content/page-contents.ts';
import type { ShownBlock } from '#web/parts/blocks/shown-blocks.ts';

/** The written blocks of an article with the anchors of one list of contents. */
export function blocksWithContents(shown: ShownBlock[]): { blocks: ShownBlock[]; contents: Heading[] } {
  const contents: Heading[] = [];
  const blocks = shown.map((block) => {
    if (block.type !== 'html') return block;
    const text = withContents(block.html, contents);
    contents.push(...text.contents);
    return { ...block, html: text.html };
  });
  return { blocks, contents };
}
