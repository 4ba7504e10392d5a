import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Register } from 'react-router';
import { requireEstimateLimit } from '#modules/estimates/estimate-limit.ts';
import { formWait } from '#modules/forms/form-limits.ts';
import { findForm } from '#modules/forms/form-schemas.ts';
import { takesFiles } from '#modules/forms/schema.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { requireGuestFilesLimit } from '#modules/support/guest-files.ts';
import type { Db } from '#platform/database.ts';
import { tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { checkFieldCount } from '#platform/request-bodies.ts';
import { uploadLimitBytes } from '#shared/constants.ts';
import { pagePathOf } from '#shared/data-address.ts';
import { type PageAddress, type PageFacts, pageFacts } from '#shared/page-facts.ts';
import { uploadLimits } from '#shared/upload-rules.ts';
import type { PageServer } from './page-server.ts';

/** What a request may bring where no files are sent. */
export const bodyLimitBytes = 1_048_576;
/** A file too large, or one too many, is still read, so that the page can say which. */
const uploadBodyBytes = (uploadLimits.files + 1) * uploadLimitBytes;

/** Fails the types when a route of `routes.ts` has no facts, */
const ofRoutes: Record<keyof Register['pages'], PageFacts> = pageFacts;
/** or facts have no route. */
const facts: Record<PageAddress, PageFacts> = ofRoutes;

const favicon = readFileSync(join(import.meta.dirname, 'images/favicon.ico'));

/**
 * Every address of the pages, in a scope of its own: bodies are left to the pages. Those that may be sent files are
 * named in `page-facts.ts`.
 */
export function pageRoutes(scope: FastifyInstance, db: Db, handle: PageServer['handle']): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    checkFieldCount(request.headers['content-type'], body);
    done(null, body);
  });
  // Asked for by browsers and robots whatever the pages say, on every host.
  scope.get('/favicon.ico', { schema: { hide: true }, config: { anyHost: true } }, (_request, reply) =>
    reply.type('image/x-icon').header('Cache-Control', 'public, max-age=604800').send(favicon),
  );
  scope.all('/*', { schema: { hide: true } }, handle);
  for (const [path, { upload }] of Object.entries(facts)) {
    if (!upload) continue;
    // What stands behind the address is sent the same: `.data` of a script's call, the things of one ticket.
    const all = upload === 'form' ? path : `${path}*`;
    scope.post(all, { schema: { hide: true }, ...uploads[upload](db) }, handle);
  }
}

type Upload = { bodyLimit: number; onRequest: (request: FastifyRequest) => Promise<void> };

/** How large a body a page takes, and from whom. */
const uploads: Record<NonNullable<PageFacts['upload']>, (db: Db) => Upload> = {
  // S5-07: forms with files are open to everybody, as long as the address has not sent its share.
  form: (db) => ({
    bodyLimit: uploadBodyBytes,
    onRequest: async (request) => {
      if (isSmall(request)) return;
      const { code } = request.params as { code: string };
      const form = await findForm(db, pagePathOf(code));
      if (!form || !takesFiles(form.schema)) throw new Refusal('too_large');
      const wait = await formWait(db, request.requestContext.address, await readSetting(db, 'form_terms'));
      if (wait > 0) throw tooMany(wait);
    },
  }),
  // A list of materials (S2-26), from anybody: one file, and one byte too many is still read, so that the page can say
  // so.
  materials: (db) => ({
    bodyLimit: uploadLimitBytes + bodyLimitBytes,
    onRequest: async (request) => {
      if (isSmall(request)) return;
      await requireEstimateLimit(db, request.requestContext.account?.user_id ?? request.requestContext.address);
    },
  }),
  // The same with a request to support (S4-16): from anybody, a guest's network as long as it has not sent its share.
  ticket: (db) => ({
    bodyLimit: uploadBodyBytes,
    onRequest: async (request) => {
      if (isSmall(request) || request.requestContext.account) return;
      await requireGuestFilesLimit(db, request.requestContext.address);
    },
  }),
  // S5-07: a request of the personal area, the receiving of an order and a review carry files. A convenience, no guard:
  // passers-by are told before they send much, while a cookie or token is not looked into here and may be made up. What
  // opens an order is proved by the pages; what a stranger can send is bounded by `boundBodies`.
  papers: () => ({
    bodyLimit: uploadBodyBytes,
    onRequest: async (request) => {
      const { requestContext, url } = request;
      const isKnown = requestContext.account || requestContext.cookies[secretCookie] || url.includes('token=');
      if (!isKnown && !isSmall(request)) throw new Refusal('too_large');
    },
  }),
};

function isSmall({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) <= bodyLimitBytes;
}
