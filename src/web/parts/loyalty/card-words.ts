import type { CardState } from '#modules/loyalty/cards.ts';
import type { Level, Programme } from '#modules/loyalty/programmes.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { formatCount, plural } from '#shared/plurals.ts';
import { zonedDayWords } from '#shared/until-words.ts';

const nbsp = '\u00a0';

/** «1 250 бонусов». */
function bonusWords(count: number): string {
  return `${formatCount(count)}${nbsp}${plural(Math.abs(count), 'бонус', 'бонуса', 'бонусов')}`;
}

/** «70 бонусов сгорят»; the balance beside it says how many «все» are. */
function burningWords(amount: number, balance: number): string {
  return amount >= balance ? 'Все сгорят' : `${bonusWords(amount)} ${plural(amount, 'сгорит', 'сгорят', 'сгорят')}`;
}

/** A term in days as people say it: whole years as years. */
export function termWords(days: number): string {
  const years = days / 365;
  return Number.isInteger(years)
    ? `${years}${nbsp}${plural(years, 'год', 'года', 'лет')}`
    : `${days}${nbsp}${plural(days, 'день', 'дня', 'дней')}`;
}

/** What the dashboard, /bonus-card/ and the card on a phone say of a bonus card. */
export function bonusesOf(card: CardState, time_zone: string) {
  const { expiring, next, level, held } = card;
  return {
    balance: card.balance,
    balance_words: bonusWords(card.balance),
    held_words:
      held > 0
        ? `Ещё ${bonusWords(held)} ${plural(held, 'отложен', 'отложены', 'отложены')} на заказы, которые ждут получения`
        : null,
    expiring_words: expiring
      ? `${burningWords(expiring.amount, card.balance)} ${zonedDayWords(expiring.at, time_zone)}`
      : null,
    level_words: level ? `«${level.name}», ${level.percent}${nbsp}%` : null,
    progress: progressOf(card),
    next_words: next
      ? `До ступени «${next.name}» (${next.percent}${nbsp}%) осталось купить на ${formatPrice(next.from_sum_kopecks - card.purchases_kopecks)}`
      : null,
  };
}

/** How far it is to the next level, for a bar; null on the last one. Kopecks. */
function progressOf({ purchases_kopecks, next }: CardState) {
  return next
    ? {
        value: purchases_kopecks,
        max: next.from_sum_kopecks,
        label: `До ступени «${next.name}»`,
        words: `куплено на ${formatPrice(purchases_kopecks)} из ${formatPrice(next.from_sum_kopecks)}`,
      }
    : null;
}

export type LevelProgress = NonNullable<ReturnType<typeof progressOf>>;

/** «1–5 %»: from the first step of a ladder to the last. */
export function percentSpan({ levels }: Programme): string {
  const [first, last] = [ensure(levels[0]).percent, ensure(levels.at(-1)).percent];
  return `${first === last ? first : `${first}–${last}`}${nbsp}%`;
}

/** «до 30 % стоимости товаров, кроме товаров со сниженной ценой»: how much of an order bonuses pay; null: nothing. */
export function spendWords({ spend_percent, spends_on_reduced, closed_categories }: Programme): string | null {
  if (!spend_percent) return null;
  const unpaid = [
    ...(spends_on_reduced ? [] : ['товаров со сниженной ценой']),
    ...closed_categories.map((name) => `товаров раздела «${name}»`),
  ];
  return `до${nbsp}${spend_percent}${nbsp}% стоимости товаров${unpaid.length > 0 ? `, кроме ${unpaid.join(', ')}` : ''}`;
}

/** The ladder as the pages print it: a level, its purchases, «3 % — 300 ₽» of a purchase of 10 000 ₽. */
export function ladderOf({ levels, bonus_kopecks }: Programme) {
  return levels.map((level, index) => {
    const { name, percent } = level;
    const kopecks = Math.floor((examplePurchase * percent) / 100 / bonus_kopecks) * bonus_kopecks;
    return [name, sumWords(level, levels[index + 1]), `${percent}${nbsp}% — ${formatPrice(kopecks)}`];
  });
}

const examplePurchase = 1_000_000;

/** «10 000 ₽»: the purchase that the levels of a ladder are counted for. */
export const examplePurchaseWords = formatPrice(examplePurchase);

function sumWords({ from_sum_kopecks }: Level, next: Level | undefined): string {
  const from = formatPrice(from_sum_kopecks);
  if (!next) return `от${nbsp}${from}`;
  return from_sum_kopecks === 0
    ? `до${nbsp}${formatPrice(next.from_sum_kopecks)}`
    : `от${nbsp}${from} до${nbsp}${formatPrice(next.from_sum_kopecks)}`;
}
