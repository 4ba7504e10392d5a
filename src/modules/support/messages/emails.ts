import { branchLines, composeEmail } from '#modules/mail/email.ts';
import { storeMail, storeMails } from '#modules/mail/mails.ts';
import { branchValues, closingWords, composeWordedEmail, leadWords } from '#modules/mail/worded-email.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { knownName } from '#shared/greeting.ts';
import { formatPhone } from '#shared/phone.ts';
import { supportTicketUrl } from '#shared/urls.ts';
import { getTicket, type TicketView } from '../queries.ts';
import { ticketThemes } from '../schema.ts';

/**
 * To the branch, and to whom the owner named beside it: somebody wrote. `key` names the event, so that it is told once.
 */
export async function writeBranchEmail(db: Db, ticket_id: string, key: string): Promise<void> {
  const ticket = await getTicket(db, ticket_id);
  if (!ticket) return;
  const { copy_email } = await readSetting(db, 'support_terms');
  await storeMails(db, key, [ticket.branch.email, copy_email], branchEmail(ticket));
}

/**
 * To whoever wrote from the footer's form: number and term. What was typed is not repeated, so that no stranger is
 * written to through it.
 */
export async function writeReceivedEmail(db: Db, ticket_id: string): Promise<void> {
  const ticket = await getTicket(db, ticket_id);
  if (ticket) await storeMail(db, `ticket ${ticket_id} received`, ticket.email, receivedEmail(ticket));
}

/** To the customer: the shop answered. */
export async function writeAnswerEmail(db: Db, ticket_id: string, message_id: number): Promise<void> {
  const ticket = await getTicket(db, ticket_id);
  const answer = ticket?.messages.find(({ id }) => id === message_id);
  if (ticket && answer)
    await storeMail(db, `ticket answer ${message_id}`, ticket.email, answerEmail(ticket, answer.text));
}

export function branchEmail(ticket: TicketView) {
  const latest = ticket.messages.at(-1);
  const isNew = ticket.messages.length <= 1;
  const heading = isNew ? `Новое обращение ${ticket.number}` : `Сообщение в обращении ${ticket.number}`;
  return composeEmail(
    `${heading}: ${ticketThemes[ticket.theme]}`,
    heading,
    [
      { kind: 'text', text: latest?.text ?? 'Текста нет: человек оставил контакты.' },
      {
        kind: 'facts',
        rows: [
          { name: 'Тема', value: ticketThemes[ticket.theme] },
          {
            name: 'Кто',
            value: [ticket.name, ticket.phone && formatPhone(ticket.phone), ticket.email].filter(Boolean).join(', '),
          },
          ...(ticket.order_number === null ? [] : [{ name: 'Заказ', value: String(ticket.order_number) }]),
          ...(latest && latest.files.length > 0
            ? [{ name: 'Файлы', value: latest.files.map(({ name }) => name).join(', ') }]
            : []),
          { name: 'Ответить до', value: formatDateTime(ticket.answer_due_at, ticket.branch.time_zone) },
        ],
      },
      { kind: 'text', text: `Ответ увидит покупатель: npm run shop -- tickets answer ${ticket.number} "Текст ответа"` },
    ],
    (seller) => [seller.name],
  );
}

export function receivedEmail(ticket: TicketView) {
  const until = formatDateTime(ticket.answer_due_at, ticket.branch.time_zone);
  return composeWordedEmail(
    { kind: 'ticket_received', ...wordsAbout(ticket) },
    [
      leadWords(`Ответим письмом до ${until}.`),
      {
        kind: 'facts',
        rows: [
          { name: 'Номер', value: String(ticket.number) },
          { name: 'Тема', value: ticketThemes[ticket.theme] },
          { name: 'Отправлено', value: formatDateTime(ticket.created_at, ticket.branch.time_zone) },
        ],
      },
      ...(ticket.origin && ticket.user_id
        ? [{ kind: 'button' as const, label: 'Открыть обращение', url: ticket.origin + supportTicketUrl(ticket.id) }]
        : []),
      closingWords(),
    ],
    branchLines(ticket.branch),
  );
}

export function answerEmail(ticket: TicketView, text: string) {
  const { branch } = ticket;
  return composeWordedEmail(
    { kind: 'ticket_answer', ...wordsAbout(ticket) },
    [
      leadWords(),
      { kind: 'text', text },
      ...(ticket.origin && ticket.user_id
        ? [{ kind: 'button' as const, label: 'Открыть обращение', url: ticket.origin + supportTicketUrl(ticket.id) }]
        : []),
      {
        kind: 'text',
        text: ticket.user_id
          ? 'Ответить можно на странице обращения: на это письмо отвечать не нужно.'
          : `Если вопрос остался, позвоните в филиал${branch.email ? ` или напишите на ${branch.email}` : ''}.`,
      },
      closingWords(),
    ],
    branchLines(branch),
  );
}

function wordsAbout({ number, name, branch }: TicketView) {
  const values = { ...branchValues(branch), имя: knownName(name), обращение: String(number) };
  return { department_id_1c: branch.id_1c, values };
}
