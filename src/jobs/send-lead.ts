import { crmOf } from '#integrations/crm/client.ts';
import { sendLeads } from '#integrations/crm/send-leads.ts';
import { countLeads } from '#modules/leads/queries.ts';
import type { Task } from './tasks.ts';

/** Queued with every lead, and every minute for those that waited. Without a CRM they stay where `leads list` shows them. */
export const sendLead: Task = async (_payload, { db, config, log }, { abortSignal }) => {
  const crm = crmOf(config);
  if (crm) await sendLeads(db, crm, log, abortSignal);
};

/** Every quarter of an hour: the alarm about leads that do not get through. */
export const watchLeads: Task = async (_payload, { db, config, log }) => {
  if (!config.BITRIX24_WEBHOOK_URL) return;
  const { stuck, oldest, failure } = await countLeads(db);
  if (stuck > 0) log.error({ stuck, oldest, failure }, 'leads do not get to the CRM');
};
