import { Link } from 'react-router';
import type { DeviceType } from '#platform/device.ts';
import { countOf } from '#shared/plurals.ts';
import { catalogUrl, discountsUrl } from '#shared/urls.ts';
import { FormLink } from '#web/parts/forms/form-link.tsx';
import type { Tile } from '#web/parts/listing/tiles.server.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Tiles } from './tiles.tsx';

/** A query that finds goods where the present one finds none. */
export type WayOut = { name: string; total: number; url: string };

/** No results, and no dead end: what to leave out, the catalogue, a call back, the popular departments. */
export function NothingFound({ ways, tiles, device }: { ways: WayOut[]; tiles: Tile[]; device: DeviceType }) {
  const [best, ...others] = ways;
  return (
    <>
      <div className="empty">
        <Icon name="package-search" size="l" />
        <h2>Ничего не нашлось</h2>
        {best ? (
          <>
            <p className="soft">
              {best.name}: {countOf(best.total, 'товар', 'товара', 'товаров')}.
            </p>
            <Link className="btn btn--primary" to={best.url}>
              Показать {countOf(best.total, 'товар', 'товара', 'товаров')}
            </Link>
            {others.slice(0, 2).map((other) => (
              <Link key={other.url} className="link" to={other.url}>
                {other.name}: {countOf(other.total, 'товар', 'товара', 'товаров')}
              </Link>
            ))}
            <Link className="link" to={catalogUrl()}>
              Открыть каталог
            </Link>
          </>
        ) : (
          <>
            <p className="soft">Проверьте, нет ли опечатки, или назовите товар короче: «штукатурка», «шуруповёрт».</p>
            <Link className="btn btn--primary" to={catalogUrl()}>
              Открыть каталог
            </Link>
            <Link className="link" to={discountsUrl()}>
              Товары со скидкой
            </Link>
          </>
        )}
        <p className="small soft">
          Знаете, что нужно, но не находите?{' '}
          <FormLink code="callback" className="link">
            Закажите звонок
          </FormLink>
          , подскажем.
        </p>
      </div>
      {tiles.length > 0 ? (
        <section className="block">
          <h2>Популярные разделы</h2>
          <Tiles tiles={tiles.slice(0, 6)} device={device} />
        </section>
      ) : null}
    </>
  );
}
