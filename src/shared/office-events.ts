/** What open screens of the back office are notified of. */
export const officeTopics = ['orders', 'payments', 'requests', 'customers', 'onec', 'jobs', 'presence'] as const;
export type OfficeTopic = (typeof officeTopics)[number];

/** Kinds of work on many records at once. */
export const bulkKinds = ['price-plans', 'goods-imports', 'file-imports', 'onec', 'coupon-batches'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** That something changed, not what it became: whoever receives it asks the ordinary calls again. */
export type OfficeEvent = {
  topic: OfficeTopic;
  /** id_1c of those of the person's branches that it concerns; absent: it is common to all. */
  branches?: string[];
  /** Of orders and their payments: the id of the order; absent: of many. */
  record?: string;
  /** Of jobs. */
  kind?: BulkKind;
  /** Of presence: the page where others came or went. */
  path?: string;
};

/** So often a stream says that it lives; who receives nothing for three times as long opens another one. */
export const officeBeatMs = 20_000;
