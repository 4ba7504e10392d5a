import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { proofPath, proveShop } from '#integrations/domains/check-domain.ts';
import type { CatalogueFollower } from '#modules/catalogue-index/follow-catalogue.ts';
import { hostName } from '#modules/departments/hosts.ts';
import { filesFault, filesFolder } from '#platform/files-mark.ts';
import type { ForwardingAlarm } from '#platform/forwarding-alarm.ts';
import { isLocalRequest } from '#platform/local-request.ts';
import { readMigrations } from '#platform/migrate.ts';
import type { Api, ApiContext } from './api.ts';
import { openMetrics } from './metrics.ts';

const anyHost = { config: { anyHost: true, rateLimit: false } } as const;

/** A process whose lists are older than this should not be asked, as long as another can be. */
export const mostBehindSeconds = 300;

/**
 * S7-34: /healthz (the process lives), /readyz (database reachable, migrations applied, files those of the database,
 * catalogue in memory, not about to end; answers within two seconds), /metrics (Prometheus; this machine itself, not
 * through a proxy, or METRICS_TOKEN). /healthz/shop: the shop's proof that a domain leads to it, for its back office.
 */
export function healthRoutes(
  api: Api,
  context: ApiContext,
  catalogue: CatalogueFollower | null,
  forwarding: ForwardingAlarm,
  stopping?: AbortSignal,
): void {
  const { config, keys } = context;
  api.get('/healthz', { ...anyHost, schema: { hide: true } }, async () => ({ status: 'ok' }));

  const challenge = z.object({ challenge: z.string().min(1).max(64) });
  api.get(proofPath, { ...anyHost, schema: { hide: true, querystring: challenge } }, async (request, reply) =>
    reply.type('text/plain').send(proveShop(keys, hostName(request.headers.host ?? ''), request.query.challenge)),
  );

  const check = readiness(context, catalogue);
  api.get('/readyz', { ...anyHost, schema: { hide: true } }, async (_request, reply) => {
    const fault = stopping?.aborted
      ? { status: 'stopping', message: 'Процесс останавливается' }
      : await Promise.race([check(), sleep(deadlineMs, databaseSilent, { ref: false })]);
    if (!fault) return { status: 'ready' };
    return reply.code(503).header('Retry-After', '5').send(fault);
  });

  const metrics = openMetrics(api, context, catalogue, forwarding);
  api.get('/metrics', { ...anyHost, schema: { hide: true } }, async (request, reply) => {
    const hasToken =
      config.METRICS_TOKEN !== undefined && request.headers.authorization === `Bearer ${config.METRICS_TOKEN}`;
    if (!isLocalRequest(request.raw) && !hasToken) return reply.code(403).send('Нет доступа');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

type Unready = { status: string; message: string };

/** A balancer that gets no answer in a few seconds knows no more than one that gets this. */
const deadlineMs = 2_000;
const databaseSilent: Unready = { status: 'database is unreachable', message: 'База данных не отвечает' };

/** What this process must not be asked for yet, or any more; null: it is ready. */
function readiness(
  { db, config }: Pick<ApiContext, 'db' | 'config'>,
  catalogue: CatalogueFollower | null,
): () => Promise<Unready | null> {
  const migrations = readMigrations().then((all) => all.map(({ name }) => name));
  // A shared folder that is lost later costs pictures; a process that never had it would only spread that, and keeps
  // out.
  let hadFiles = false;
  return async () => {
    try {
      const applied = await sql<{ name: string }>`select name from migrations`.execute(db);
      const names = new Set(applied.rows.map(({ name }) => name));
      if (!(await migrations).every((name) => names.has(name)))
        return { status: 'migrations are not applied', message: 'База данных не обновлена' };
      const filesProblem = hadFiles ? null : await filesFault(db, filesFolder(config.DATA_DIR));
      if (filesProblem) return { status: 'files are not those of the database', message: filesProblem };
      hadFiles = true;
    } catch {
      return databaseSilent;
    }
    const state = catalogue?.state();
    if (state && !state.isLoaded) return { status: 'catalogue is loading', message: 'Каталог загружается' };
    if (state && state.behindSeconds > mostBehindSeconds) {
      const minutes = Math.round(state.behindSeconds / 60);
      return { status: 'catalogue is behind', message: `Каталог отстаёт от базы данных на ${minutes} мин` };
    }
    return null;
  };
}
