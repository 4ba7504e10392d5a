import { z } from 'zod';
import { type BulkJob, type BulkJobReach, countBulkJobs, listBulkJobs } from '#modules/bulk-jobs/list-bulk-jobs.ts';
import { listPriceColumns } from '#modules/catalogue/staff-prices.ts';
import { permissionOfBulk } from '#modules/staff/office-events.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import { type BulkJobKind, type BulkJobState, bulkJobKinds, bulkJobStates } from '#shared/bulk-jobs.ts';
import { describeBulkJobs } from './bulk-job-words.ts';
import { keyedAnswer, keyedQuery, readByKey, totalOf } from './list.ts';
import { type AdminRoute, type Asked, adminRead } from './route.ts';

const Job = z.object({
  /** «price-plans:12» */
  id: z.string(),
  kind: z.enum(bulkJobKinds),
  /** Among those of its kind. */
  number: z.int(),
  name: z.string(),
  at: z.string(),
  /** Who began or decided it: a name, a node of 1C or «команда» of the terminal; '': nobody knows. */
  who: z.string(),
  state: z.enum(bulkJobStates),
  /** How far the worker is; null: it is not at it, or counts nothing. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** What is being done, what came of it, or why nothing did. */
  words: z.string(),
  /** Until when the person who asks may take it back; null: they may not. */
  undo_until: z.string().nullable(),
  /** Whether the person who asks may end it before its end; false too when there is nothing to end. */
  can_stop: z.boolean(),
});

/** Who sees jobs of a kind. All of them see prices: by that right the list is opened. */
const permissionOf: Record<BulkJobKind, Permission> = { ...permissionOfBulk, 'onec-packages': 'exchange.read' };

/** Who takes jobs of a kind back; null: nobody does. */
const permissionToUndo: Record<BulkJobKind, Permission | null> = {
  'price-plans': 'prices.write',
  'goods-imports': 'catalogue.import',
  'file-imports': 'catalogue.import',
  'onec-packages': 'exchange.rollback',
  onec: null,
  'coupon-batches': null,
};

/** Who may end jobs of a kind: whoever may begin them; null: they are over as soon as they have begun. */
const permissionToStop: Record<BulkJobKind, Permission | null> = {
  'price-plans': 'prices.write',
  'goods-imports': 'catalogue.import',
  'file-imports': null,
  'onec-packages': 'exchange.decide',
  onec: 'exchange.map',
  'coupon-batches': null,
};
const endable: BulkJobState[] = ['waiting', 'running', 'undoing'];

export const bulkJobRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/bulk-jobs',
    summary: 'Массовые операции всех видов, которые видны сотруднику',
    permission: 'prices.read',
    query: keyedQuery(
      {
        kind: z.array(z.enum(bulkJobKinds)).min(1),
        /** None: all but those that were only looked at. */
        state: z.array(z.enum(bulkJobStates)).min(1),
        who: z.string().max(200),
      },
      ['at'],
    ).omit({ ids: true }),
    response: keyedAnswer(Job).extend({
      /** How many there would be of each kind and state, and of whom there are any. */
      totals: z.object({
        kinds: z.partialRecord(z.enum(bulkJobKinds), z.int()),
        states: z.partialRecord(z.enum(bulkJobStates), z.int()),
        people: z.array(z.string()),
      }),
    }),
    async run(asked) {
      const { db, may, now, query } = asked;
      const { kind: kinds, state: states, who } = query.filter;
      const filter = { kinds, states, who };
      const reach = await reachOf(asked);
      const [{ rows, next }, { count, ...totals }] = await Promise.all([
        readByKey(query, async (window) => ({ rows: await listBulkJobs(db, reach, filter, window) })),
        countBulkJobs(db, reach, filter),
      ]);
      const described = await describeBulkJobs(db, rows, reach);
      const items = rows.map((job) => {
        const { name, words, progress, undone_until } = described(job);
        const undo = permissionToUndo[job.kind];
        const isUndoable = undo !== null && may(undo) && undone_until !== null && undone_until > now;
        const stop = permissionToStop[job.kind];
        return {
          ...present(job),
          name,
          words,
          progress,
          undo_until: isUndoable ? undone_until.toISOString() : null,
          can_stop: stop !== null && may(stop) && endable.includes(job.state),
        };
      });
      return { items, ...totalOf(count), next, totals };
    },
  }),
];

async function reachOf({ db, scope, may }: Pick<Asked, 'db' | 'scope' | 'may'>): Promise<BulkJobReach> {
  const isCostShown = may('prices.cost');
  const columns = await listPriceColumns(db, scope.branches, isCostShown);
  return {
    kinds: bulkJobKinds.filter((kind) => may(permissionOf[kind])),
    columns: columns.map(({ price_column }) => price_column),
    isCostShown,
    branches: scope.branches,
  };
}

function present({ kind, id, at, who, state }: BulkJob) {
  return { id: `${kind}:${id}`, kind, number: id, at: at.toISOString(), who, state };
}
