import type { ProductPage } from '#modules/catalogue-index/get-product.ts';

/**
 * Where it can be taken: each point of the branch with today's hours, how many, and from when. No
 * script, no map needed.
 */
export function Points({ product }: { product: ProductPage }) {
  if (product.points.length === 0) return null;
  return (
    <section aria-labelledby="points-title">
      <h2 className="h3" id="points-title">
        Где забрать
      </h2>
      {product.stock_updated_text ? (
        <p className="soft small points__at">Остатки на {product.stock_updated_text}</p>
      ) : null}
      <ul className="avail">
        {product.points.map((point) => (
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
            <span className={`small ${stockClass(point.ready_text, point.is_today)}`}>
              {point.ready_text ?? 'Нет в этом пункте'}
              {point.is_today && point.shelf ? `, ${point.shelf}` : ''}
            </span>
            <span className="small soft avail__hours">
              {point.hours_today ? `Сегодня ${point.hours_today}` : 'Сегодня закрыто'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stockClass(ready: string | null, isToday: boolean): string {
  if (!ready) return 'stock--none';
  return isToday ? 'stock--now' : 'stock--later';
}
