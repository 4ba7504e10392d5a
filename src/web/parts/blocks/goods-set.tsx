import './blocks.css';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { priceAt } from '#shared/tiers.ts';
import { unbroken } from '#shared/unbroken.ts';
import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { productUrl } from '#shared/urls.ts';
import { AddAll } from '#web/parts/goods/add-all.tsx';
import { writeLineList } from '#web/parts/goods/line-list.ts';
import { useCartCount } from '#web/parts/visitor/visitor-lists.ts';
import { Link } from '#web/ui/link.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import type { GoodsSet as Goods, SetLine } from './read-set.server.ts';

type GoodsSetProps = Goods & {
  /** Of this set among those of all pages: also its `key`, so that another page's begins with its own counts. */
  id: string;
  title: string;
  /** Of the button. */
  children: string;
};

/** What a page speaks of with its counts and the sum: they are changed here, then all of it goes into the cart. */
export function GoodsSet({ id, title, lines, purpose, children }: GoodsSetProps) {
  const [changed, setChanged] = useState<Record<number, number>>({});
  const counted = lines.map((line) => ({ ...line, count: changed[line.id] ?? line.count }));
  const wanted = counted.filter(({ count }) => count > 0);
  const sum = wanted.reduce((total, line) => total + sumOf(line), 0);
  const isPartly = lines.some(({ is_counted }) => is_counted);
  return (
    <section className="panel goodsset" aria-labelledby={`set-${id}`}>
      <h2 className="h3" id={`set-${id}`}>
        {title}
      </h2>
      <p className="small soft">{unbroken(`${countsWords(lines, purpose)} Измените под себя; 0 — товар не нужен.`)}</p>
      <AddAll
        id={id}
        lines={writeLineList(
          wanted.map(({ id: product_id, idcode, count }) => ({ product_id, product_idcode: idcode, count })),
        )}
        isWide
        counts={
          <>
            <ul>
              {counted.map((line) => (
                <Row
                  key={line.id}
                  line={line}
                  isLeast={isPartly && !line.is_counted}
                  onChange={(count) => setChanged({ ...changed, [line.id]: count })}
                />
              ))}
            </ul>
            <p className="row between goodsset__total" role="status">
              <span>В наборе {countOf(wanted.length, 'товар', 'товара', 'товаров')}</span>
              <b className="price num">{formatPrice(sum)}</b>
            </p>
          </>
        }
      >
        {children}
      </AddAll>
    </section>
  );
}

/** `isLeast`: of others the page says how many, of this one it takes the least. */
function Row({ line, isLeast, onChange }: { line: SetLine; isLeast: boolean; onChange: (count: number) => void }) {
  const { id, slug, name, shown_unit, price, tiers, step, min_count, most, count, wanted } = line;
  const swap = swapWords(line);
  const inCart = useCartCount(id);
  const at = priceAt(price, tiers, count);
  const tier = tiers.find((one) => at < price && one.price === at);
  const words = [
    `${formatPrice(shownPrice(at, shown_unit))} ${perUnit(shown_unit)}`,
    ...(tier ? [`цена от\u00a0${shownAmount(tier.from_count, shown_unit, 'genitive')}`] : []),
    ...(isLeast ? ['без расчёта'] : []),
    ...(wanted > most ? [`нужно ${shownAmount(wanted, shown_unit)}, в наличии ${shownAmount(most, shown_unit)}`] : []),
    ...(inCart > 0 ? [inCartWords(inCart, line)] : []),
  ];
  return (
    <li>
      <span className="goodsset__name">
        <Link className="link--plain" to={productUrl(slug)}>
          {unbroken(name)}
        </Link>
        <span className="small soft num">{words.join(' · ')}</span>
        {swap ? <span className="small soft">{unbroken(swap)}</span> : null}
      </span>
      <Stepper
        className="step--sm"
        name={`count_${id}`}
        count={count}
        unit={shown_unit}
        step={step}
        min={min_count}
        max={most}
        label={`Количество, ${name}`}
        canRemove
        onChange={onChange}
      />
      <b className="num nowrap">{formatPrice(sumOf(line))}</b>
    </li>
  );
}

/** What the counts are for; of goods that the page did not count it takes the least. */
function countsWords(lines: SetLine[], purpose: string): string {
  const counted = lines.filter(({ is_counted }) => is_counted).length;
  if (counted === 0) return 'Каждого товара — наименьшее количество.';
  const why = purpose ? `посчитано для примера: ${purpose}` : 'подобрано заранее';
  if (counted === lines.length) return `Количество ${why}.`;
  return `Количество ${why}. Без расчёта — наименьшее количество.`;
}

/** The press raises a line of the cart to the count of the set, and leaves one that has more. */
function inCartWords(inCart: number, { count, shown_unit }: SetLine): string {
  const lies = shownAmount(inCart, shown_unit);
  return inCart < count ? `в корзине ${lies}, станет ${shownAmount(count, shown_unit)}` : `уже в корзине ${lies}`;
}

/** Another good is named only where one is missing: this one stands in its place, or is itself too few. */
function swapWords({ replaced, others, wanted, most }: SetLine): string {
  if (wanted > most && others.length > 0) return `Недостающее можно заменить: ${others.join('; ')}`;
  if (replaced.length === 0) return '';
  const [goods, which] = replaced.length === 1 ? ['товара', 'которого'] : ['товаров', 'которых'];
  return `Вместо ${goods} «${replaced.join('», «')}», ${which} нет в наличии`;
}

/** Kopecks. */
const sumOf = ({ price, tiers, count }: SetLine) => priceAt(price, tiers, count) * count;
