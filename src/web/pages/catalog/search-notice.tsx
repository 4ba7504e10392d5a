import type { SearchNote } from '#modules/search/listing.ts';
import { catalogUrl } from '#shared/urls.ts';
import { listingUrl } from '#web/parts/listing/listing-url.ts';
import type { ListingPage } from '#web/parts/listing/read-listing.ts';
import { AppliedChip } from '#web/ui/chips.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { shownQuery } from './shown-query.ts';

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
              ? `Возможно, вы искали «${shownQuery(note)}»: по запросу «${note.query}» ничего нет.`
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
