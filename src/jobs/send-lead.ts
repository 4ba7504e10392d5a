import { sendLeads } from '#integrations/crm/send-leads.ts';
import { countLeads } from '#modules/leads/queries.ts';
import type { Task } from './tasks.ts';

/**
 * Queued with every lead, and every minute for those that waited. Without a CRM they stay where `leads list` shows
 * them.
 */
export const sendLead: Task = async (_payload, { db, partners, log }, { abortSignal }) => {
  if (partners.crm) await sendLeads(db, partners.crm, log, abortSignal);
};

/** Every quarter of an hour: the alarm about leads that do not get through. */
export const watchLeads: Task = async (_payload, { db, partners, log }) => {
  if (!partners.crm) return;
  const { stuck, oldest, failure } = await countLeads(db);
  if (stuck > 0) log.error({ stuck, oldest, failure }, 'leads do not get to the CRM');
};
