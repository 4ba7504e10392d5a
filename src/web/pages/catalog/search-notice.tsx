import { Link } from 'react-router';
import type { SearchNote } from '#modules/search/listing.ts';
import { countOf } from '#shared/plurals.ts';
import { catalogUrl } from '#shared/urls.ts';
import { FormLink } from '#web/parts/forms/form-link.tsx';
import { listingUrl } from '#web/parts/listing/listing-url.ts';
import type { ListingPage } from '#web/parts/listing/read-listing.ts';
import { AppliedChip } from '#web/ui/chips.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { shownQuery } from './shown-query.ts';

/** `used`: the query as it was searched for. It stays editable here too, beside the search box of the header. */
export function SearchTitle({ q, found, used, city }: { q: string; found: number; used: string; city: string }) {
  const verb = found % 10 === 1 && found % 100 !== 11 ? 'Найден' : 'Найдено';
  const words =
    found === 0
      ? `По запросу «${used}» ничего не найдено`
      : `${verb} ${countOf(found, 'товар', 'товара', 'товаров')} по запросу «${used}»`;
  return (
    <div className="title title--search">
      <h1 className="h2">{words}</h1>
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

/** What was changed in the query, taken for a filter, or is doubtful: said, and each can be undone. */
export function SearchNotice({ page, note }: { page: ListingPage; note: SearchNote }) {
  const { listing, path, result } = page;
  const url = (change: Parameters<typeof listingUrl>[2]) => listingUrl(path, page, change);
  const { understood } = note;
  return (
    <>
      {note.correction === null ? null : (
        <Note className="catalog__note" role="status">
          {note.correction === 'fewer_words' && note.dropped
            ? `По всем словам ничего подходящего нет. Показаны результаты по запросу «${shownQuery(note)}», без «${note.dropped}».`
            : note.weak
              ? `Возможно, Вы искали «${shownQuery(note)}»: по запросу «${note.query}» ничего нет.`
              : `Показаны результаты по запросу «${shownQuery(note)}» вместо «${note.query}».`}{' '}
          <Link className="link" to={url({ exact: true })}>
            Искать точно «{note.query}»
          </Link>
        </Note>
      )}
      {listing.exact ? (
        <Note className="catalog__note">
          Ищем точно то, что набрано.{' '}
          <Link className="link" to={url({ exact: undefined })}>
            Исправлять и понимать запрос
          </Link>
        </Note>
      ) : null}
      {understood.length > 0 ? (
        <div className="applied said">
          <span className="soft small">Учли в запросе:</span>
          {understood.map(({ label, remove }) => (
            <AppliedChip key={label} name={label} url={remove ? url({ q: remove, exact: undefined }) : catalogUrl()} />
          ))}
        </div>
      ) : null}
      {/* A doubtful correction has said so itself. */}
      {note.weak && note.correction === null && result.total > 0 ? (
        <Note kind="warn" icon="info" className="catalog__note">
          Точных совпадений мало: показываем близкое. Назовите товар иначе или{' '}
          <FormLink code="callback" className="link">
            спросите нас
          </FormLink>
          .
        </Note>
      ) : null}
    </>
  );
}
