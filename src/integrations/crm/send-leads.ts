import { setTimeout as sleep } from 'node:timers/promises';
import { blockLine, countSilence, holdLine, lineBlock, openLine, takeTurn } from '#modules/leads/lead-line.ts';
import {
  doubtMs,
  hurryWaiting,
  isAnyDue,
  keepDoubt,
  keepTry,
  type LeadToSend,
  lookAgain,
  markRefused,
  markSent,
  putOff,
  settleDoubts,
  takeDueLead,
} from '#modules/leads/send-state.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Crm, CrmAnswer } from './crm.ts';

/** The longest a moment named by the CRM is believed. */
const longestBusyMs = 3_600_000;
const rightsPauseMs = 3_600_000;

/**
 * Sends every lead that is due, one after another, as long as the CRM takes them. Returns when nothing is due, when the
 * CRM is silent or wants a pause, when another worker is at it, or when `signal` fires. It never throws for the CRM's
 * sake: what became of a try stands in the lead's row.
 */
export async function sendLeads(db: Db, crm: Crm, log: Log, signal?: AbortSignal): Promise<void> {
  // Whoever found the line taken has gone: a lead queued while the last one was on its way is looked for again.
  while (!signal?.aborted && !(await lineBlock(db)) && (await isAnyDue(db))) {
    const tried = await holdLine(db, () => sendDue(db, crm, log, signal));
    if (!tried) return;
  }
}

/** How many leads were tried. */
async function sendDue(db: Db, crm: Crm, log: Log, signal?: AbortSignal): Promise<number> {
  let tried = 0;
  while (!signal?.aborted && !(await lineBlock(db))) {
    const lead = await takeDueLead(db);
    if (!lead) break;
    await send(db, crm, log, lead);
    tried++;
  }
  return tried;
}

async function send(db: Db, crm: Crm, log: Log, lead: LeadToSend): Promise<void> {
  if (lead.has_doubts) {
    const found = await ask(db, lead, () => crm.find(lead.origin_id));
    if (found.kind !== 'done') return noteFailure(db, log, lead, found, false);
    if (found.lead) {
      const { crm_id } = found.lead;
      log.info({ lead: lead.number, crm_id }, 'a lead in doubt was in the CRM');
      return noteSuccess(db, lead, crm_id);
    }
    if (Date.now() - (lead.doubted_at?.getTime() ?? 0) < doubtMs) return lookAgain(db, lead);
    await settleDoubts(db, lead);
  }
  const added = await ask(db, lead, () => crm.add(lead));
  if (added.kind === 'done') return noteSuccess(db, lead, added.lead?.crm_id ?? null);
  return noteFailure(db, log, lead, added, true);
}

async function ask(db: Db, { origin_id }: LeadToSend, call: () => Promise<CrmAnswer>): Promise<CrmAnswer> {
  await sleep(await takeTurn(db));
  const answered = await call();
  await keepTry(db, { origin_id, call: answered.call, status: answered.status, answer: answered.answer });
  return answered;
}

async function noteSuccess(db: Db, lead: LeadToSend, crm_id: number | null): Promise<void> {
  await markSent(db, lead.origin_id, crm_id);
  if (await openLine(db)) await hurryWaiting(db);
}

/**
 * `is_adding`: the unanswered call could have made the lead; a look-up makes nothing, so it leaves the doubts that
 * were.
 */
async function noteFailure(
  db: Db,
  log: Log,
  lead: LeadToSend,
  answered: Exclude<CrmAnswer, { kind: 'done' }>,
  is_adding: boolean,
): Promise<void> {
  const { kind, words } = answered;
  log.warn({ lead: lead.number, attempts: lead.attempts, kind, words }, 'a lead did not get to the CRM');
  switch (kind) {
    case 'silent':
      if (answered.is_reached && is_adding) await keepDoubt(db, lead, words);
      else await putOff(db, lead, words);
      return countSilence(db);
    case 'busy': {
      const until = busyUntil(answered);
      await putOff(db, lead, words, until);
      return blockLine(db, until, words);
    }
    case 'rights':
      await markRefused(db, lead, words);
      return blockLine(db, new Date(Date.now() + rightsPauseMs), words);
    case 'refused':
      await markRefused(db, lead, words);
      if (await openLine(db)) await hurryWaiting(db);
  }
}

function busyUntil({ until, pause_ms }: { until: Date | null; pause_ms: number }): Date {
  const now = Date.now();
  if (!until || until.getTime() <= now) return new Date(now + pause_ms);
  return new Date(Math.min(until.getTime(), now + longestBusyMs));
}
