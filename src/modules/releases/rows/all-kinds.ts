import type { Db } from '#platform/database.ts';
import type { KindOfDraft, KindOfRow, ReleaseKey, ReleaseKind, ReleaseRow } from '../kinds.ts';
import { actionKind, couponKind, creditKind, layoutKind, menuKind, slideKind, wobblerKind } from './dated-kinds.ts';
import { articleKind, landingKind, pageKind, planKind } from './edition-kinds.ts';
import { formKind, vacancyKind, wheelKind } from './other-kinds.ts';
import { recordKind } from './record-kinds.ts';
import { pinKind, searchRuleKind } from './search-kinds.ts';

export const allKinds: Record<ReleaseKind, KindOfRow> = {
  products: recordKind('products'),
  categories: recordKind('categories'),
  brands: recordKind('brands'),
  attributes: recordKind('attributes'),
  branches: recordKind('branches'),
  settings: recordKind('settings'),
  email_texts: recordKind('email_texts'),
  seo_texts: recordKind('seo_texts'),
  coupons: withoutLine(couponKind),
  forms: withoutLine(formKind),
  landings: withoutLine(landingKind),
  actions: withoutLine(actionKind),
  layouts: withoutLine(layoutKind),
  menu: withoutLine(menuKind),
  slides: withoutLine(slideKind),
  wobblers: withoutLine(wobblerKind),
  credit: withoutLine(creditKind),
  vacancies: withoutLine(vacancyKind),
  wheels: withoutLine(wheelKind),
  synonyms: withoutLine(searchRuleKind('synonym')),
  search_redirects: withoutLine(searchRuleKind('redirect')),
  stop_words: withoutLine(searchRuleKind('stop')),
  pins: withoutLine(pinKind),
  articles: withoutLine(articleKind),
  pages: withoutLine(pageKind),
  plans: withoutLine(planKind),
};

function withoutLine({ read, publish, recall }: KindOfDraft): KindOfRow {
  return {
    read,
    async publish(...given) {
      await publish(...given);
      return null;
    },
    async recall(...given) {
      await recall(...given);
      return null;
    },
  };
}

/** The row of a key as it stands now; null: there is none. `isLocked`: held until the end of the transaction. */
export async function readRow(
  db: Db,
  { kind, id }: ReleaseKey,
  now: Date,
  isLocked = false,
): Promise<ReleaseRow | null> {
  const isKey = kind === 'coupons' || kind === 'forms' || /^[1-9]\d{0,8}$/.test(id);
  return isKey ? allKinds[kind].read(db, id, now, isLocked) : null;
}
