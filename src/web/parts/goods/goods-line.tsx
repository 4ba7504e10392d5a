import './goods-line.css';
import type { ReactNode } from 'react';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { productUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { LineToday } from './lines-today.server.ts';

type GoodsLineProps = {
  line: LineToday;
  /** Of one unit, in words. */
  price?: string | null;
  /** Before the picture. */
  tick?: ReactNode;
  /** Where the count can be changed; words of it otherwise. */
  count?: ReactNode;
  /** Under the name. */
  ways?: ReactNode;
  /** At the end. */
  tools?: ReactNode;
};

/** A product of a list with its count, stock and sum. */
export function GoodsLine({ line, price, tick, count, ways, tools }: GoodsLineProps) {
  return (
    <li className="goodsline">
      {tick}
      <span className={`pic${line.now > 0 ? '' : ' is-missing'}`}>
        {line.image ? <Picture path={line.image} width={96} height={96} alt="" /> : <Icon name="package" />}
      </span>
      <span className="goodsline__name">
        <Link to={productUrl(line.slug)}>{unbroken(line.name)}</Link>
        <br />
        <span className="small soft">
          {line.article ? `Арт. ${line.article} · ` : null}
          <span className={line.now < line.count ? 'state--wait' : undefined}>{line.words}</span>
          {price ? (
            <>
              <br />
              <span className="num">{unbroken(price)}</span>
            </>
          ) : null}
        </span>
        {ways}
      </span>
      {count ?? <span className="num nowrap">{shownAmount(line.count, line.shown_unit)}</span>}
      <b className="num nowrap">{line.sum === null ? '—' : formatPrice(line.sum)}</b>
      {tools}
    </li>
  );
}
