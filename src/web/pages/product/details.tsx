import type { ReactNode } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import type { DeviceType } from '#platform/device.ts';
import { formatCount } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { unbrokenHtml } from '#shared/unbroken-html.ts';
import { documentWords } from '#web/parts/goods/document-words.ts';
import { Icon } from '#web/ui/icon.tsx';

type DetailsProps = { product: ProductPage; device: DeviceType; questions: number };

/**
 * Specifications, description, documents, and ways to what buyers said. On a phone they fold, their content always in
 * the HTML.
 */
export function Details({ product, device, questions }: DetailsProps) {
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
  if (parts.length === 0) return <div />;
  if (device === 'mobile') {
    return (
      <div>
        {parts.map((part, index) => (
          <details className="fold" key={part.id} id={part.id} open={index === 0}>
            <summary>
              <h2 className="fold__h">{part.title}</h2>
              <Icon name="chevron-down" />
            </summary>
            {part.body}
          </details>
        ))}
      </div>
    );
  }
  return (
    <div>
      <nav className="tabs" aria-label="Разделы">
        {parts.map((part, index) => (
          <a key={part.id} href={`#${part.id}`} className={index === 0 ? 'is-on' : ''}>
            {part.title}
          </a>
        ))}
        <a href="#reviews">Отзывы{product.rating ? `, ${formatCount(product.rating.count)}` : ''}</a>
        <a href="#questions">Вопросы{questions > 0 ? `, ${formatCount(questions)}` : ''}</a>
      </nav>
      {parts.map((part, index) => (
        <Part key={part.id} id={part.id} title={part.title} isTitled={index > 0}>
          {part.body}
        </Part>
      ))}
    </div>
  );
}

function Part({
  id,
  title,
  isTitled,
  children,
}: {
  id: string;
  title: string;
  isTitled: boolean;
  children: ReactNode;
}) {
  return (
    <section className="details__part" id={id}>
      <h2 className={isTitled ? 'h3' : 'sr'}>{title}</h2>
      {children}
    </section>
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
