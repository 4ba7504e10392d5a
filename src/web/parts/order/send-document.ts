import { type DocumentName, documentOfFile } from '#modules/documents/document-content.ts';
import { issueDocument } from '#modules/documents/issue-document.ts';
import { readPaperLogo } from '#modules/documents/paper-logo.ts';
import { documentFileName, renderDocument } from '#modules/documents/render-document.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import type { LogoPicture } from '#modules/settings/logo-file.ts';
import type { Db } from '#platform/database.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import { calendarFile, calendarOf } from './calendar.ts';

/**
 * The paper of an order whose reader has been asked for already, or its day for a calendar; 404 for one the order does
 * not have.
 */
export async function sendDocument(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  order: OrderView,
  file: string,
): Promise<Response> {
  if (file === calendarFile) return sendCalendar(order);
  const name = documentOfFile(file);
  if (!name) throw notFound();
  try {
    const logo = await readPaperLogo(db, filesFolder(config.DATA_DIR));
    const { content, pdf } = await drawOrderPaper(db, order, name, logo);
    return new Response(new Uint8Array(pdf), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${file}"; filename*=UTF-8''${encodeURIComponent(documentFileName(content))}`,
        'X-Robots-Tag': 'noindex',
      },
    });
  } catch (error) {
    if (error instanceof Refusal) throw new PageFailure(error.status);
    throw error;
  }
}

/** The paper as it was issued, or issued now; throws as `issueDocument` does. */
export async function drawOrderPaper(db: Db, order: OrderView, name: DocumentName, logo: LogoPicture | null) {
  const content = await db.transaction().execute((db) => issueDocument(db, name, order));
  return { content, pdf: await renderDocument(content, logo) };
}

function sendCalendar(order: OrderView): Response {
  const calendar = calendarOf(order);
  if (calendar === null) throw notFound();
  return new Response(calendar, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="order-${order.number}.ics"`,
      'X-Robots-Tag': 'noindex',
    },
  });
}
