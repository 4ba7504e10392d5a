import type { ReactNode } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import type { DeviceType } from '#platform/device.ts';
import { formatCount } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { unbrokenHtml } from '#shared/unbroken-html.ts';
import { documentWords } from '#web/parts/goods/document-words.ts';
import { Icon } from '#web/ui/icon.tsx';

type DetailsProps = { product: ProductPage; device: DeviceType; questions: number; points: ReactNode };

/**
 * Specifications, description, documents, ways to what buyers said, and the points beside them. On a phone they fold,
 * their content always in the HTML.
 */
export function Details({ product, device, questions, points }: DetailsProps) {
  const parts = [
    {
      id: 'specs',
      title: 'Характеристики',
      body: product.specifications.length > 0 ? <Specs product={product} /> : null,
    },
    { id: 'description', title: 'Описание', body: product.description ? <Description product={product} /> : null },
    {
      id: 'documents',
      title: 'Документы',
      body: product.documents.length > 0 ? <Documents product={product} /> : null,
    },
  ].filter((part) => part.body !== null);
  const isMobile = device === 'mobile';
  const shown = parts.map(({ id, title, body }, index) =>
    isMobile ? (
      <details className="fold" key={id} id={id} open={index === 0}>
        <summary>
          <h2 className="fold__h">{title}</h2>
          <Icon name="chevron-down" />
        </summary>
        {body}
      </details>
    ) : (
      <section className="details__part" key={id} id={id}>
        <h2 className={index > 0 ? 'h3' : 'sr'}>{title}</h2>
        {body}
      </section>
    ),
  );
  // Beside many specifications the column of the points has room for the last part.
  const last = points && !isMobile && product.specifications.length > 2 && shown.length > 2 ? shown.pop() : null;
  return (
    <div className={`block ${points ? 'cols2' : 'pdp__alone'}`}>
      <div>
        {isMobile || parts.length === 0 ? null : (
          <nav className="tabs" aria-label="Разделы">
            {parts.map(({ id, title }, index) => (
              <a key={id} href={`#${id}`} className={index === 0 ? 'is-on' : ''}>
                {title}
              </a>
            ))}
            <a href="#reviews">Отзывы{product.rating ? `, ${formatCount(product.rating.count)}` : ''}</a>
            <a href="#questions">Вопросы{questions > 0 ? `, ${formatCount(questions)}` : ''}</a>
          </nav>
        )}
        {shown}
      </div>
      <div>
        {points}
        {last}
      </div>
    </div>
  );
}

function Specs({ product }: { product: ProductPage }) {
  return (
    <>
      {product.specifications.map((group) => (
        <div key={group.name} className="details__group">
          {product.specifications.length > 1 ? <h3 className="details__name">{group.name}</h3> : null}
          <dl className="kv">
            {group.rows.map((row) => (
              <div key={row.code}>
                <dt>{row.name}</dt>
                <dd>{row.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </>
  );
}

function Description({ product }: { product: ProductPage }) {
  return (
    <div className="prose">
      {product.description_html ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised at the import (onec/description.ts)
        <div dangerouslySetInnerHTML={{ __html: unbrokenHtml(product.description_html) }} />
      ) : (
        product.description.split(/\n+/).map((paragraph) => <p key={paragraph}>{unbroken(paragraph)}</p>)
      )}
      {product.highlights.length === 1 ? (
        <p>{unbroken(product.highlights[0] ?? '')}</p>
      ) : product.highlights.length > 1 ? (
        <ul>
          {product.highlights.map((highlight) => (
            <li key={highlight}>{unbroken(highlight)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Documents({ product }: { product: ProductPage }) {
  return (
    <ul>
      {product.documents.map((document) => (
        <li key={document.file}>
          <a className="row details__doc" href={`/files/${document.file}`}>
            <Icon name="file-text" />
            <span className="link">{document.name}</span>
            <span className="soft small">{documentWords(document)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
