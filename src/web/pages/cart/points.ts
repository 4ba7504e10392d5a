import type { CartLine } from '#modules/cart/get-cart.ts';
import type { StockByStore } from '#modules/cart/point-stock.ts';
import { readyAt } from '#modules/catalogue/points.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Place } from '#shared/distance.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { plural, workingDays } from '#shared/plurals.ts';
import { splitByStock } from '#shared/stock-split.ts';
import { shownPartOf } from '#shared/unit-words.ts';

/** A place to pick the order up, with what of it lies there today. */
export type PointChoice = {
  id_1c: string;
  address: string;
  /** Degrees; null: unknown. */
  place: Place | null;
  /** Everything chosen lies on this point's own shelf. */
  is_whole_today: boolean;
  /** «Всё сразу, сегодня с 10:10 до 20:00». */
  terms: string;
  /** The same where the goods wait for their money: no day, as nobody knows when it comes. */
  paid_terms: string;
  /** How long an order is kept here: «5 рабочих дней». */
  kept: string;
};

/** The branch and its points in their order. */
export function pointChoices(
  points: Department[],
  branch: Department,
  lines: CartLine[],
  stockByStore: StockByStore,
  now: Date,
): PointChoice[] {
  return points.map((point) => {
    const here = lines.filter((line) => isOnShelf(point, branch, line, stockByStore)).length;
    return {
      id_1c: point.id_1c,
      address: point.address,
      place:
        point.latitude === null || point.longitude === null
          ? null
          : { latitude: Number(point.latitude), longitude: Number(point.longitude) },
      is_whole_today: here === lines.length,
      terms: supplyWords(point, branch, { here, all: lines.length }, now),
      paid_terms: paidSupplyWords(here, lines.length),
      kept: workingDays(point.storage_days),
    };
  });
}

/**
 * Where a line comes from at the chosen point: its own shelf, the branch's store, which brings it, or nowhere.
 * `paid_words`: of what is brought, where the goods wait for their money; null: the same words.
 */
export function supplyOf(
  line: CartLine,
  point: Department,
  branch: Department,
  stockByStore: StockByStore,
  now: Date,
): { group: 'today' | 'later' | 'none'; stock_words: string; paid_words: string | null } {
  if (!line.is_orderable) return { group: 'none', stock_words: problemWords(line), paid_words: null };
  const left = line.problem?.kind === 'not_enough' ? problemWords(line) : null;
  if (isOnShelf(point, branch, line, stockByStore))
    return { group: 'today', stock_words: left ?? `В наличии: ${point.address}`, paid_words: null };
  const brought = (when: string) => (left ? `${left}, привезём ${when}` : `Привезём ${when}: ${point.address}`);
  return {
    group: 'later',
    stock_words: brought(readyAt(point, now, branch)?.day ?? 'позже'),
    paid_words: brought('после оплаты'),
  };
}

/** A place to pick up more of a line than the order takes now; `count`: how many of those wanted. */
export type FullerPoint = { id_1c: string; address: string; count: number };

/** The point whose shelf serves the most of a line; null: nowhere is more than at the chosen one. */
export function fullerPoint(line: CartLine, points: Department[], stockByStore: StockByStore): FullerPoint | null {
  const fuller = points.flatMap(({ id_1c, address, store }) => {
    const { now } = splitByStock(line, stockByStore.get(store)?.get(line.id) ?? 0, line.count);
    return now > line.orderable_count ? [{ id_1c, address, count: now }] : [];
  });
  return fuller.toSorted((a, b) => b.count - a.count)[0] ?? null;
}

function isOnShelf(point: Department, branch: Department, line: CartLine, stockByStore: StockByStore): boolean {
  if (point.id_1c === branch.id_1c) return true;
  return (stockByStore.get(point.store)?.get(line.id) ?? 0) >= line.orderable_count;
}

/** When what can be had at the point: the hours that the product's page names. */
function supplyWords(
  point: Department,
  branch: Department,
  { here, all }: { here: number; all: number },
  now: Date,
): string {
  const shelf = readyWords(point, point, now);
  const brought = readyWords(point, branch, now);
  if (!shelf || !brought) return 'Сейчас закрыто';
  if (here === all) return `Всё сразу, ${shelf}`;
  if (here === 0) return `Всё привезём ${brought}`;
  return `${here} из ${all} ${plural(all, 'товара', 'товаров', 'товаров')} ${shelf}, остальное привезём ${brought}`;
}

/** What is paid by invoice or on credit is assembled when the money has come (`readyAt` counts from then). */
function paidSupplyWords(here: number, all: number): string {
  const brought = 'привезём на следующий рабочий день после оплаты';
  if (here === all) return 'Всё лежит здесь: соберём за час после оплаты, в часы работы';
  if (here === 0) return `Всё ${brought}`;
  return `${here} из ${all} ${plural(all, 'товара', 'товаров', 'товаров')} здесь, остальное ${brought}`;
}

/** «сегодня с 10:10 до 20:00» off the point's own shelf; of what is brought from elsewhere: «завтра к 09:00». */
function readyWords(point: Department, source: Department, now: Date): string | null {
  const ready = readyAt(point, now, source);
  if (!ready) return null;
  const words = lowerFirst(ready.text);
  return source === point ? `${words} до ${ready.until}` : words.replace(' с ', ' к ');
}

function problemWords({ problem, shown_unit, count }: CartLine): string {
  switch (problem?.kind) {
    case 'gone':
      return 'Снят с продажи';
    case 'no_price':
      return 'Цена по запросу, заказать на сайте нельзя';
    case 'not_enough':
      return problem.available > 0 ? `Осталось ${shownPartOf(problem.available, count, shown_unit)}` : 'Нет в наличии';
    default:
      return 'Нельзя заказать';
  }
}
