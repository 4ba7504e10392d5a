import type { Db } from '#platform/database.ts';
import type { KindOfRow, ReleaseKey, ReleaseKind, ReleaseRow } from '../kinds.ts';
import { actionKind, couponKind, creditKind, layoutKind, menuKind, slideKind, wobblerKind } from './dated-kinds.ts';
import { articleKind, landingKind, pageKind, planKind } from './edition-kinds.ts';

export const allKinds: Record<ReleaseKind, KindOfRow> = {
  coupons: couponKind,
  landings: landingKind,
  actions: actionKind,
  layouts: layoutKind,
  menu: menuKind,
  slides: slideKind,
  wobblers: wobblerKind,
  credit: creditKind,
  articles: articleKind,
  pages: pageKind,
  plans: planKind,
};

/** The row of a key as it stands now; null: there is none. `isLocked`: held until the end of the transaction. */
export async function readRow(
  db: Db,
  { kind, id }: ReleaseKey,
  now: Date,
  isLocked = false,
): Promise<ReleaseRow | null> {
  const isKey = kind === 'coupons' || /^[1-9]\d{0,8}$/.test(id);
  return isKey ? allKinds[kind].read(db, id, now, isLocked) : null;
}
