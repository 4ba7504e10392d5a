import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CatalogueFollower } from '#modules/catalogue-index/follow-catalogue.ts';
import { countLeads } from '#modules/leads/queries.ts';
import { cacheCounts } from '#platform/cache.ts';
import { failureCounts } from '#platform/failures.ts';
import type { ForwardingAlarm } from '#platform/forwarding-alarm.ts';
import { readAlarms } from './alarms.ts';
import type { Api, ApiContext } from './api.ts';

/**
 * What /metrics reports of this process and of the shop; the requests of `api` and of all beside it are measured from
 * now on.
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

function showAlarms(registry: Registry, context: ApiContext, forwarding: ForwardingAlarm): void {
  new Gauge({
    name: 'shop_alarms',
    help: 'What somebody should look at: refused and unsent mail, jobs nobody takes, no worker, tasks of the timetable that do not come round, a held outgoing, files of another shop, short orders, refused refunds and receipts, strange payments, stuck leads, failed jobs, broken site maps and feeds, stores held by unpaid orders, requests forwarded by an unknown proxy',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      const alarms = await readAlarms(context, forwarding.counts().recent);
      for (const [what, count] of Object.entries(alarms)) this.set({ what }, count);
    },
  });
  new Gauge({
    name: 'leads_waiting',
    help: 'Leads that are not in the CRM yet',
    registers: [registry],
    async collect() {
      this.set((await countLeads(context.db)).waiting);
    },
  });
}
