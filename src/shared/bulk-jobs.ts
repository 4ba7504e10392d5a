import { bulkKinds } from './office-events.ts';

/** Work on many records at once, as one list shows it. */
export const bulkJobKinds = [...bulkKinds, 'onec-packages'] as const;
export type BulkJobKind = (typeof bulkJobKinds)[number];

/**
 * How work of any kind stands. `rehearsed`: it was only looked at what would change; `held`: it waits for a person;
 * `refused`: it was not done, as somebody decided or the shop found; `stopped`: somebody ended it before its end.
 */
export const bulkJobStates = [
  'held',
  'waiting',
  'running',
  'done',
  'stopped',
  'failed',
  'refused',
  'undoing',
  'undone',
  'rehearsed',
] as const;
export type BulkJobState = (typeof bulkJobStates)[number];
