import { type MergeNote, mergeNote, readMerged } from '#modules/signing/merge-note.ts';
import { settleGuest } from '#modules/signing/settle-guest.ts';
import type { Shop } from '#web/context.ts';

/** What a guest left in this browser, as the cart page tells it. */
export type GuestRemains = {
  note: MergeNote | null;
  /** Why a guest's cart could not come in, in words; it waits in its cookie. */
  waiting: string | null;
};

/** Takes in what a guest left for the person who is signed in (S4-10), and what an earlier merge has still to say. Nothing for a guest. */
export async function readGuestRemains({
  db,
  visit,
  config,
}: Shop): Promise<{ merged: GuestRemains | null; cookies: string[] }> {
  if (!visit.account) return { merged: null, cookies: [] };
  const told = readMerged(visit, config.MAIN_DOMAIN);
  const settled = await settleGuest(db, visit, config.MAIN_DOMAIN);
  const note = await mergeNote(db, visit.shelf, [...told.added, ...settled.added]);
  const waiting = settled.refusal?.message ?? null;
  const merged = note || waiting !== null ? { note, waiting } : null;
  return { merged, cookies: [...told.cookies, ...settled.cookies] };
}
