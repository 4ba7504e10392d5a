import { branchLines, composeEmail, type EmailMessage } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { greetingOf } from '#shared/greeting.ts';
import { formatPrice } from '#shared/money.ts';
import { linkToken, orderLink } from './order-access.ts';
import type { OrderView } from './queries.ts';
import { writeHistory } from './write-history.ts';

export type EmailDraft = { subject: string; text: string };
/** What an email to a buyer is begun with. */
export const emailTemplateKinds = ['unreached', 'late', 'payment', 'own'] as const;
type TemplateKind = (typeof emailTemplateKinds)[number];

/** Texts that staff begins an email with, filled in for this order. */
export function emailTemplates(order: OrderView): (EmailDraft & { kind: TemplateKind; name: string })[] {
  const { number } = order;
  return [
    {
      kind: 'unreached',
      name: 'Не дозвонились',
      subject: `Заказ ${number}: не смогли дозвониться`,
      text: `Мы звонили вам по заказу ${number}, но не дозвонились. Позвоните нам, когда будет удобно: есть вопрос по заказу.`,
    },
    {
      kind: 'late',
      name: 'Заказ задерживается',
      subject: `Заказ ${number} задерживается`,
      text: `Заказ ${number} задерживается, простите нас за это. Мы напишем, как только он будет готов.`,
    },
    {
      kind: 'payment',
      name: 'Напоминание об оплате',
      subject: `Заказ ${number} ждёт оплаты`,
      text: `Заказ ${number} на ${formatPrice(order.total)} ещё не оплачен. Оплатить его можно на странице заказа.`,
    },
    { kind: 'own', name: 'Свой текст', subject: `По вашему заказу ${number}`, text: '' },
  ];
}

/** Opens the order's page to its buyer; null: the order has no site to open it on. */
export function buyerLink({ origin, id }: OrderView, keys: SecretKeys, now: Date): string | null {
  return origin === null ? null : orderLink(origin, id, linkToken(keys, id, now));
}

/** What the buyer receives; `link`: to the order's page, null when it has none. Throws bad_input {fields}. */
export function emailToBuyer(order: OrderView, link: string | null, typed: EmailDraft): EmailMessage {
  const { subject, text } = checkEmail(typed);
  return composeEmail(
    subject,
    subject,
    [
      { kind: 'text', text: greetingOf(order.contact.name) },
      ...text
        .split(/\n\s*\n/)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => ({ kind: 'text', text: part }) as const),
      ...(link === null ? [] : [{ kind: 'button', label: 'Открыть заказ', url: link } as const]),
    ],
    branchLines(order.branch),
  );
}

/** Sends it, and the history says so. Throws bad_input {fields}, also when the buyer has no email. */
export async function writeToBuyer(
  db: Db,
  keys: SecretKeys,
  order: OrderView,
  typed: EmailDraft,
  staff_name: string,
  now = new Date(),
): Promise<void> {
  const email = emailToBuyer(order, buyerLink(order, keys, now), typed);
  if (order.contact.email === '')
    throw new Refusal('bad_input', { fields: { text: 'У покупателя нет почты: позвоните ему' } });
  const key = `order ${order.id} email ${now.toISOString()}`;
  await storeMail(db, key, order.contact.email, email, order.branch.email);
  await writeHistory(db, order.id, {
    who: `сотрудник ${staff_name}`,
    why: `письмо покупателю: ${email.subject}`,
    now,
  });
}

function checkEmail({ subject, text }: EmailDraft): EmailDraft {
  const fields: Record<string, string> = {};
  if (subject.trim() === '' || subject.length > 200) fields.subject = 'Тема: от 1 до 200 символов';
  if (text.trim() === '' || text.length > 4_000) fields.text = 'Текст: от 1 до 4000 символов';
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
  return { subject: subject.trim().replace(/\s+/g, ' '), text };
}
