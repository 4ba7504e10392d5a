import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import { countFailure } from '#platform/failures.ts';
import { Refusal } from '#platform/refusal.ts';
import { contentSecurityPolicy } from '#platform/security.ts';
import { isDataAddress } from '#shared/data-address.ts';
import { beginningsOfNoPages, beginningsWith } from '#shared/page-facts.ts';
import { type RefusalCode, refusals } from '#shared/refusals.ts';
import { supportNumber } from '#shared/support-number.ts';
import { catalogUrl, homeUrl } from '#shared/urls.ts';
import { lonePage } from './lone-page.ts';
import { wordsOf } from './parts/shell/error-words.ts';
import { retryAfterSeconds } from './parts/shell/page-errors.ts';

const ways = `<p class="row nf__ways"><a class="btn btn--primary" href="${catalogUrl()}">Каталог</a> <a class="btn btn--line" href="${homeUrl()}">На главную</a></p>`;

/** For programs and scripts of ours, and addresses that end like a file. */
const forPrograms = [
  ...beginningsOfNoPages(({ answersPrograms }) => answersPrograms),
  ...beginningsWith(({ isNoDocument = false }) => isNoDocument),
];
const forProgram = new RegExp(`^/(?:${forPrograms.join('|')})/`);
const fileName = /^[^?]*\.[a-z0-9]+(?:\?|$)/i;

/**
 * True when whoever asks wants a page to look at, so that an error is words and HTML; else it is JSON (S7-35).
 */
export function asksForPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  if (forProgram.test(url) || isDataAddress(url)) return false;
  const { accept = '*/*' } = headers;
  return accept.includes('text/html') || (accept.includes('*/*') && !fileName.test(url));
}

type Failure = { status: number; code: number; text?: string };

/**
 * Answers what failed outside the pages' own rendering, where no header can be drawn: a strange address, a refusal
 * before the page, a database that is away, a fault. The visitor learns no more than the number of the request; the
 * log, all.
 */
export function answerPageFailure(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
  phones: string[],
  build: ServerBuild,
) {
  const { status, code, text } = failureOf(error);
  if (status === 500) countFailure('fault');
  // A refusal is no fault, and strangers who are told that we are busy must not fill the log.
  if (status >= 500 && !(error instanceof Refusal))
    request.log.error({ err: error }, status === 503 ? 'the database does not answer' : 'fault');
  const words = wordsOf(code);
  const number = status >= 500 ? ` Номер для поддержки: ${supportNumber(request.id)}` : '';
  const html = lonePage(
    { ...words, code, text: (text ?? words.text) + number, more: ways },
    phones,
    build.assets.routes.root?.css ?? [],
  );
  const wait = error instanceof Refusal ? error.details.retry_after : null;
  if (typeof wait === 'number') reply.header('Retry-After', String(wait));
  else if (status === 503) reply.header('Retry-After', String(retryAfterSeconds));
  return reply
    .code(status)
    .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': contentSecurityPolicy() })
    .type('text/html; charset=utf-8')
    .send(html);
}

function failureOf(error: Error & { statusCode?: number }): Failure {
  if (error instanceof Refusal) {
    if (error.code === 'catalogue_loading') return { status: 503, code: 666 };
    return { status: error.status, code: error.status, text: error.message };
  }
  if (isDatabaseUnavailable(error)) return { status: 503, code: 666 };
  const known: Record<number, RefusalCode> = { 413: 'too_large', 429: 'too_many' };
  const { statusCode: status = 500 } = error;
  if (status >= 500) return { status: 500, code: 500 };
  const refusal = known[status] ? refusals[known[status]].message : refusals.bad_input.message;
  return { status, code: status, text: refusal };
}
