import type { ListedCard } from '#modules/catalogue/card.ts';
import type { Block } from '#modules/content/blocks-schema.ts';
import type { DrawnOutline } from '#shared/outline-kinds.ts';
import { mostToBuy } from '#shared/product-state.ts';
import type { CalculatedProduct } from '#web/parts/calculator/calculator-box.tsx';
import type { FormView } from '#web/parts/forms/form-view.ts';
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

type GoodsBlock = {
  type: 'goods';
  title: string;
  text: string;
  items: ListedCard[];
  more: { url: string; text: string } | null;
  /** 1C codes of goods that stand for one another, a group for each need. */
  alternatives: string[][];
  /** How many of a good the work takes, in sales units. */
  counts: { idcode: string; count: number }[];
  counts_for: string;
};

/** Blocks as a page shows them: goods with the branch's live prices and stock. What could not be shown is absent. */
export type ShownBlock =
  | Written<'html'>
  | (Omit<Written<'hero'>, 'link'> & { link: string | null })
  | GoodsBlock
  | { type: 'calculator'; title: string; text: string; product: CalculatedProduct }
  | { type: 'timer'; text: string; until: string; left: string }
  | Written<'faq'>
  | {
      type: 'map';
      title: string;
      text: string;
      points: ShownPoint[];
      marks: MapPoint[];
      outline: DrawnOutline | null;
      map_script: string | null;
    }
  | Written<'video'>
  | { type: 'form'; title: string; text: string; form: FormView }
  | { type: 'reviews'; title: string; items: ShownReview[] };

/** All cards of a page's blocks, each product once, in their order. */
export function goodsOf(blocks: ShownBlock[]): ListedCard[] {
  const cards = blocks.flatMap((block) => (block.type === 'goods' ? block.items : []));
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/**
 * A product to buy: how many sales units of it can be bought now, how many the work takes, whether its block says so,
 * the names of those that it replaces as they are not on sale now, and of those that could be bought beside it.
 */
export type Needed = {
  card: ListedCard;
  count: number;
  wanted: number;
  is_counted: boolean;
  replaced: string[];
  others: string[];
};

/**
 * What a page's blocks need bought, «Всё из статьи в корзину»: goods on sale now, of those that stand for one another
 * the first alone. As many as a block says, never more than can be sold at once; else one smallest lot.
 */
export function neededOf(blocks: ShownBlock[]): Needed[] {
  const written = blocks.flatMap((block) => (block.type === 'goods' ? [block] : []));
  const groups = written.flatMap((block) => block.alternatives);
  const counts = new Map(written.flatMap((block) => block.counts).map(({ idcode, count }) => [idcode, count]));
  const needed: Needed[] = [];
  const missing: ListedCard[] = [];
  for (const card of goodsOf(blocks)) {
    const isAlternativeTo = (other: ListedCard) =>
      groups.some((group) => group.includes(other.idcode) && group.includes(card.idcode));
    const taken = needed.find((one) => isAlternativeTo(one.card));
    const asked = counts.get(card.idcode);
    if (!card.is_on_sale_now) missing.push(card);
    else if (taken) taken.others.push(card.name);
    else {
      const replaced = missing.filter(isAlternativeTo).map(({ name }) => name);
      needed.push({ card, ...countsFor(card, asked ?? 0), is_counted: asked !== undefined, replaced, others: [] });
    }
  }
  return needed;
}

/** What the counts of a page's blocks are for, each once: «ёлка 180 см». */
export function purposeOf(blocks: ShownBlock[]): string {
  const purposes = blocks.flatMap((block) => (block.type === 'goods' && block.counts_for ? [block.counts_for] : []));
  return [...new Set(purposes)].join(', ');
}

/** Sales units: what the work takes, in whole steps and not below the least, and as many of it as can be sold now. */
function countsFor(card: ListedCard, asked: number): { count: number; wanted: number } {
  const wanted = Math.max(card.min_count, Math.ceil(asked / card.step) * card.step);
  return { count: Math.min(wanted, mostToBuy(card)), wanted };
}

/** All questions of a page's blocks for its one FAQPage. */
export function questionsOf(blocks: ShownBlock[]): { question: string; answer: string }[] {
  return blocks.flatMap((block) => (block.type === 'faq' ? block.items : []));
}
