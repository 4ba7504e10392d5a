import type { FastifyRequest } from 'fastify';
import { type ApiKey, recogniseApiKey } from '#modules/exchange/api-keys.ts';
import { exchangeLimits } from '#modules/exchange/schema.ts';
import type { Db } from '#platform/database.ts';
import { limitWait, takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Scope, scopeWords } from '#shared/exchange-words.ts';

export type CallingKey = Pick<ApiKey, 'id' | 'name' | 'scopes' | 'departments'>;

/** Nobody guesses 256 bits; a program with a wrong key is to stop asking the database. */
const wrongKeys = { scope: 'api_key_wrong', max: 30, seconds: 600 };

/**
 * The key of `Authorization: Bearer …`, counted against its calls per minute. Throws no_api_key, forbidden when it has
 * not the scope, too_many.
 */
export async function requireApiKey(db: Db, request: FastifyRequest, scope?: Scope): Promise<CallingKey> {
  const wait = await limitWait(db, wrongKeys.scope, [request.ip], wrongKeys.max, wrongKeys.seconds);
  if (wait > 0) throw tooMany(wait);
  const secret = /^Bearer\s+(\S{20,100})\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  const key = secret === undefined ? null : await recogniseApiKey(db, secret);
  if (!key) {
    await takeLimit(db, wrongKeys.scope, request.ip, wrongKeys.max, wrongKeys.seconds);
    throw new Refusal('no_api_key');
  }
  if (scope && !key.scopes.includes(scope))
    throw new Refusal('forbidden', {}, `Этому ключу не разрешено: ${scopeWords[scope]}`);
  const seconds = await takeLimit(db, 'api_key', String(key.id), exchangeLimits.callsPerMinute, 60);
  if (seconds > 0) throw tooMany(seconds, `Не больше ${exchangeLimits.callsPerMinute} вызовов в минуту с одним ключом`);
  return key;
}
