import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import { countFailure } from '#platform/failures.ts';
import { Refusal } from '#platform/refusal.ts';
import { refusals } from '#shared/refusals.ts';

/** A database that is restarted or taken over by its standby is back within seconds. */
const retryAfterSeconds = 5;

/**
 * S7-35: every error answers `{error: {code, message, …}}` with a Russian message fit to show; refusals of coupons
 * repeat `detail` at the top, as the specification's client reads it. A database that does not answer is 503 with
 * Retry-After. A fault is logged with the request id and shows the visitor nothing else.
 */
export function answerError(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof Refusal) {
    if (error.code === 'no_cart_uuid') request.log.warn({ code: error.code }, error.message);
    const { retry_after, ...details } = error.details;
    if (typeof retry_after === 'number') reply.header('Retry-After', String(retry_after));
    const detail = typeof details.detail === 'string' ? { detail: details.detail } : {};
    return reply
      .code(error.status)
      .send({ error: { code: error.code, message: error.message, ...details }, ...detail });
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = Object.fromEntries(
      error.validation.map((issue) => [
        issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body',
        issue.message ?? '',
      ]),
    );
    return reply.code(422).send({ error: { code: 'bad_input', message: refusals.bad_input.message, fields } });
  }
  if (error.statusCode === 413)
    return reply.code(413).send({ error: { code: 'too_large', message: refusals.too_large.message } });
  if (error.statusCode === 429)
    return reply.code(429).send({ error: { code: 'too_many', message: refusals.too_many.message } });
  if (error.statusCode && error.statusCode < 500) {
    return reply
      .code(error.statusCode === 415 ? 415 : 422)
      .send({ error: { code: 'bad_input', message: 'Запрос не удалось прочитать' } });
  }
  if (isDatabaseUnavailable(error)) {
    request.log.error({ err: error }, 'the database does not answer');
    const { status, message } = refusals.unavailable;
    return reply
      .code(status)
      .header('Retry-After', String(retryAfterSeconds))
      .send({ error: { code: 'unavailable', message } });
  }
  countFailure('fault');
  request.log.error({ err: error }, 'fault');
  return reply.code(500).send({ error: { code: 'fault', message: `Что-то сломалось. Номер ошибки: ${request.id}` } });
}
