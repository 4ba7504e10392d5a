import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { writeIds } from '#shared/lists.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cartUrl } from '#shared/urls.ts';
import { useRefreshAfter, useVisitorLists } from '#web/parts/visitor/visitor-lists.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

type Buyable = { id: number; idcode: string; min_count: number; is_on_sale_now: boolean };

/**
 * «Всё в корзину»: the smallest count of each product that can be bought now. Where some cannot, the button says how
 * many can.
 */
export function AllToCart({ products }: { products: Buyable[] }) {
  const { cart } = useVisitorLists();
  const sold = products.filter((product) => product.is_on_sale_now);
  if (sold.length === 0) return null;
  const soldWords = countOf(sold.length, 'товар', 'товара', 'товаров');
  if (sold.every(({ id }) => cart[id]))
    return (
      <p className="soft">
        {sold.length < products.length ? unbroken(`${soldWords} в наличии — уже в `) : 'Всё уже в '}
        <Link className="link" to={cartUrl()}>
          корзине
        </Link>
      </p>
    );
  const goods = sold.map(({ id, idcode, min_count }) => `${id}:${encodeURIComponent(idcode)}:${min_count}`).join(';');
  return (
    <form method="post" action={cartUrl()}>
      <input type="hidden" name="intent" value="add-all" />
      <input type="hidden" name="goods" value={goods} />
      <button type="submit" className="btn btn--sm btn--primary">
        {sold.length < products.length ? (
          unbroken(`${soldWords} в наличии — в корзину`)
        ) : (
          <>
            Всё в корзину
            <span className="sr">: {soldWords}</span>
          </>
        )}
      </button>
    </form>
  );
}

/** Stands only where a script can print. */
export function PrintButton() {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  if (!isThere) return null;
  return (
    <button type="button" className="link" onClick={() => window.print()}>
      Печать
    </button>
  );
}

/** On a list somebody shared: takes it over into one's own. */
export function KeepShared({ url, ids, words }: { url: string; ids: number[]; words: string }) {
  return (
    <div className="note listnote">
      <Icon name="info" />
      <div>
        Этим списком поделились по ссылке.{' '}
        <form method="post" action={url} className="inline">
          <input type="hidden" name="intent" value="keep" />
          <input type="hidden" name="ids" value={writeIds(ids)} />
          <button type="submit" className="link">
            {words}
          </button>
        </form>
      </div>
    </div>
  );
}

/** Whether the shop writes down what is looked at; the answer is a cookie of this browser. */
export function ViewedSwitch({ url, isOff }: { url: string; isOff: boolean }) {
  const fetcher = useFetcher({ key: 'viewed-switch' });
  useRefreshAfter(fetcher.data);
  return (
    <fetcher.Form method="post" action={url} className="listnote">
      <p className="small soft">
        {isOff
          ? 'Запись выключена: новые просмотры здесь не появляются.'
          : 'Просмотренное хранится только в этом браузере.'}{' '}
        <button type="submit" className="link" name="intent" value={isOff ? 'on' : 'off'}>
          {isOff ? 'Включить запись' : 'Не записывать просмотры'}
        </button>
      </p>
    </fetcher.Form>
  );
}
