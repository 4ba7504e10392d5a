import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { requireEstimateLimit } from '#modules/estimates/estimate-limit.ts';
import { formTerms, formWait } from '#modules/forms/form-limits.ts';
import { findForm } from '#modules/forms/form-schemas.ts';
import { takesFiles } from '#modules/forms/schema.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import type { Db } from '#platform/database.ts';
import { tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { checkFieldCount } from '#platform/request-bodies.ts';
import { uploadLimitBytes } from '#shared/constants.ts';
import { uploadLimits } from '#shared/upload-rules.ts';
import { estimatesUrl, supportUrl } from '#shared/urls.ts';
import type { PageDoor } from './page-door.ts';

/** What a request may bring where no files are sent. */
export const bodyLimitBytes = 1_048_576;
/** A file too large, or one too many, is still read, so that the page can say which. */
const uploadBodyBytes = (uploadLimits.files + 1) * uploadLimitBytes;

const favicon = readFileSync(join(import.meta.dirname, 'images/favicon.ico'));

/** Every address of the pages, in a scope of its own: bodies are left to the pages. Named are those that may be sent files, and who may send them. */
export function pageRoutes(scope: FastifyInstance, db: Db, handle: PageDoor['handle']): void {
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
  // S5-07: forms with files are open to everybody, as long as the address has not sent its share.
  for (const path of ['/forms/:code', '/_forms/:code']) {
    scope.post(
      path,
      {
        schema: { hide: true },
        bodyLimit: uploadBodyBytes,
        onRequest: async ({ visit, headers, params }) => {
          if (Number(headers['content-length']) <= bodyLimitBytes) return;
          const { code } = params as { code: string };
          const form = await findForm(db, code.replace(/\.data$/, ''));
          if (!form || !takesFiles(form.schema)) throw new Refusal('too_large');
          const wait = await formWait(db, visit.address, await formTerms(db));
          if (wait > 0) throw tooMany(wait);
        },
      },
      handle,
    );
  }
  // A list of materials (S2-26), from anybody: one file, and one byte too many is still read, so that the page can say so.
  scope.post(
    `${estimatesUrl().slice(0, -1)}*`,
    {
      schema: { hide: true },
      bodyLimit: uploadLimitBytes + bodyLimitBytes,
      onRequest: async ({ visit, headers }) => {
        if (Number(headers['content-length']) <= bodyLimitBytes) return;
        await requireEstimateLimit(db, visit.account?.user_id ?? visit.address);
      },
    },
    handle,
  );
  // S5-07: a request to support and the receiving of an order carry files. A convenience, no guard: passers-by are told before they send much, while a
  // cookie or token is not looked into here and may be made up. What opens an order is proved by the pages; what a stranger can send is bounded by
  // `boundBodies`.
  for (const path of [
    `${supportUrl().slice(0, -1)}*`,
    '/personal/orders/:id/receiving*',
    '/order/:id/receiving*',
    '/reviews/write/:slug*',
  ]) {
    scope.post(
      path,
      {
        schema: { hide: true },
        bodyLimit: uploadBodyBytes,
        onRequest: async ({ visit, headers, url }) => {
          const isKnown = visit.account || visit.cookies[secretCookie] || url.includes('token=');
          if (!isKnown && !(Number(headers['content-length']) <= bodyLimitBytes)) throw new Refusal('too_large');
        },
      },
      handle,
    );
  }
}
