import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { isFile, listOwnPapers, type PaperFile } from '#modules/documents/own-papers.ts';
import { readPaperLogo } from '#modules/documents/paper-logo.ts';
import { documentFileName } from '#modules/documents/render-document.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { takeLimit } from '#platform/limits.ts';
import { drawOrderPaper } from '#web/parts/order/send-document.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { personalOrder } from '../orders/personal-order.ts';
import type { Route } from './+types/export-route.ts';
import { mostInArchive, type PapersQuery, papersFilter, readPapersQuery } from './papers-query.ts';

/** How often one person may ask for an archive: each of its papers is drawn again. */
const limit = { max: 20, windowSeconds: 3_600 } as const;

/** What all papers of one archive weigh at most. */
const mostBytes = 100 * 1024 * 1024;

/** The invoices and УПД that the page lists under the same query, in one ZIP; 404 where there are none, or too many. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db } = found;
  const { user_id } = requireAccount(found.requestContext, request);
  const query = readPapersQuery(new URL(request.url).searchParams);
  const filter = papersFilter(query);
  const kinds = filter.kinds.filter((kind) => kind !== 'receipt');
  const papers = await listOwnPapers(db, user_id, { ...filter, kinds }, { page: 1, limit: mostInArchive + 1 });
  const files = papers.filter(isFile);
  if (files.length === 0 || files.length > mostInArchive) throw notFound();
  const wait = await takeLimit(db, 'paper archives', user_id, limit.max, limit.windowSeconds);
  if (wait > 0) throw new PageFailure(429, { retry_after: wait });
  const stream = await archiveOf(found, request, files);
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="documents.zip"; filename*=UTF-8''${encodeURIComponent(nameOf(query))}`,
      'X-Robots-Tag': 'noindex',
    },
  });
}

/**
 * Every paper is asked for, and drawn, as its own address does it, when the one before has been sent: one of them
 * stands in memory. One that cannot be had breaks the file off, so that nobody takes a part for the whole.
 */
async function archiveOf(found: Shop, request: Request, files: PaperFile[]): Promise<Readable> {
  const logo = await readPaperLogo(found.db, filesFolder(found.config.DATA_DIR));
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))));
  let sent = 0;
  const draw = async ({ order_id, kind, part }: PaperFile) => {
    const order = await personalOrder(found, order_id, request);
    const { pdf } = await drawOrderPaper(found.db, order, { kind, part }, logo);
    sent += pdf.length;
    if (sent > mostBytes) throw new Error(`papers of one archive are over ${mostBytes} bytes`);
    return Readable.from([pdf]);
  };
  for (const file of files) {
    const { kind, number, day } = file;
    // A PDF is packed already.
    const options = { mtime: new Date(`${day}T12:00:00Z`), compress: false };
    zip.addReadStreamLazy(documentFileName({ kind, number, date: day }), options, (give) => {
      draw(file).then(
        (pdf) => give(null, pdf),
        (error) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return stream;
}

/** «Документы с 2026-10-01 по 2026-12-31.zip» */
function nameOf({ from, to }: PapersQuery): string {
  return `${['Документы', from && `с ${from}`, to && `по ${to}`].filter(Boolean).join(' ')}.zip`;
}
