import type { AuditLine } from '#modules/audit/write-audit.ts';
import { draftResources } from '#modules/drafts/kinds.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import type { Db } from '#platform/database.ts';
import { keysOf } from '#shared/keys-of.ts';

/**
 * What a release publishes, by the names of the calendar where it stands there, and who may publish it: first changed
 * fields of published records, then drafts of every kind. In the order of publishing.
 */
export const releaseKinds = {
  ...draftResources,
  coupons: 'promo.write',
  forms: 'content.publish',
  landings: 'content.publish',
  actions: 'promo.write',
  layouts: 'content.publish',
  menu: 'content.publish',
  slides: 'promo.write',
  wobblers: 'promo.write',
  credit: 'promo.write',
  vacancies: 'content.publish',
  wheels: 'promo.write',
  synonyms: 'search.write',
  search_redirects: 'search.write',
  stop_words: 'search.write',
  pins: 'search.write',
  articles: 'content.publish',
  pages: 'content.publish',
  plans: 'prices.write',
} as const satisfies Record<string, Permission>;
export type ReleaseKind = keyof typeof releaseKinds;

/** Who may put a draft into a release without being allowed to publish it, so that another person publishes both. */
export const proposedKinds: Partial<Record<ReleaseKind, Permission>> = { plans: 'prices.propose' };

export const kindsInOrder = keysOf(releaseKinds);

/** A row of a release; `id` as its kind has it: a code (coupons, forms), a version of a page, a draft, or a number. */
export type ReleaseKey = { kind: ReleaseKind; id: string };

/** A row that a release may publish, whatever its kind. */
export type ReleaseRow = {
  title: string;
  /** null: every branch. */
  department_id_1c: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  /** It has not been published yet. */
  is_draft: boolean;
  /** What it says: compared before it is taken back, so without the moments of writing. */
  version: object;
  /** It was computed from purchase prices: for those who may see them. */
  uses_cost?: boolean;
  /** What it will say, where its version says what stands there now. */
  says?: object;
  /** Of changed fields: of the record that has them. */
  record_id?: string;
  /** It is published by itself at a moment of its own. */
  has_own_moment?: boolean;
  /** It was published and has been taken back on its own page since. */
  is_taken_back?: boolean;
};

/** With what a row is published or taken back. */
export type PublishTools = {
  now: Date;
  /** Hosts of pictures of wobblers (`IMAGE_HOSTS`). */
  imageHosts: readonly string[];
};

type Published = PublishTools & { by: string };
/** `published_at`: of the release that published it. */
type Recalled = PublishTools & { published_at: Date };

/**
 * How rows of one kind are read, published and taken back: each by the verbs of its own module. `isLocked`: the row is
 * held until the end of the transaction. A verb that changes a record of its own returns that record's line of the
 * audit log.
 */
export type KindOfRow = {
  read: (db: Db, id: string, now: Date, isLocked: boolean) => Promise<ReleaseRow | null>;
  publish: (db: Db, id: string, tools: Published) => Promise<AuditLine | null>;
  recall: (db: Db, id: string, tools: Recalled) => Promise<AuditLine | null>;
};

/** Rows that are drafts themselves: the line of the release tells all there is to tell. */
export type KindOfDraft = {
  read: KindOfRow['read'];
  publish: (db: Db, id: string, tools: Published) => Promise<void>;
  recall: (db: Db, id: string, tools: Recalled) => Promise<void>;
};
