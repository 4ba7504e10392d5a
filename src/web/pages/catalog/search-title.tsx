import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { catalogUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';

/** `used`: the query as it was searched for. It stays editable here too, beside the search box of the header. */
export function SearchTitle({ q, found, used, city }: { q: string; found: number; used: string; city: string }) {
  const verb = found % 10 === 1 && found % 100 !== 11 ? 'Найден' : 'Найдено';
  const words =
    found === 0
      ? `По запросу «${used}» ничего не найдено`
      : `${verb} ${countOf(found, 'товар', 'товара', 'товаров')} по запросу «${used}»`;
  return (
    <div className="title title--search">
      <h1 className="h2">{unbroken(words)}</h1>
      <span>{city}</span>
      <form className="search-again" method="get" action={catalogUrl()}>
        <label className="input">
          <Icon name="search" />
          <span className="sr">Изменить запрос</span>
          <input type="search" name="q" key={q} defaultValue={q} maxLength={100} autoComplete="off" />
        </label>
        <button type="submit" className="btn btn--line">
          Найти
        </button>
      </form>
    </div>
  );
}
