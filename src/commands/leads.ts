import { openPartners, partnerTable } from '#integrations/partners.ts';
import { lineBlock } from '#modules/leads/lead-line.ts';
import { findLead, type LeadView, listLeads, triesOf } from '#modules/leads/queries.ts';
import { retryLeads } from '#modules/leads/retry-leads.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPhone } from '#shared/phone.ts';
import { type Command, CommandFailure, json, limit, readLimit } from './command.ts';

const leadParameter = { name: 'ЗАЯВКА', summary: 'номер заявки или её id' };
const stateWords = { waiting: 'ждёт отправки', refused: 'CRM отказала', sent: 'в CRM' } as const;

/** Leads for the CRM, from the command line. */
export const commands: Command[] = [
  {
    name: 'leads list',
    summary: 'заявки для CRM: сначала те, которых в ней нет, по сроку',
    options: {
      waiting: { type: 'boolean', summary: 'только те, которых в CRM ещё нет' },
      limit,
      json,
    },
    async run({ db, config, args: { values }, out }) {
      const limit = readLimit(values.limit);
      const leads = await listLeads(db, { is_waiting: values.waiting === true, limit });
      if (values.json) return out.json(leads);
      if (!openPartners(db, config).crm) out.line(`CRM не подключена (${partnerTable.crm.needs}): заявки лежат здесь.`);
      const block = await lineBlock(db);
      if (block)
        out.line(`Отправка приостановлена до ${formatDateTime(block.until, 'Europe/Moscow')} (МСК): ${block.why}`);
      if (leads.length === 0) out.line('Заявок нет.');
      for (const lead of leads) out.line(summaryOf(lead));
    },
  },
  {
    name: 'leads show',
    summary: 'одна заявка: что в ней, что отвечала CRM',
    parameters: [leadParameter],
    options: { json },
    async run({ db, args: { positionals, values }, out }) {
      const lead = await readLead(db, positionals[0]);
      const tries = await triesOf(db, lead.origin_id);
      if (values.json) return out.json({ ...lead, tries });
      for (const line of describe(lead)) out.line(line);
      for (const { at, call, status, answer } of tries) {
        out.line(`${formatDateTime(at, lead.time_zone)}  ${call}  ${status ?? 'нет ответа'}  ${answer.slice(0, 300)}`);
      }
    },
  },
  {
    name: 'leads retry',
    changes: 'leads',
    summary: 'отправить заявку снова, не дожидаясь срока',
    parameters: [{ ...leadParameter, optional: true }],
    options: { all: { type: 'boolean', summary: 'все, которых нет в CRM' } },
    async run({ db, config, args: { positionals, values }, out }) {
      if (!openPartners(db, config).crm) throw new CommandFailure(`CRM не подключена: нужен ${partnerTable.crm.needs}`);
      if ((positionals[0] === undefined) !== (values.all === true))
        throw new CommandFailure('Нужен номер заявки или --all');
      const lead = values.all ? null : await readLead(db, positionals[0]);
      if (lead?.state === 'sent') throw new CommandFailure(`Заявка ${lead.number} уже в CRM`);
      const count = await db.transaction().execute((db) => retryLeads(db, lead?.origin_id ?? null));
      out.line(count === 0 ? 'Отправлять нечего.' : `Поставлено в очередь: ${count}. Отправит обработчик заданий.`);
    },
  },
];

async function readLead(db: Db, typed = ''): Promise<LeadView> {
  const lead = await findLead(db, typed.toLowerCase());
  if (!lead) throw new CommandFailure(`Заявка не найдена: ${typed}`);
  return lead;
}

function summaryOf(lead: LeadView): string {
  const at = formatDateTime(lead.created_at, lead.time_zone);
  const failure = lead.failure ? `  ${lead.failure}` : '';
  return `${lead.number}  ${at}  ${lead.department_name}  ${stateWords[lead.state]}  ${lead.title}${failure}`;
}

function describe(lead: LeadView): string[] {
  const at = (moment: Date) => formatDateTime(moment, lead.time_zone);
  const { campaign } = lead;
  const contacts = [lead.name, lead.phone && formatPhone(lead.phone), lead.email, lead.company].filter(Boolean);
  return [
    `Заявка ${lead.number} (${lead.origin_id})`,
    `Тема: ${lead.title}; форма ${lead.form}`,
    `Кто: ${contacts.join(', ') || 'не назвался'}`,
    `Филиал: ${lead.department_name}; отправлена ${at(lead.created_at)}${lead.page ? ` со страницы ${lead.page}` : ''}`,
    ...(lead.due_at && lead.state !== 'sent' ? [`Связаться до ${at(lead.due_at)}`] : []),
    ...(campaign ? [`Кампания: ${Object.values(campaign).filter(Boolean).join(' / ')}`] : []),
    ...lead.comments.map(({ name, value }) => `${name}: ${value}`),
    lead.state === 'sent'
      ? `В CRM с ${at(ensure(lead.sent_at))}${lead.crm_id ? `, номер ${lead.crm_id}` : ''}`
      : `Состояние: ${stateWords[lead.state]}; попыток ${lead.attempts}, следующая ${at(lead.next_try_at)}`,
    ...(lead.failure ? [`Последний ответ: ${lead.failure}`] : []),
    ...(lead.open_tries > 0 ? ['Возможно, уже дошла: перед отправкой её найдут в CRM по ORIGIN_ID'] : []),
  ];
}
