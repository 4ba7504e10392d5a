import type { CartLineInput } from '#modules/cart/schema.ts';
import { readForm } from '#shared/form-rules.ts';
import { readAmount, type ShownUnit } from '#shared/unit-words.ts';
import { parseLineList } from '#web/parts/goods/read-line-list.ts';
import { type CheckoutValues, checkoutForm } from './checkout-form.ts';

/**
 * The cart page is one form: lines, ticks, coupon and checkout travel together with whatever button was pressed, with
 * JavaScript and without. So nothing typed is lost, and one answer describes the whole page.
 */
export type CartForm = {
  /** 'plus:12', 'remove:12', 'place' … as verb and argument. */
  verb: string;
  argument: string;
  /** False for the small forms of product cards. */
  isWhole: boolean;
  /** Of a product's button, unread. */
  product: Record<'product_id' | 'product_idcode' | 'count', string> & Pick<ShownUnit, 'parts'>;
  /** Of a button for several goods, with the counts that were changed beside it; what was set to 0 is not wanted. */
  goods: CartLineInput[];
  lines: FormLine[];
  chosen: number[];
  /**
   * The coupon as typed (a button may name one itself: `coupon:CODE`), and the one that was in force when the page was
   * made.
   */
  coupon: string;
  usedCoupon: string;
  /** Bonuses to be spent, 0: none. As typed beside their button, and those in force when the page was made. */
  typedBonuses: number;
  usedBonuses: number;
  /** A number of bonuses that was typed over the proposed one and not spent by its button; 0: none. */
  unspentBonuses: number;
  key: string;
  acceptedTotal: number | null;
  agreed: { total: number; counts: Map<number, number> } | null;
  /** Lines put away by the last answer, for «Вернуть». */
  removed: CartLineInput[];
  values: CheckoutValues;
};

export type FormLine = {
  product_id: number;
  product_idcode: string;
  /** As typed, in the shown unit of so many sales units. */
  count: string;
  parts: number;
  /** As the page was made. */
  was: number;
  step: number;
  /** Kopecks per sales unit the visitor saw; null: the line was not orderable. */
  price: number | null;
  /** How many of `was` the page counted into the order; the rest waits for a decision. */
  now: number;
};

export function readCartForm(form: FormData): CartForm {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const number = (name: string) => (/^\d{1,15}$/.test(text(name)) ? Number(text(name)) : null);
  // A forged one changes nothing but the count of whoever sent it.
  const parts = (name: string) => Math.min(number(`${name}_parts`) || 1, 1_000);
  const [verb = '', argument = ''] = (text('intent') || 'update').split(':');
  const ids = [...new Set(form.getAll('line').map(Number))].filter((id) => Number.isInteger(id) && id > 0);
  const total = number('agreed_total');
  return {
    verb,
    argument,
    isWhole: form.has('form'),
    product: {
      product_id: text('product_id'),
      product_idcode: text('product_idcode'),
      count: text('count'),
      parts: parts('count'),
    },
    goods: parseLineList(text('goods').slice(0, 4_000)).flatMap((line) => {
      const name = `count_${line.product_id}`;
      const typed = form.has(name) ? readAmount(text(name), { parts: parts(name) }) : line;
      return typed?.count === 0 ? [] : [{ ...line, count: typed?.count ?? line.count }];
    }),
    lines: ids.map((id) => ({
      product_id: id,
      product_idcode: text(`idcode_${id}`),
      count: text(`count_${id}`),
      parts: parts(`count_${id}`),
      was: number(`was_${id}`) ?? 0,
      step: number(`step_${id}`) ?? 1,
      price: number(`price_${id}`),
      now: number(`now_${id}`) ?? 0,
    })),
    chosen: form
      .getAll('items')
      .map(Number)
      .filter((id) => Number.isInteger(id)),
    coupon: text('coupon'),
    usedCoupon: text('used_coupon'),
    unspentBonuses: number('bonuses') === number('proposed_bonuses') ? 0 : (number('bonuses') ?? 0),
    typedBonuses: Math.min(number('bonuses') ?? 0, 1e6),
    usedBonuses: Math.min(number('used_bonuses') ?? 0, 1e6),
    key: text('key'),
    acceptedTotal: number('accepted_total'),
    agreed:
      total === null
        ? null
        : { total, counts: new Map(ids.flatMap((id) => pairIfAny(id, number(`agreed_count_${id}`)))) },
    removed: parseLineList(text('removed')),
    values: readForm(checkoutForm, form).values,
  };
}

/** The two buttons that place the order. */
export function isPlacing(verb: string): boolean {
  return verb === 'place' || verb === 'agree';
}

function pairIfAny(id: number, count: number | null): [number, number][] {
  return count === null ? [] : [[id, count]];
}
