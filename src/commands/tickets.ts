import { findTicket, listTickets, type TicketView } from '#modules/support/queries.ts';
import { type TicketState, ticketFilesArea, ticketStateWords, ticketThemes } from '#modules/support/schema.ts';
import { answerTicket, closeTicket } from '#modules/support/write-to-ticket.ts';
import type { Db } from '#platform/database.ts';
import { pathOf } from '#platform/private-files.ts';
import { formatDateTime } from '#shared/dates.ts';
import { keysOf } from '#shared/keys-of.ts';
import { formatPhone } from '#shared/phone.ts';
import { type Command, CommandFailure, json, limit, readLimit } from './command.ts';

const ticketParameter = { name: 'ОБРАЩЕНИЕ', summary: 'номер обращения или его id' };
const states = keysOf(ticketStateWords);

/** Requests of customers, from the command line. */
export const commands: Command[] = [
  {
    name: 'tickets list',
    summary: 'обращения: сначала те, что ждут ответа, по сроку',
    options: {
      state: { type: 'string', value: 'СОСТОЯНИЕ', summary: `одно из: ${states.join(', ')}` },
      branch: { type: 'string', value: 'ФИЛИАЛ', summary: 'id_1c филиала' },
      limit,
      json,
    },
    async run({ db, args: { values }, out }) {
      const { state, branch } = values;
      if (state !== undefined && !states.includes(state as TicketState))
        throw new CommandFailure(`Нет такого состояния: ${state}. Бывают: ${states.join(', ')}`);
      const limit = readLimit(values.limit);
      const tickets = await listTickets(db, {
        ...(state !== undefined && { state: [state as TicketState] }),
        ...(typeof branch === 'string' && { department_id_1c: branch }),
        limit,
      });
      if (values.json) return out.json(tickets);
      if (tickets.length === 0) return out.line('Обращений нет.');
      for (const ticket of tickets) {
        const due =
          ticket.state === 'open' ? `, ответить до ${formatDateTime(ticket.answer_due_at, ticket.time_zone)}` : '';
        out.line(
          `${ticket.number}  ${ticketStateWords[ticket.state]}${due}  ${ticket.city}  ${ticketThemes[ticket.theme]}  ${ticket.name}`,
        );
      }
    },
  },
  {
    name: 'tickets show',
    summary: 'одно обращение с перепиской',
    parameters: [ticketParameter],
    options: { json },
    async run({ db, config, args: { positionals, values }, out }) {
      const ticket = await readTicket(db, positionals[0]);
      if (values.json) return out.json(ticket);
      for (const line of describe(ticket, config.DATA_DIR)) out.line(line);
    },
  },
  {
    name: 'tickets answer',
    changes: 'tickets',
    summary: 'ответить: покупатель получит письмо и увидит ответ в кабинете',
    parameters: [ticketParameter, { name: 'ТЕКСТ', summary: 'текст ответа' }],
    options: {
      who: { type: 'string', value: 'ИМЯ', summary: 'кто отвечает, увидит покупатель', default: 'Служба поддержки' },
    },
    async run({ db, args: { positionals, values }, out }) {
      const { id, number } = await readTicket(db, positionals[0]);
      const answer = { text: positionals[1] ?? '', who: String(values.who || 'Служба поддержки') };
      await db.transaction().execute((db) => answerTicket(db, id, answer));
      out.line(`Ответ на обращение ${number} отправлен.`);
    },
  },
  {
    name: 'tickets close',
    changes: 'tickets',
    summary: 'закрыть обращение; новое сообщение покупателя откроет его снова',
    parameters: [ticketParameter],
    async run({ db, args: { positionals }, out }) {
      const { id, number } = await readTicket(db, positionals[0]);
      await db.transaction().execute((db) => closeTicket(db, id));
      out.line(`Обращение ${number} закрыто.`);
    },
  },
];

async function readTicket(db: Db, typed = ''): Promise<TicketView> {
  const ticket = await findTicket(db, typed.toLowerCase());
  if (!ticket) throw new CommandFailure(`Обращение не найдено: ${typed}`);
  return ticket;
}

function describe(ticket: TicketView, dataDir: string): string[] {
  const at = (moment: Date) => formatDateTime(moment, ticket.branch.time_zone);
  const contacts = [ticket.name, ticket.phone && formatPhone(ticket.phone), ticket.email].filter(Boolean).join(', ');
  return [
    `Обращение ${ticket.number} (${ticket.id})`,
    `Тема: ${ticketThemes[ticket.theme]}`,
    `Состояние: ${ticketStateWords[ticket.state]}; ответить до ${at(ticket.answer_due_at)}`,
    `Филиал: ${ticket.branch.city}; отправлено ${at(ticket.created_at)}`,
    `Кто: ${contacts}`,
    ...(ticket.order_number === null ? [] : [`Заказ: ${ticket.order_number}`]),
    ...ticket.messages.flatMap((message) => [
      '',
      `${at(message.created_at)}  ${message.author === 'staff' ? `${message.author_name} (магазин)` : message.author_name}`,
      message.text,
      ...message.files.map((file) => `  файл ${file.name}: ${pathOf(dataDir, ticketFilesArea, file.id)}`),
    ]),
  ];
}
