import { z } from 'zod';
import { drawEmail, emailInBrowser } from '#modules/mail/email.ts';
import { wordedEmail } from '#modules/mail/email-texts.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { escapeHtml } from '#shared/html.ts';
import type { Api, EmailSample } from './api.ts';
import { devPage, sendDevPage } from './dev-page.ts';

/**
 * How every email looks, made from sample rows by the functions that write the real ones. Only in demonstration mode.
 */
export function devEmailRoutes(api: Api, db: Db, samples: () => EmailSample[]): void {
  const params = z.object({ number: z.coerce.number().int().min(0).max(999) });

  api.get('/dev/emails/', { schema: { hide: true } }, async (_request, reply) => sendDevPage(reply, list(samples())));

  api.get('/dev/emails/:number/', { schema: { hide: true, params } }, async (request, reply) =>
    sendDevPage(reply, (await drawn(request.params.number)).html),
  );

  api.get('/dev/emails/:number/text/', { schema: { hide: true, params } }, async (request, reply) => {
    const { subject, text } = await drawn(request.params.number);
    return sendDevPage(
      reply,
      devPage(subject, `<p><a href="/dev/emails/">Все письма</a></p><pre>${escapeHtml(text)}</pre>`),
    );
  });

  async function drawn(number: number) {
    const sample = samples()[number];
    if (!sample) throw new Refusal('not_found', {}, 'Такого письма нет');
    const emailMessage = await wordedEmail(db, sample.emailMessage, null);
    const company = await readSetting(db, 'company');
    const { html, text } = drawEmail(emailMessage, company);
    return { subject: emailMessage.subject, text, html: emailInBrowser(html, company) };
  }
}

function list(samples: EmailSample[]): string {
  const rows = samples.map(
    ({ composer, about, emailMessage }, number) => `<tr><td>${escapeHtml(about)}</td>
<td><a href="/dev/emails/${number}/">${escapeHtml(emailMessage.subject)}</a></td>
<td><a href="/dev/emails/${number}/text/" aria-label="Текстом: ${escapeHtml(about)}">текстом</a></td><td><code>${escapeHtml(composer)}</code></td></tr>`,
  );
  return devPage(
    'Образцы писем',
    `<p>Каждое письмо магазина, составленное из образцов теми же функциями, что пишут настоящие. Отправленные: <a href="/dev/mail/">/dev/mail/</a>.</p>
<table><thead><tr><th>Повод</th><th>Тема</th><th>Иначе</th><th>Функция</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}
