import { z } from 'zod';
import type { Letter } from '#modules/mail/letter.ts';
import { Refusal } from '#platform/refusal.ts';
import { escapeHtml } from '#shared/html.ts';
import type { Api } from './api.ts';

type Sample = { composer: string; about: string; letter: Letter };

/** How every letter looks, made from sample rows by the functions that write the real ones. Only in demonstration mode. */
export function devLetterRoutes(api: Api, samples: () => Sample[]): void {
  const params = z.object({ number: z.coerce.number().int().min(0).max(999) });

  api.get('/dev/letters/', { schema: { hide: true } }, async (_request, reply) => send(reply, list(samples())));

  api.get('/dev/letters/:number/', { schema: { hide: true, params } }, async (request, reply) =>
    send(reply, find(request.params.number).letter.html),
  );

  api.get('/dev/letters/:number/text/', { schema: { hide: true, params } }, async (request, reply) => {
    const { letter } = find(request.params.number);
    return send(
      reply,
      page(letter.subject, `<p><a href="/dev/letters/">Все письма</a></p><pre>${escapeHtml(letter.text)}</pre>`),
    );
  });

  function find(number: number): Sample {
    const sample = samples()[number];
    if (!sample) throw new Refusal('not_found', {}, 'Такого письма нет');
    return sample;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a reply of any route of this file
function send(reply: any, html: string) {
  return reply
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'private, no-store')
    .header('X-Robots-Tag', 'noindex')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    )
    .send(html);
}

function list(samples: Sample[]): string {
  const rows = samples.map(
    ({ composer, about, letter }, number) => `<tr><td>${escapeHtml(about)}</td>
<td><a href="/dev/letters/${number}/">${escapeHtml(letter.subject)}</a></td>
<td><a href="/dev/letters/${number}/text/" aria-label="Текстом: ${escapeHtml(about)}">текстом</a></td><td><code>${escapeHtml(composer)}</code></td></tr>`,
  );
  return page(
    'Образцы писем',
    `<p>Каждое письмо магазина, составленное из образцов теми же функциями, что пишут настоящие. Отправленные: <a href="/dev/mail/">/dev/mail/</a>.</p>
<table><thead><tr><th>Повод</th><th>Тема</th><th>Иначе</th><th>Функция</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>body{font:16px/24px sans-serif;max-width:960px;margin:24px auto;padding:0 16px;color:#1d2420}table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:8px;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:anywhere}pre{white-space:pre-wrap;font:inherit;background:#f6f3ec;padding:16px}
a{color:#1f5a43}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>
`;
}
