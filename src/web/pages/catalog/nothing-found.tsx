import type { ProductCard } from '#modules/catalogue/card.ts';
import type { DeviceType } from '#platform/device.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { catalogUrl, categoryUrl, discountsUrl, searchUrl } from '#shared/urls.ts';
import type { FormView } from '#web/parts/forms/form-view.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import { Subcategories } from '#web/parts/listing/subcategories.tsx';
import type { Tile } from '#web/parts/listing/tiles.server.ts';
import { type BranchCall, CallBranch } from '#web/parts/maps/open-now.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Link } from '#web/ui/link.tsx';

const AutoForm = deferred(() => import('#web/parts/forms/auto-form.tsx').then((loaded) => loaded.AutoForm));

/** A query that finds goods where the present one finds none. */
export type WayOut = { name: string; total: number; url: string };

/** What stands on the page instead of results. */
export type Instead = { goods: ProductCard[]; queries: string[]; call: BranchCall; form: FormView | null };

type NothingFoundProps = {
  ways: WayOut[];
  call: BranchCall | null;
  form: FormView | null;
  tiles: Tile[];
  device: DeviceType;
};

/**
 * No results, which the heading has said, and no dead end: what to leave out or how to ask otherwise, whom to call and
 * where to look, and beside that a word to the shop.
 */
export function NothingFound({ ways, call, form, tiles, device }: NothingFoundProps) {
  return (
    <div className="nothing">
      <div className="nothing__ways">
        <Ways ways={ways} />
        {call?.phone ? (
          <div className="nothing__call">
            <p>Подскажем по телефону</p>
            <CallBranch call={call} />
          </div>
        ) : null}
        {tiles.length > 0 ? (
          <section className="nothing__tiles">
            <h2 className="h3">Популярные разделы</h2>
            <Subcategories
              list={tiles.slice(0, 6).map((tile) => ({ ...tile, url: categoryUrl(tile.code) }))}
              label="Популярные разделы"
              isFolded={device === 'mobile'}
            />
          </section>
        ) : null}
      </div>
      {form ? (
        <section className="panel wanted" aria-labelledby="wanted">
          <h2 className="h3" id="wanted">
            {form.schema.name}
          </h2>
          <p className="soft">{unbroken(form.schema.lead ?? '')}</p>
          <AutoForm key={form.values.wanted} form={form} id="wanted-form" />
        </section>
      ) : null}
    </div>
  );
}

function Ways({ ways: [best, ...others] }: { ways: WayOut[] }) {
  return (
    <>
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
    </>
  );
}

type InsteadProps = Pick<Instead, 'goods' | 'queries'> & { city: string; device: DeviceType };

/** Below what is near to the query: what people ask for and what they buy. */
export function InsteadOfResults({ goods, queries, city, device }: InsteadProps) {
  return (
    <>
      {queries.length > 0 ? (
        <section className="block">
          <h2>Часто ищут {city}</h2>
          <Chips links={queries.map((query) => ({ name: query, url: searchUrl(query) }))} className="chips" />
        </section>
      ) : null}
      <Rail title={`Часто покупают ${city}`} products={goods} device={device} />
    </>
  );
}
