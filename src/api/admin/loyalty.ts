import { z } from 'zod';
import { estimateProgramme } from '#modules/loyalty/estimate-programme.ts';
import { ProgrammeFields } from '#modules/loyalty/programme-fields.ts';
import { readStaffProgramme, saveProgramme } from '#modules/loyalty/save-programme.ts';
import { type CardKind, cardKinds, cardKindWords } from '#modules/loyalty/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { needOwnRow } from './branch-rule.ts';
import { changedWords } from './promo-shared.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminAsk, adminRead, adminWrite, IdParam } from './route.ts';

/** As stored: what came before need not pass the checks of the form. */
const Stored = z.object({
  name: z.string(),
  counting_days: z.int(),
  expiry_days: z.int().nullable(),
  spend_percent: z.int().nullable(),
  bonus_kopecks: z.int(),
  least_paid_kopecks: z.int(),
  spends_on_reduced: z.boolean(),
  spends_with_coupon: z.boolean(),
  grace_days: z.int(),
  closed_category_ids: z.array(z.int()),
  levels: z.array(z.object({ name: z.string(), from_sum_kopecks: z.int().max(100_000_000_00), percent: z.int() })),
});
const Row = z.object({ id: z.enum(cardKinds), kind_words: z.string(), is_set: z.boolean() });
const Estimate = z.array(
  z.object({
    level: z.int(),
    cards: z.int(),
    purchases: z.int(),
    purchases_kopecks: z.int(),
    bonuses: z.int(),
  }),
);

const permission = 'promo.write';
const estimatedDays = 30;

const words: Record<string, string> = {
  name: 'название',
  counting_days: 'срок подсчёта покупок',
  expiry_days: 'срок бонусов',
  spend_percent: 'доля заказа',
  bonus_kopecks: 'цена бонуса',
  least_paid_kopecks: 'остаток деньгами',
  spends_on_reduced: 'товары со скидкой',
  spends_with_coupon: 'вместе с купоном',
  grace_days: 'запас срока',
  closed_category_ids: 'разделы без бонусов',
  levels: 'ступени',
};

/** The rules of bonuses and of the cards that earn none. */
export const loyaltyRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/loyalty-programmes',
    summary: 'Бонусная программа',
    permission,
    response: z.object({ items: z.array(Row), total: z.int() }),
    async run({ db }) {
      const items = [];
      for (const id of cardKinds)
        items.push({ id, kind_words: cardKindWords[id], is_set: (await readStaffProgramme(db, id)) !== null });
      return { items, total: items.length };
    },
  }),

  ...adminRecord({
    url: '/api/admin/loyalty-programmes/:id',
    resource: 'loyalty-programmes',
    summaries: { read: 'Правила карты', write: 'Сохранение правил карты' },
    permissions: { read: permission, write: permission },
    params: IdParam,
    response: Row.extend({ fields: Stored }),
    body: ProgrammeFields.partial(),
    isUndoable: true,
    async read({ db, params: { id } }, isLocked) {
      if (!isKind(id)) return null;
      const fields = await readStaffProgramme(db, id, isLocked);
      return fields && { id, kind_words: cardKindWords[id], is_set: true, fields };
    },
    editable: ({ fields }) => fields,
    async change({ db, staff, body }, { id, kind_words, fields }) {
      needOwnRow(staff, null);
      // The type of `partial` allows undefined, which JSON does not carry.
      await saveProgramme(db, id, fields, body as Partial<ProgrammeFields>);
      return { words: `${kind_words}: ${changedWords(body, words)}` };
    },
  }),

  adminWrite({
    url: '/api/admin/loyalty-programmes',
    summary: 'Правила карты, у которой их ещё нет',
    permission,
    body: ProgrammeFields.extend({ id: z.enum(cardKinds) }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.enum(cardKinds) }),
    async run({ db, staff, body: { id, ...fields } }) {
      needOwnRow(staff, null);
      if (await readStaffProgramme(db, id, true))
        throw new Refusal('bad_input', { fields: { id: 'У этой карты правила уже есть' } });
      await saveProgramme(db, id, null, fields);
      return {
        answer: { id },
        audit: {
          resource: 'loyalty-programmes',
          record_id: id,
          after: fields,
          words: `${cardKindWords[id]}: правила заведены`,
        },
        location: `/api/admin/loyalty-programmes/${id}`,
      };
    },
  }),

  adminAsk({
    url: '/api/admin/loyalty-programmes/:id/preview',
    summary: 'Сколько бонусов дали бы эти правила за последние 30 дней',
    permission,
    params: IdParam,
    body: ProgrammeFields.pick({ levels: true, counting_days: true }),
    response: z.object({ days: z.int(), by_present: Estimate, by_these: Estimate }),
    async run({ db, params: { id }, body, now }) {
      if (!isKind(id)) throw new Refusal('not_found');
      const stored = await readStaffProgramme(db, id);
      return {
        days: estimatedDays,
        by_present: stored ? await estimateProgramme(db, id, stored, estimatedDays, now) : [],
        by_these: await estimateProgramme(db, id, body, estimatedDays, now),
      };
    },
  }),
];

function isKind(id: string | number): id is CardKind {
  return cardKinds.some((kind) => kind === id);
}
