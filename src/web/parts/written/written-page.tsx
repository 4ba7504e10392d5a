import './written.css';
import type { ReactNode } from 'react';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Written } from './read-written.server.ts';
import { TermsTable } from './terms-table.tsx';

type WrittenPageProps = {
  page: Omit<Written, 'seo'>;
  /** Over the whole width, above the columns and under them. */
  above?: ReactNode;
  below?: ReactNode;
  /** What one comes for, above the text. */
  first?: ReactNode;
  /** The text and what is under it are folded under these words: the reader has what they tell of. */
  fold?: string | undefined;
  children?: ReactNode;
  aside: ReactNode;
};

/** Title, the written text, what the rows say under it, and what one can do beside. */
export function WrittenPage({ page, above, below, first, fold, children, aside }: WrittenPageProps) {
  const text = (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
      {page.html ? <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} /> : null}
      {children}
    </>
  );
  return (
    <>
      <PageHead crumbs={page.crumbs} title={page.title} device={page.device} />
      {above ? <div className="club__whole">{above}</div> : null}
      <div className="club">
        <div className="club__main">
          {first}
          {fold ? (
            <details className="club__fold">
              <summary className="link">{fold}</summary>
              <div className="club__main">{text}</div>
            </details>
          ) : (
            text
          )}
        </div>
        {aside ? <aside className="club__side">{aside}</aside> : null}
      </div>
      {below ? <div className="club__whole">{below}</div> : null}
    </>
  );
}

type RulesTableProps = {
  caption: string;
  head: string[];
  rows: string[][];
  /** Where the heading of a row leads, by its words. */
  links?: ReadonlyMap<string, string>;
  /** Its cells are so short that a row stays a row on a narrow screen too. */
  isShort?: boolean;
};

/** A table of rules; the first cell of a row is its heading. */
export function RulesTable({ caption, head, rows, links, isShort = false }: RulesTableProps) {
  return (
    <TermsTable
      look={isShort ? 'short' : undefined}
      caption={caption}
      head={head}
      rows={rows.map(([first = '', ...cells]) => ({
        id: first,
        name: <RowName name={first} url={links?.get(first)} />,
        cells,
      }))}
    />
  );
}

function RowName({ name, url }: { name: string; url: string | undefined }) {
  if (url === undefined) return name;
  return (
    <Link className="link" to={url}>
      {name}
    </Link>
  );
}

type CardFaceProps = {
  kind: 'bonus' | 'idd' | 'business';
  title: string;
  /** The reader's own number; without it the card is only shown, to be told from the others. */
  number?: string | undefined;
  /** The firm that holds it: the card is only its picture, what it says stands beside it. */
  owner?: string | undefined;
};

/** The card as it is held in the hand, each kind in its own colour. */
export function CardFace({ kind, title, number, owner }: CardFaceProps) {
  return (
    <p className={`card-face card-face--${kind}`} data-ground="dark" aria-hidden={number === undefined || undefined}>
      <b className="card-face__shop" aria-hidden="true">
        ИДД
      </b>
      <span>{title}</span>
      {owner === undefined ? null : <b className="b">{owner}</b>}
      {number === undefined ? null : <span className="card-face__number num">{number}</span>}
    </p>
  );
}
