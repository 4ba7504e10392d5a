import type { Permission } from '#modules/staff/permissions.ts';
import type { Db } from '#platform/database.ts';
import { keysOf } from '#shared/keys-of.ts';

/**
 * What a release publishes, by the names of the calendar where it stands there, and who may publish it. In the order of
 * publishing.
 */
export const releaseKinds = {
  coupons: 'promo.write',
  landings: 'content.publish',
  actions: 'promo.write',
  layouts: 'content.publish',
  menu: 'content.publish',
  slides: 'promo.write',
  wobblers: 'promo.write',
  credit: 'promo.write',
  articles: 'content.publish',
  pages: 'content.publish',
  plans: 'prices.write',
} as const satisfies Record<string, Permission>;
export type ReleaseKind = keyof typeof releaseKinds;

export const kindsInOrder = keysOf(releaseKinds);

/** A row of a release; `id` as its kind has it: a code of a coupon, a version of a page, else a number. */
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
  /** It was reckoned from purchase prices: for those who may see them. */
  uses_cost?: boolean;
};

/** With what a row is published or taken back. */
export type PublishTools = {
  now: Date;
  /** Hosts of pictures of wobblers (`IMAGE_HOSTS`). */
  imageHosts: readonly string[];
};

/**
 * How rows of one kind are read, published and taken back: each by the verbs of its own module. `isLocked`: the row is
 * held until the end of the transaction.
 */
export type KindOfRow = {
  read: (db: Db, id: string, now: Date, isLocked: boolean) => Promise<ReleaseRow | null>;
  publish: (db: Db, id: string, tools: PublishTools) => Promise<void>;
  /** `published_at`: of the release that published it. */
  recall: (db: Db, id: string, tools: PublishTools & { published_at: Date }) => Promise<void>;
};
