import type { Block } from '#modules/content/blocks-schema.ts';
import type { CalculatedProduct } from '#web/parts/calculator/calculator-box.tsx';
import type { FormView } from '#web/parts/forms/form-view.ts';
import type { ListedCard } from '#web/parts/goods/listed-card.ts';
import type { MapPoint } from '#web/parts/maps/draw-map.ts';

type Written<Type extends Block['type']> = Extract<Block, { type: Type }>;

export type ShownPoint = {
  id_1c: string;
  name: string;
  address: string;
  hours: string;
  is_open: boolean;
  open_words: string;
  phone: string | null;
  map: string | null;
};

export type ShownReview = {
  id: number;
  author_name: string;
  rating: number;
  text: string;
  date: string;
  product: string;
  slug: string;
};

/** Blocks as a page shows them: goods with the branch's live prices and stock. What could not be shown is absent. */
export type ShownBlock =
  | Written<'html'>
  | (Omit<Written<'hero'>, 'link'> & { link: string | null })
  | { type: 'goods'; title: string; text: string; items: ListedCard[]; more: { url: string; text: string } | null }
  | { type: 'calculator'; title: string; text: string; product: CalculatedProduct }
  | { type: 'timer'; text: string; until: string; left: string }
  | Written<'faq'>
  | { type: 'map'; title: string; text: string; points: ShownPoint[]; marks: MapPoint[]; map_script: string | null }
  | Written<'video'>
  | { type: 'form'; title: string; text: string; form: FormView }
  | { type: 'reviews'; title: string; items: ShownReview[] };

/** All cards of a page's blocks, each product once, in their order: «Всё из статьи в корзину». */
export function goodsOf(blocks: ShownBlock[]): ListedCard[] {
  const cards = blocks.flatMap((block) => (block.type === 'goods' ? block.items : []));
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/** All questions of a page's blocks for its one FAQPage. */
export function questionsOf(blocks: ShownBlock[]): { question: string; answer: string }[] {
  return blocks.flatMap((block) => (block.type === 'faq' ? block.items : []));
}
