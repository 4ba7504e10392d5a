import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CatalogueFollower } from '#modules/catalogue-index/follow-catalogue.ts';
import { countLeads } from '#modules/leads/queries.ts';
import { countUnsent } from '#modules/mail/mails.ts';
import { unusualReservations } from '#modules/orders/unusual-reservations.ts';
import { cacheCounts } from '#platform/cache.ts';
import type { Db } from '#platform/database.ts';
import { failureCounts } from '#platform/failures.ts';
import { filesFault, filesFolder } from '#platform/files-mark.ts';
import type { ForwardingAlarm } from '#platform/forwarding-alarm.ts';
import { outgoingHold } from '#platform/outgoing.ts';
import { countWaitingJobs } from '#platform/queue.ts';
import type { Api, ApiContext } from './api.ts';

/**
 * What /metrics tells of this process and of the shop; the requests of `api` and of all beside it are measured from now
 * on.
 */
export function openMetrics(
  api: Api,
  context: ApiContext,
  catalogue: CatalogueFollower | null,
  forwarding: ForwardingAlarm,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(registry, api);
  countFailures(registry, forwarding);
  showCaches(registry, catalogue);
  showAlarms(registry, context, forwarding);
  return registry;
}

function measureRequests(registry: Registry, api: Api): void {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Requests answered by Fastify, by route; pages answered from the store are counted apart',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  api.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
  });
}

function countFailures(registry: Registry, forwarding: ForwardingAlarm): void {
  new Counter({
    name: 'failures_total',
    help: 'Faults (what somebody should mend), and readings and cart saves that failed without the visitor being told',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [what, count] of Object.entries(failureCounts())) this.inc({ what }, count);
    },
  });
  new Counter({
    name: 'untrusted_forwarding_total',
    help: 'Requests passed on by a machine that TRUST_PROXY does not name',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(forwarding.counts().total);
    },
  });
}

function showCaches(registry: Registry, catalogue: CatalogueFollower | null): void {
  new Gauge({
    name: 'cache',
    help: 'Caches of the process by name: hits, misses, stale answers, entries, bytes (0 where entries are bounded by number)',
    labelNames: ['name', 'what'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [name, counts] of cacheCounts()) {
        for (const [what, value] of Object.entries(counts)) this.set({ name, what }, value);
      }
    },
  });
  new Gauge({
    name: 'catalogue_index',
    help: 'Catalogue in memory: loaded, seconds behind the database, revision, products, changed products, segments, bytes, updates, rebuilds, failures, seconds of the last rebuild',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      if (!catalogue) return;
      const { isLoaded, isReading, behindSeconds, ...state } = catalogue.state();
      this.set({ what: 'loaded' }, Number(isLoaded));
      this.set({ what: 'reading' }, Number(isReading));
      this.set({ what: 'behind_seconds' }, Number.isFinite(behindSeconds) ? behindSeconds : 0);
      this.set({ what: 'revision' }, state.revision);
      this.set({ what: 'products' }, state.products);
      this.set({ what: 'changed_products' }, state.changedProducts);
      this.set({ what: 'segments' }, state.segments);
      this.set({ what: 'bytes' }, state.bytes);
      this.set({ what: 'updates' }, state.updates);
      this.set({ what: 'rebuilds' }, state.rebuilds);
      this.set({ what: 'failures' }, state.failures);
      this.set({ what: 'build_seconds' }, state.buildSeconds);
    },
  });
}

function showAlarms(registry: Registry, { db, config, partners }: ApiContext, forwarding: ForwardingAlarm): void {
  new Gauge({
    name: 'shop_alarms',
    help: 'What somebody should look at: refused and unsent mail, jobs nobody takes, a held outgoing, files of another shop, short orders, refused refunds and receipts, strange payments, stuck leads, failed jobs, stores held by unpaid orders, requests forwarded by an unknown proxy',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      const counts = await readAlarms(db);
      this.set({ what: 'refused_mails' }, counts.mails);
      this.set({ what: 'short_orders' }, counts.orders);
      this.set({ what: 'refused_refunds' }, counts.refunds);
      this.set({ what: 'refused_receipts' }, counts.receipts);
      this.set({ what: 'strange_payments' }, counts.payments);
      // Without a CRM every lead waits here on purpose.
      const leads = await countLeads(db);
      this.set({ what: 'stuck_leads' }, partners.crm ? leads.stuck : 0);
      this.set({ what: 'failed_jobs' }, await countFailedJobs(db));
      this.set({ what: 'unpaid_stock' }, (await unusualReservations(db)).length);
      this.set({ what: 'untrusted_forwarding' }, forwarding.counts().recent);
      this.set({ what: 'waiting_jobs' }, (await hasQueue(db)) ? (await countWaitingJobs(db)).count : 0);
      this.set({ what: 'unsent_mails' }, (await countUnsent(db)).count);
      this.set({ what: 'outgoing_held' }, (await outgoingHold(db)) ? 1 : 0);
      this.set({ what: 'wrong_files' }, (await filesFault(db, filesFolder(config.DATA_DIR))) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'leads_waiting',
    help: 'Leads that are not in the CRM yet',
    registers: [registry],
    async collect() {
      this.set((await countLeads(db)).waiting);
    },
  });
}

type Alarms = {
  mails: number;
  orders: number;
  refunds: number;
  receipts: number;
  payments: number;
};

async function readAlarms(db: Db): Promise<Alarms> {
  const { rows } = await sql<Alarms>`
        select (select count(*)::int from mails where failed_at is not null and sent_at is null and kept_at is null) as mails,
               (select count(*)::int from orders where short_since is not null and state not in ('completed', 'cancelled')) as orders,
               (select count(*)::int from refunds r where r.state = 'canceled' and not exists (
                 select from refunds later where later.payment_id = r.payment_id and later.state <> 'canceled'
                   and later.created_at > r.created_at)) as refunds,
               (select count(*)::int from receipts r join payments p on p.id = r.payment_id
                 where r.state = 'canceled' and p.state = 'succeeded' and r.kind <> 'return') as receipts,
               (select count(*)::int from payment_events
                 where problem is not null and received_at > now() - interval '7 days') as payments
      `.execute(db);
  return rows[0] ?? { mails: 0, orders: 0, refunds: 0, receipts: 0, payments: 0 };
}

async function hasQueue(db: Db): Promise<boolean> {
  const known = await sql<{
    exists: boolean;
  }>`select to_regclass('graphile_worker.jobs') is not null as exists`.execute(db);
  return known.rows[0]?.exists ?? false;
}

async function countFailedJobs(db: Db): Promise<number> {
  if (!(await hasQueue(db))) return 0;
  const failed = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where attempts >= max_attempts and last_error is not null
  `.execute(db);
  return failed.rows[0]?.count ?? 0;
}
