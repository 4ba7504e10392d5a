import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { switchOffWebhook } from './webhooks.ts';

const zone = 'Europe/Moscow';

/** An address that has failed for three days is switched off, and the owner is written of it. Call in a transaction. */
export async function giveUpWebhook(db: Db, id: number, failure: string, now = new Date()): Promise<void> {
  const { url } = await switchOffWebhook(db, id, `три дня не принимал сообщения: ${failure}`, now);
  const { email } = await readSetting(db, 'company');
  if (email)
    await storeMail(db, `webhook ${id} off ${now.toISOString()}`, email, webhookOffEmail({ id, url, failure, now }));
}

export function webhookOffEmail(given: { id: number; url: string; failure: string; now: Date }): EmailMessage {
  return composeEmail(
    'Отправка событий другой программе выключена',
    'Другая программа три дня не принимает события магазина',
    [
      {
        kind: 'text',
        text: 'Магазин три дня пробовал передать события по этому адресу и ни разу не получил подтверждения. Отправка выключена, новые события для него не копятся.',
      },
      {
        kind: 'facts',
        rows: [
          { name: 'Адрес', value: given.url },
          { name: 'Последний ответ', value: given.failure },
          { name: 'Выключено', value: formatDateTime(given.now, zone) },
        ],
      },
      {
        kind: 'text',
        text: `Когда программа снова заработает, включите отправку: npm run shop -- webhooks on ${given.id}. События последних 14 дней можно передать ещё раз: npm run shop -- webhooks replay ${given.id} --since ДАТА.`,
      },
    ],
    shopLines,
  );
}
