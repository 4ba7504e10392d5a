import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { countOf } from '#shared/plurals.ts';

/**
 * Where a product that can be bought can be taken: each point of the branch with how many, and from when until when. No
 * script, no map needed.
 */
export function Points({ product }: { product: ProductPage }) {
  const points = product.points.filter((point) => point.ready_text !== null);
  if (points.length === 0) return null;
  const others = product.points.length - points.length;
  return (
    <section aria-labelledby="points-title">
      <h2 className="h3" id="points-title">
        Где забрать
      </h2>
      {product.stock_updated_text ? (
        <p className="soft small points__at">Остатки на {product.stock_updated_text}</p>
      ) : null}
      <ul className="avail">
        {points.map((point) => (
          <li key={point.department_id_1c}>
            <span>
              {point.yandex_map_link ? (
                <a className="link" href={point.yandex_map_link} target="_blank" rel="noreferrer">
                  {point.address}
                </a>
              ) : (
                point.address
              )}
            </span>
            <span className="num">{point.quantity_text}</span>
            <span className={`small num avail__when ${point.is_today ? 'stock--now' : 'stock--later'}`}>
              {point.ready_text} до {point.ready_until}
              {point.is_today && point.shelf ? `, ${point.shelf}` : ''}
            </span>
          </li>
        ))}
      </ul>
      {others > 0 ? <p className="small soft">Ещё в {countOf(others, 'пункте', 'пунктах', 'пунктах')} нет</p> : null}
    </section>
  );
}
