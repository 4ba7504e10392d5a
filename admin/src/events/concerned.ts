import type { BulkKind, OfficeEvent } from '#shared/office-events.ts';

type Key = readonly unknown[];

/** The calls that say how work of a kind goes on. */
const callsOfJobs: Record<BulkKind, string> = {
  'price-plans': 'price-plans',
  'goods-imports': 'goods-imports',
  'file-imports': 'file-imports',
  onec: 'onec-jobs',
  'coupon-batches': 'coupon-batches',
};

/**
 * Whether what was read under this key may be another after the event. Lists of records stay as they were opened, but
 * for the one of bulk jobs, which is there to see how they go on.
 */
export function isConcerned(key: Key, event: OfficeEvent): boolean {
  const [first, second] = key;
  const path = first === 'got' ? String(second) : '';
  const isSummary = first === 'dashboard' || first === 'counters' || path === '/api/admin/notices';
  switch (event.topic) {
    case 'orders':
      return isSummary || first === 'handover' || isOfOrder(key, event);
    case 'payments':
      return isSummary || (event.record !== undefined && isOfOrder(key, event));
    case 'requests':
    case 'customers':
      return isSummary;
    case 'onec':
      return (
        isSummary || first === 'bulk-jobs' || first === 'onec-packages' || path.startsWith('/api/admin/onec-packages')
      );
    case 'jobs':
      return isOfJobs(first, path, event.kind);
    case 'presence':
      return first === 'presence' && (event.path === undefined || second === event.path);
  }
}

/** The board, and the page of the order; of an event of many orders, of any. */
function isOfOrder([first, second]: Key, { record }: OfficeEvent): boolean {
  if (first !== 'orders' || second === 'getList') return false;
  return second === 'board' || record === undefined || second === record;
}

function isOfJobs(first: unknown, path: string, kind: BulkKind | undefined): boolean {
  const calls = kind ? [callsOfJobs[kind]] : Object.values(callsOfJobs);
  return first === 'bulk-jobs' || calls.some((call) => first === call || path.startsWith(`/api/admin/${call}`));
}

/** Whether the event is of the branch on the screen; null: of all branches. */
export function isOfBranch({ branches }: OfficeEvent, branch: string | null): boolean {
  return branch === null || branches === undefined || branches.includes(branch);
}
