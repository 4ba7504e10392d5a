import { formatPrice } from '#shared/money.ts';
import { formatCount, plural } from '#shared/plurals.ts';
import type { PlanRow } from './plan.ts';
import type { PriceColumn } from './sheet.ts';

const stateOf = { change: 'edited', pinned: 'pinned', floor: 'wrong', tiers: 'wrong' } as const;
const whyOf = {
  change: undefined,
  pinned: 'Закреплена вручную, не изменится',
  floor: 'Ниже допустимой: решите сами',
  tiers: 'Не выше цены от количества, не изменится',
} as const;

type Props = {
  rows: readonly PlanRow[];
  columns: readonly string[];
  known: readonly PriceColumn[];
  /** In the whole plan. */
  goods: number;
};

/** What becomes of each price: before, struck out, and after; goods that need a decision stand on top. */
export function PlanRows({ rows, columns, known, goods }: Props) {
  const byProduct = [...Map.groupBy(rows, ({ product_id }) => product_id)];
  const nameOf = (code: string) => known.find((one) => one.price_column === code)?.name ?? code;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="table-scroll mass-rows" aria-label="Новые цены" tabIndex={0}>
        <table className="records sheet">
          <thead>
            <tr>
              <th scope="col">Товар</th>
              {columns.map((code) => (
                <th key={code} scope="col" className="right">
                  {nameOf(code)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {byProduct.map(([id, cells]) => (
              <tr key={id}>
                <th scope="row">{cells[0]?.name}</th>
                {columns.map((code) => (
                  <PlanCell key={code} row={cells.find((cell) => cell.price_column === code)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {byProduct.length < goods ? (
        <p className="soft small">
          Здесь {formatCount(byProduct.length)} {plural(byProduct.length, 'товар', 'товара', 'товаров')} из{' '}
          {formatCount(goods)}: сначала те, что ждут решения. Где ничего не меняется, стоит прочерк.
        </p>
      ) : null}
    </>
  );
}

function PlanCell({ row }: { row: PlanRow | undefined }) {
  if (!row) return <td className="right soft">—</td>;
  const { kind, before_price: before, after_price: after } = row;
  return (
    <td className={`right num ${stateOf[kind]}`} title={whyOf[kind]}>
      {before === null ? null : <s className="soft small">{formatPrice(before)}</s>} <b>{formatPrice(after)}</b>
      {whyOf[kind] ? <span className="hidden-words">{whyOf[kind]}</span> : null}
    </td>
  );
}
