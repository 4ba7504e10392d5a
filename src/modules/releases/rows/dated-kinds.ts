import {
  countListedGoods,
  fieldsOfAction,
  readStaffAction,
  saveStaffAction,
} from '#modules/catalogue/staff-actions.ts';
import { changeHomeLayout, listHomeLayouts } from '#modules/content/home-layout.ts';
import { changeMenuLink, listStaffMenuLinks } from '#modules/content/menu-links.ts';
import { fieldsOfBanner, readStaffBanner, saveStaffBanner } from '#modules/content/staff-banners.ts';
import { fieldsOfWobbler, readStaffWobbler, saveStaffWobbler } from '#modules/content/staff-wobblers.ts';
import { saveCreditProgram } from '#modules/payments/save-credit-program.ts';
import { fieldsOfCreditProgram, readStaffCreditProgram } from '#modules/payments/staff-credit-programs.ts';
import { fieldsOfCoupon, saveCoupon } from '#modules/pricing/save-coupon.ts';
import { readStaffCoupon } from '#modules/pricing/staff-coupons.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import type { KindOfDraft, PublishTools } from '../kinds.ts';

const seasonNames = { newyear: 'Новый год', spring: 'Весна' } as const;

/** Rows that are shown from … to … unless they are drafts: published and taken back by that one field. */
const dated = (
  read: KindOfDraft['read'],
  set: (db: Db, id: string, is_draft: boolean, tools: PublishTools) => Promise<void>,
) => ({
  read,
  publish: (db: Db, id: string, tools: PublishTools) => set(db, id, false, tools),
  recall: (db: Db, id: string, tools: PublishTools) => set(db, id, true, tools),
});

export const actionKind: KindOfDraft = dated(
  async (db, id, now, isLocked) => {
    const action = await readStaffAction(db, null, Number(id), now, isLocked);
    if (!action) return null;
    const goods = await countListedGoods(db, action.id);
    return { ...shown(action), title: action.name, version: { ...fieldsOfAction(action), goods } };
  },
  async (db, id, is_draft, { now }) =>
    saveStaffAction(db, ensure(await readStaffAction(db, null, Number(id), now)), { is_draft }, now),
);

export const couponKind: KindOfDraft = dated(
  async (db, code, now, isLocked) => {
    const coupon = await readStaffCoupon(db, null, code, now, isLocked);
    return coupon && { ...shown(coupon), title: coupon.code, version: fieldsOfCoupon(coupon) };
  },
  async (db, code, is_draft, { now }) =>
    saveCoupon(db, ensure(await readStaffCoupon(db, null, code, now)), { is_draft }),
);

export const slideKind: KindOfDraft = dated(
  async (db, id, now, isLocked) => {
    const banner = await readStaffBanner(db, null, Number(id), now, isLocked);
    return banner && { ...shown(banner), title: banner.title, version: fieldsOfBanner(banner) };
  },
  async (db, id, is_draft, { now }) =>
    saveStaffBanner(db, ensure(await readStaffBanner(db, null, Number(id), now)), { is_draft }, now),
);

export const wobblerKind: KindOfDraft = dated(
  async (db, id, now, isLocked) => {
    const wobbler = await readStaffWobbler(db, null, Number(id), now, isLocked);
    const title =
      wobbler?.text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 80) ?? '';
    return wobbler && { ...shown(wobbler), title, version: fieldsOfWobbler(wobbler) };
  },
  async (db, id, is_draft, { now, imageHosts }) =>
    saveStaffWobbler(db, ensure(await readStaffWobbler(db, null, Number(id), now)), { is_draft }, now, imageHosts),
);

export const creditKind: KindOfDraft = dated(
  async (db, id, now, isLocked) => {
    const program = await readStaffCreditProgram(db, Number(id), now, isLocked);
    const common = { department_id_1c: null };
    return (
      program && { ...shown({ ...program, ...common }), title: program.name, version: fieldsOfCreditProgram(program) }
    );
  },
  async (db, id, is_draft, { now }) => {
    const program = ensure(await readStaffCreditProgram(db, Number(id), now));
    await saveCreditProgram(db, program.id, fieldsOfCreditProgram(program), { is_draft }, now);
  },
);

export const menuKind: KindOfDraft = dated(
  async (db, id, _now, isLocked) => {
    const [link] = await listStaffMenuLinks(db, { branches: null, id: Number(id), isLocked });
    if (!link) return null;
    // Links are put into another order without being changed.
    const { position: _, ...version } = link;
    return { ...shown(link), title: link.name, version };
  },
  async (db, id, is_draft, { now }) => {
    const [link] = await listStaffMenuLinks(db, { branches: null, id: Number(id) });
    await changeMenuLink(db, Number(id), { ...ensure(link), is_draft }, now);
  },
);

export const layoutKind: KindOfDraft = dated(
  async (db, id, now, isLocked) => {
    const [layout] = await listHomeLayouts(db, { branches: null, id: Number(id), isLocked }, now);
    if (!layout) return null;
    const { state: _, ...version } = layout;
    return { ...shown(layout), title: layout.season ? seasonNames[layout.season] : 'Без сезона', version };
  },
  async (db, id, is_draft, { now }) => {
    const [layout] = await listHomeLayouts(db, { branches: null, id: Number(id) }, now);
    await changeHomeLayout(db, Number(id), { ...ensure(layout), is_draft }, now);
  },
);

type Shown = { department_id_1c: string | null; starts_at: Date | null; ends_at: Date | null; is_draft: boolean };

function shown({ department_id_1c, starts_at, ends_at, is_draft }: Shown): Shown {
  return { department_id_1c, starts_at, ends_at, is_draft };
}
