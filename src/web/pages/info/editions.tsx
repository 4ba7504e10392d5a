import type { PageEdition } from '#modules/content/pages.ts';
import { formatDate } from '#shared/dates.ts';
import { pageEditionUrl } from '#shared/urls.ts';
import { Link } from '#web/ui/link.tsx';

export type EditionRow = { version: number; from: string; to: string | null };

/** Dates in the branch's own days. */
export function editionRow(
  { version, published_at, replaced_at }: Pick<PageEdition, 'version' | 'published_at'> & Partial<PageEdition>,
  time_zone: string,
): EditionRow {
  const day = (date: Date) => formatDate(date, time_zone);
  return { version, from: day(published_at), to: replaced_at ? day(replaced_at) : null };
}

type EditionListProps = { slug: string; edition: EditionRow; editions: EditionRow[] };

/** Which edition this is and where the earlier ones are. */
export function EditionList({ slug, edition, editions }: EditionListProps) {
  return (
    <section className="info__version small" aria-label="Редакции">
      <p className="soft">
        Редакция {edition.version} от {edition.from}
      </p>
      {editions.length > 0 ? (
        <details>
          <summary>Прежние редакции: {editions.length}</summary>
          <ul>
            {editions.map(({ version, from, to }) => (
              <li key={version}>
                <Link className="link" to={pageEditionUrl(slug, version)}>
                  Редакция {version} от {from}
                </Link>
                {to ? <span className="soft">, действовала до {to}</span> : null}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
