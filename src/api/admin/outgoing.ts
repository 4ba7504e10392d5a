import { z } from 'zod';
import { countWaiting, keepUnsent } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { outgoingHold, releaseOutgoing } from '#platform/outgoing.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { Ok, ok } from './answers.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

/** Why nothing leaves for customers and partners, since when, and how many emails wait; null: everything goes out. */
const Held = z.object({ why: z.string(), since: z.string(), emails: z.int() }).nullable();

/** A restored copy holds what speaks to customers and partners; the owner lets it go. */
export const outgoingRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/outgoing',
    summary: 'Приостановлены ли письма, заявки и платежи',
    permission: 'jobs.read',
    response: z.object({ held: Held }),
    run: async ({ db }) => ({ held: await readHeld(db) }),
  }),

  adminWrite({
    url: '/api/admin/outgoing/release',
    summary: 'Возобновить отправку писем, заявок и платежей',
    permission: 'settings.write',
    needsKey: true,
    /** `sends_emails` false: those that waited stay in the shop, another one may have sent them. */
    body: z.strictObject({ sends_emails: z.boolean() }),
    response: Ok,
    async run({ db, body: { sends_emails } }) {
      const kept = sends_emails ? 0 : await keepUnsent(db);
      if (!(await releaseOutgoing(db))) throw new Refusal('already_so', {}, 'Отправка не приостановлена');
      const words = `Отправка писем, заявок и платежей возобновлена${sends_emails ? '' : `, без ${emailsWords(kept)}`}`;
      return { answer: ok, audit: { resource: 'outgoing', record_id: null, words } };
    },
  }),
];

async function readHeld(db: Db): Promise<z.input<typeof Held>> {
  const hold = await outgoingHold(db);
  return hold && { ...hold, emails: await countWaiting(db) };
}

function emailsWords(count: number): string {
  return countOf(count, 'письма, которое ждало', 'писем, которые ждали', 'писем, которые ждали');
}
