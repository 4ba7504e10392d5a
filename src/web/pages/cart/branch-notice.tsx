import type { ReactNode } from 'react';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { pricePer, shownPartOf, shownPrice } from '#shared/unit-words.ts';
import { productUrl } from '#shared/urls.ts';
import { Link } from '#web/ui/link.tsx';
import type { BranchChange } from './read-cart-page.ts';

/** So many lines of a group are read at a glance; the others unfold. */
const shownAtOnce = 5;

/** «Город изменён: что поменялось». */
export function BranchNotice({ change }: { change: BranchChange }) {
  const { from_city, to_city, back, dearer, cheaper, fewer, vanished, same_count, was_total, now_total } = change;
  const prices = ({ was, now, shown_unit }: BranchChange['dearer'][number]) => (
    <>
      {formatPrice(shownPrice(was, shown_unit))} → <b className="b">{pricePer(now, shown_unit)}</b>
    </>
  );
  return (
    <section className="panel moved" aria-label="Город изменён">
      <h2 className="moved__title">Город изменён: что поменялось</h2>
      <p className="small soft">
        Было: {from_city}. Теперь: {to_city}. Товары те же, цены и остатки — этого города.
      </p>
      <Group title="Подешевело" look="state--good" lines={cheaper} words={prices} />
      <Group title="Подорожало" look="state--wait" lines={dearer} words={prices} />
      <Group
        title="Здесь меньше, чем нужно"
        look="state--wait"
        lines={fewer}
        words={({ now_count, count, shown_unit }) => `есть ${shownPartOf(now_count, count, shown_unit)}`}
      />
      <Group title="Здесь нет в наличии" lines={vanished} />
      <p className="small moved__sum num">
        {same_count > 0 ? `Без изменений: ${countOf(same_count, 'товар', 'товара', 'товаров')}. ` : ''}
        {was_total === now_total
          ? ''
          : `Вся корзина стоила ${formatPrice(was_total)}, теперь стоит ${formatPrice(now_total)} — без купона и доставки.`}
      </p>
      <div className="row moved__ways">
        <button type="submit" className="btn btn--quiet btn--sm" name="intent" value="seen">
          Понятно
        </button>
        <a className="link small" href={back.url}>
          {back.words}
        </a>
      </div>
    </section>
  );
}

type Named = { id: number; slug: string; name: string };

function Group<L extends Named>({
  title,
  look = '',
  lines,
  words,
}: {
  title: string;
  look?: string;
  lines: L[];
  words?: (line: L) => ReactNode;
}) {
  if (lines.length === 0) return null;
  const row = (line: L) => (
    <li key={line.id}>
      <Link to={productUrl(line.slug)}>{unbroken(line.name)}</Link>
      {words ? <>: {words(line)}</> : null}
    </li>
  );
  const others = lines.length - shownAtOnce;
  return (
    <>
      <h3 className={`moved__head ${look}`}>{title}</h3>
      <ul className="num">{lines.slice(0, others > 1 ? shownAtOnce : undefined).map(row)}</ul>
      {others > 1 ? (
        <details className="moved__more">
          <summary className="small">Ещё {countOf(others, 'товар', 'товара', 'товаров')}</summary>
          <ul className="num">{lines.slice(shownAtOnce).map(row)}</ul>
        </details>
      ) : null}
    </>
  );
}
