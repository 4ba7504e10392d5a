import { lastDeliveryDays } from '#modules/landings/before-new-year.ts';
import { findGifts, type GiftWish } from '#modules/landings/gifts.ts';
import { type ReadySet, readReadySets } from '#modules/landings/ready-sets.ts';
import { type Measured, measuredGoods } from '#modules/landings/tree-goods.ts';
import { listDeliveryZones } from '#modules/orders/delivery.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { type GiftAge, type GiftRoom, giftAges, giftBudgets, giftRooms } from '#shared/gifts.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, plural } from '#shared/plurals.ts';
import { priceAt } from '#shared/tiers.ts';
import { packsFor, readHeight, type TreeStyle, treeHeights, treeNeeds, treeStyles } from '#shared/tree-kit.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { writeLineList } from '#web/parts/goods/line-list.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** A product that can be chosen in the tree's calculator. */
export type KitChoice = { id: number; name: string; image: string | null; slug: string; per_pack: number };
export type KitLine = {
  choice: KitChoice;
  packs: number;
  packs_words: string;
  held: number;
  sum: number;
  is_enough: boolean;
};

export type Tree = {
  height: string;
  /** The same in metres, «1,8»; '' where it is no height. */
  metres: string;
  style: TreeStyle;
  problem: string | null;
  needs: { balls: number; garland_m: number } | null;
  balls: KitChoice[];
  garlands: KitChoice[];
  lines: { balls: KitLine | null; garland: KitLine | null };
  sum: number;
  /** As the cart's form takes them; empty: nothing to add. */
  cart: string;
};

/** Parts of the page that fail leave a gap, the rest stands (S8-08). */
export async function readMagic(
  { db, requestContext, log }: Pick<Shop, 'db' | 'requestContext' | 'log'>,
  search: URLSearchParams,
  now = new Date(),
) {
  const { priceContext, department } = requestContext;
  const failed = quietly(log, 'product', 'a block of the Christmas page failed');
  const part = <T>(read: Promise<T>, nothing: T) => orNothing(read, nothing, failed);
  const wish = readWish(search);
  const measured = (category: string, attribute: string, missing: number | null) =>
    part(measuredGoods(db, priceContext, category, attribute, missing), []);
  const [gifts, balls, boxes, garlands, outdoor, sets, zones] = await Promise.all([
    part(findGifts(db, priceContext, wish), []),
    measured('elochnye-shary', 'predmetov', 1),
    measured('nabory-elochnyh-igrushek', 'predmetov', null),
    measured('girlyandy-dlya-doma', 'dlina', null),
    measured('ulichnye-girlyandy', 'dlina', null),
    part(readReadySets(db, priceContext), []),
    part(listDeliveryZones(db, department.id_1c), []),
  ]);
  const asked = [...search.keys()];
  return {
    wish,
    isGiftAsked: asked.some((key) => ['budget', 'age', 'room'].includes(key)),
    gifts: gifts.map(listed),
    // A box of toys dresses a tree as single balls do; a garland for outdoors hangs indoors where no other is left.
    tree: treeOf(search, [[...boxes, ...balls]], [garlands, outdoor]),
    sets: sets.map(setView),
    days: lastDeliveryDays(zones, department.time_zone, now).map(({ zone, days_max, date }) => ({
      zone,
      date: dayWords(date, date.slice(0, 4)),
      term: days_max === 0 ? 'в тот же день' : `доставка за ${countOf(days_max, 'день', 'дня', 'дней')}`,
    })),
  };
}

function readWish(search: URLSearchParams): GiftWish {
  const budget = Number(search.get('budget')) * 100;
  const age = search.get('age') ?? '';
  const room = search.get('room') ?? '';
  return {
    budget: giftBudgets.find((one) => one === budget) ?? null,
    age: Object.hasOwn(giftAges, age) && age !== 'any' ? (age as GiftAge) : null,
    room: Object.hasOwn(giftRooms, room) ? (room as GiftRoom) : null,
  };
}

