import { renderToStaticMarkup } from 'react-dom/server';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { ShopPreview } from '#modules/visitors/shop-preview.ts';
import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { everyDraft, type ShopLook } from '#shared/shop-look.ts';

/**
 * The page of a member of staff who looks at the shop at another moment, with the strip above it that says which one
 * and what is of today all the same. It stands in no other page and in no script: React leaves what it does not know in
 * `body` where it is.
 */
export function withPreviewStrip(html: Buffer, { preview, department }: RequestContext): Buffer {
  if (!preview) return html;
  const strip = renderToStaticMarkup(
    <aside className="acting acting--preview" data-ground="dark" aria-label="Предпросмотр магазина">
      <div className="wrap">
        <p>
          Предпросмотр: <b className="num">{formatDateTime(preview.at, department.time_zone)}</b>, {department.city}
          {draftWords(preview)}. {priceWords(preview)}, {namesWords(preview)}заказать нельзя
          {preview.frame === null ? ' —' : ''}
        </p>
        {preview.frame === null ? <a href="/_preview/end/">Закончить</a> : null}
        <span className="num">до {formatDateTime(preview.until, department.time_zone).slice(-5)}</span>
      </div>
    </aside>,
  );
  return Buffer.from(html.toString().replace(/<body[^>]*>/, (opening) => opening + strip));
}

function priceWords({ at }: ShopLook): string {
  return `Цены ${at > new Date() ? 'по планам ' : ''}на этот момент, остатки сегодняшние`;
}

/** Lists, their filters and the search come from the catalogue in memory, which knows of no draft. */
function namesWords({ drafts }: ShopLook): string {
  return drafts === null ? '' : 'в списках и поиске товары под нынешними названиями, ';
}

function draftWords({ drafts, moreDrafts = 0 }: ShopPreview): string {
  const most =
    moreDrafts > 0 ? `, кроме ${countOf(moreDrafts, 'последней правки', 'последних правок', 'последних правок')}` : '';
  if (drafts === null) return most;
  return `${drafts === everyDraft ? ', с черновиками' : ', с черновиками выпуска'}${most}`;
}
