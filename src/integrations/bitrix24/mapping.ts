import type { LeadToSend } from '#modules/leads/send-state.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { Bitrix } from './client.ts';

/** A lead as crm.lead.add takes it (S7-24): fixed marks, contacts, campaign, and the form's fields as a comment. */
export function leadBody(portal: Bitrix, lead: LeadToSend) {
  const { campaign } = lead;
  return {
    fields: {
      TITLE: lead.title,
      ...(lead.name && { NAME: lead.name }),
      ...(lead.company && { COMPANY_TITLE: lead.company }),
      ...(lead.phone && { PHONE: [{ VALUE: lead.phone, VALUE_TYPE: 'WORK' }] }),
      ...(lead.email && { EMAIL: [{ VALUE: lead.email, VALUE_TYPE: 'WORK' }] }),
      SOURCE_ID: 'WEB',
      SOURCE_DESCRIPTION: `Сайт, ${lead.department_name}: ${lead.form}`,
      STATUS_ID: 'NEW',
      OPENED: 'Y',
      ASSIGNED_BY_ID: portal.assigned_by_id,
      COMMENTS: commentOf(lead),
      ...(campaign && {
        UTM_SOURCE: campaign.source,
        UTM_MEDIUM: campaign.medium,
        UTM_CAMPAIGN: campaign.campaign,
        UTM_CONTENT: campaign.content,
        UTM_TERM: campaign.term,
      }),
      ORIGINATOR_ID: portal.originator,
      ORIGIN_ID: lead.origin_id,
    },
    params: { REGISTER_SONET_EVENT: 'Y' },
  };
}

/** How a lead that may have arrived is looked up. */
export function lookUpBody(portal: Bitrix, origin_id: string) {
  return {
    filter: { '=ORIGINATOR_ID': portal.originator, '=ORIGIN_ID': origin_id },
    select: ['ID'],
    order: { ID: 'ASC' },
    start: -1,
  };
}

/** The CRM's number in an answer: of crm.lead.add a number, of crm.lead.list rows of {ID: '3465'}; null: no number. */
export function crmIdOf(result: unknown): number | null {
  const id = Number(Array.isArray(result) ? (result[0] as { ID?: unknown } | undefined)?.ID : result);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function commentOf(lead: LeadToSend): string {
  const lines = [
    ...lead.comments,
    { name: 'Филиал', value: lead.department_name },
    ...(lead.page ? [{ name: 'Страница', value: lead.page }] : []),
    { name: 'Отправлено', value: `${formatDateTime(lead.created_at, 'Europe/Moscow')} (МСК)` },
  ];
  return lines.map(({ name, value }) => escapeRichText(`${name}: ${value}`)).join('<br>');
}

/** The CRM shows a comment as rich text (HTML, or BB codes in newer cards): what a person typed stays what it is. */
function escapeRichText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('[', '&#91;')
    .replaceAll(']', '&#93;')
    .replaceAll('\n', '<br>');
}
