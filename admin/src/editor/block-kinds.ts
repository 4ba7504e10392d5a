import type { TextBlock } from './text-blocks.ts';

/** What a text may be made of, as the editor calls it. */
export const blockKinds = [
  { type: 'paragraph', label: 'Абзац' },
  { type: 'heading', label: 'Заголовок' },
  { type: 'list', label: 'Список' },
  { type: 'table', label: 'Таблица' },
  { type: 'picture', label: 'Картинка' },
  { type: 'quote', label: 'Цитата' },
  { type: 'line', label: 'Черта' },
] as const;

export type AddedKind = (typeof blockKinds)[number]['type'];

export function kindWords(block: TextBlock): string {
  if (block.type === 'html') return 'Разметка';
  return blockKinds.find(({ type }) => type === block.type)?.label ?? '';
}

export function emptyBlock(type: Exclude<AddedKind, 'picture'>): TextBlock {
  switch (type) {
    case 'heading':
      return { type, level: 2, text: '', id: '' };
    case 'list':
      return { type, isNumbered: false, items: [''] };
    case 'table':
      return { type, caption: '', head: ['', ''], rows: [['', '']] };
    case 'line':
      return { type };
    default:
      return { type, text: '' };
  }
}
