import { z } from 'zod';
import { drawLetter, type Letter } from '#modules/mail/letter.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { escapeHtml } from '#shared/html.ts';
import type { Api } from './api.ts';
import { devPage, sendDevPage } from './dev-page.ts';

/** One letter of the shop as its real composer writes it. `composer`: module/function. */
export type LetterSample = { composer: string; about: string; letter: Letter };

/** How every letter looks, made from sample rows by the functions that write the real ones. Only in demonstration mode. */
export function devLetterRoutes(api: Api, db: Db, samples: () => LetterSample[]): void {
  const params = z.object({ number: z.coerce.number().int().min(0).max(999) });

  api.get('/dev/letters/', { schema: { hide: true } }, async (_request, reply) => sendDevPage(reply, list(samples())));

  api.get('/dev/letters/:number/', { schema: { hide: true, params } }, async (request, reply) =>
    sendDevPage(reply, (await drawn(request.params.number)).html),
  );

  api.get('/dev/letters/:number/text/', { schema: { hide: true, params } }, async (request, reply) => {
    const { subject, text } = await drawn(request.params.number);
    return sendDevPage(
      reply,
      devPage(subject, `<p><a href="/dev/letters/">Все письма</a></p><pre>${escapeHtml(text)}</pre>`),
    );
  });

  async function drawn(number: number) {
    const sample = samples()[number];
    if (!sample) throw new Refusal('not_found', {}, 'Такого письма нет');
    const { letter } = sample;
    return { subject: letter.subject, ...drawLetter(letter, await readSetting(db, 'company')) };
  }
}

function list(samples: LetterSample[]): string {
  const rows = samples.map(
    ({ composer, about, letter }, number) => `<tr><td>${escapeHtml(about)}</td>
<td><a href="/dev/letters/${number}/">${escapeHtml(letter.subject)}</a></td>
<td><a href="/dev/letters/${number}/text/" aria-label="Текстом: ${escapeHtml(about)}">текстом</a></td><td><code>${escapeHtml(composer)}</code></td></tr>`,
  );
  return devPage(
    'Образцы писем',
    `<p>Каждое письмо магазина, составленное из образцов теми же функциями, что пишут настоящие. Отправленные: <a href="/dev/mail/">/dev/mail/</a>.</p>
<table><thead><tr><th>Повод</th><th>Тема</th><th>Иначе</th><th>Функция</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}
