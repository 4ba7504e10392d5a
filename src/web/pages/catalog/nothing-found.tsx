import type { ProductCard } from '#modules/catalogue/card.ts';
import type { DeviceType } from '#platform/device.ts';
import { phoneHref } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { catalogUrl, discountsUrl, searchUrl } from '#shared/urls.ts';
import type { FormView } from '#web/parts/forms/form-view.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import type { Tile } from '#web/parts/listing/tiles.server.ts';
import { Chips } from '#web/ui/chips.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Tiles } from './tiles.tsx';

const AutoForm = deferred(() => import('#web/parts/forms/auto-form.tsx').then((loaded) => loaded.AutoForm));

/** A query that finds goods where the present one finds none. */
export type WayOut = { name: string; total: number; url: string };

/** What stands on the page instead of results. */
export type Instead = { goods: ProductCard[]; queries: string[]; phone: string | null; form: FormView | null };

/** No results, which the heading has said, and no dead end: what to leave out, or how to ask otherwise. */
export function NothingFound({ ways }: { ways: WayOut[] }) {
  const [best, ...others] = ways;
  return (
    <div className="empty">
      <Icon name="package-search" size="l" />
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
    </div>
  );
}

type InsteadProps = Instead & { tiles: Tile[]; city: string; device: DeviceType };

/** Below what is near to the query: what people ask for, where to look, what they buy, and a word to the shop. */
export function InsteadOfResults({ goods, queries, phone, form, tiles, city, device }: InsteadProps) {
  return (
    <>
      {form || phone ? (
        <p className="row row--wrap said">
          {form ? (
            <a className="link" href="#wanted">
              Сообщите, что искали
            </a>
          ) : null}
          {phone ? (
            <span>
              Подскажем по телефону{' '}
              <a className="link num nowrap" href={phoneHref(phone)}>
                {phone}
              </a>
            </span>
          ) : null}
        </p>
      ) : null}
      {queries.length > 0 ? (
        <section className="block">
          <h2>Часто ищут {city}</h2>
          <Chips links={queries.map((query) => ({ name: query, url: searchUrl(query) }))} className="chips" />
        </section>
      ) : null}
      {tiles.length > 0 ? (
        <section className="block">
          <h2>Популярные разделы</h2>
          <Tiles tiles={tiles.slice(0, 6)} device={device} />
        </section>
      ) : null}
      <Rail title={`Часто покупают ${city}`} products={goods} device={device} />
      {form ? (
        <section className="panel wanted" aria-labelledby="wanted">
          <h2 className="h3" id="wanted">
            {form.schema.name}
          </h2>
          <p className="soft">{unbroken(form.schema.lead ?? '')}</p>
          <AutoForm key={form.values.wanted} form={form} id="wanted-form" />
        </section>
      ) : null}
    </>
  );
}
