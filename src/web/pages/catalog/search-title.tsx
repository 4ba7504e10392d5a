import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';

/** `used`: the query as it was searched for. What was typed stands in the search box of the header. */
export function SearchTitle({ found, used, city }: { found: number; used: string; city: string }) {
  const verb = found % 10 === 1 && found % 100 !== 11 ? 'Найден' : 'Найдено';
  const words =
    found === 0
      ? `По запросу «${used}» ничего не найдено`
      : `${verb} ${countOf(found, 'товар', 'товара', 'товаров')} по запросу «${used}»`;
  return (
    <div className="title">
      <h1 className="h2">{unbroken(words)}</h1>
      <span>{city}</span>
    </div>
  );
}