/** `balls`, `garlands`: groups of goods, those of a later one proposed only where the earlier have not enough. */
function treeOf(search: URLSearchParams, balls: Measured[][], garlands: Measured[][]): Tree {
  const typed = search.get('height')?.slice(0, 10) ?? String(treeHeights.usual);
  const given = search.get('style') ?? '';
  const style: TreeStyle = Object.hasOwn(treeStyles, given) ? (given as TreeStyle) : 'usual';
  const height = readHeight(typed);
  const needs = height === null ? null : treeNeeds(height, style);
  /** The product asked for, else the first in this order that the shelf has enough of. */
  const chosen = (groups: Measured[][], name: string, needed: number, order: (a: Line, b: Line) => number) => {
    const asked = groups.flat().find(({ card }) => String(card.id) === search.get(name));
    if (asked) return lineOf(asked, needed);
    const lines = groups.map((goods) => goods.map((one) => lineOf(one, needed)));
    for (const group of lines) {
      const first = group.filter(({ line }) => line.is_enough && line.held >= needed).sort(order)[0];
      if (first) return first;
    }
    return lines.flat()[0] ?? null;
  };
  const lines = {
    balls: needs && chosen(balls, 'balls', needs.balls, byFit),
    garland: needs && chosen(garlands, 'garland', needs.garland_m, bySum),
  };
  const both = [lines.balls, lines.garland].filter((line) => line !== null);
  return {
    height: typed,
    metres: height === null ? '' : String(height / 100).replace('.', ','),
    style,
    problem:
      height === null
        ? `Высота — число от ${treeHeights.min} до ${treeHeights.max} ${plural(treeHeights.max, 'сантиметра', 'сантиметров', 'сантиметров')} или в метрах, например 1,8`
        : null,
    needs,
    balls: balls.flat().map(choiceOf),
    garlands: garlands.flat().map(choiceOf),
    lines: { balls: lines.balls?.line ?? null, garland: lines.garland?.line ?? null },
    sum: both.reduce((sum, { line }) => sum + line.sum, 0),
    cart: writeLineList(both.map(({ input }) => input)),
  };
}

type Line = ReturnType<typeof lineOf>;

const bySum = (a: Line, b: Line) => a.line.sum - b.line.sum;

/** Boxes before single balls, those with the fewest to spare first, the cheapest of them. */
function byFit(a: Line, b: Line): number {
  const isSingle = ({ line }: Line) => Number(line.choice.per_pack === 1);
  return isSingle(a) - isSingle(b) || a.line.held - b.line.held || bySum(a, b);
}

function choiceOf({ card, per_pack }: Measured): KitChoice {
  return { id: card.id, name: card.name, image: card.images[0] ?? null, slug: card.slug, per_pack };
}

function lineOf(measured: Measured, needed: number) {
  const { card, per_pack } = measured;
  const packs = Math.min(packsFor(needed, per_pack, { step: card.step, min: card.min_count }), card.max_count);
  const price = card.buyer_price ?? card.price ?? 0;
  const line: KitLine = {
    choice: choiceOf(measured),
    packs,
    packs_words: shownAmount(packs, card.shown_unit),
    held: packs * per_pack,
    sum: priceAt(price, [], packs) * packs,
    is_enough: (card.available ?? 0) >= packs,
  };
  return { line, input: { product_id: card.id, product_idcode: card.idcode, count: packs } };
}

function setView({ slug, name, text, goods, sum }: ReadySet) {
  return {
    slug,
    name,
    text,
    sum,
    goods: goods.map(({ card, count }) => ({
      id: card.id,
      slug: card.slug,
      name: card.name,
      image: card.images[0] ?? null,
      amount: shownAmount(count, card.shown_unit),
      price: formatPrice((card.buyer_price ?? card.price ?? 0) * count),
    })),
    cart: writeLineList(goods.map(({ card, count }) => ({ product_id: card.id, product_idcode: card.idcode, count }))),
  };
}
