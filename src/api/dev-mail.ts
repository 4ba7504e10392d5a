import { z } from 'zod';
import { emailInBrowser } from '#modules/mail/email.ts';
import { getMail, listMails, type Mail, readAttachments } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { escapeHtml } from '#shared/html.ts';
import type { Api, ApiContext } from './api.ts';
import { devPage, sendDevPage } from './dev-page.ts';

/**
 * Every email the shop would have sent, for looking at. Only in demonstration mode: emails hold names and signed links.
 */
export function devMailRoutes(api: Api, { db, config }: ApiContext): void {
  if (!config.isDemonstration) return;
  const params = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

  api.get('/dev/mail/', { schema: { hide: true } }, async (_request, reply) => {
    const mails = await listMails(db, 200);
    return sendDevPage(reply, devPage('Письма', mails.length === 0 ? '<p>Писем пока нет.</p>' : list(mails)));
  });

  api.get('/dev/mail/:id/', { schema: { hide: true, params } }, async (request, reply) => {
    const mail = await findMail(request.params.id);
    return sendDevPage(reply, devPage(mail.subject, emailMessage(mail)));
  });

  api.get('/dev/mail/:id/html/', { schema: { hide: true, params } }, async (request, reply) => {
    const { html } = await findMail(request.params.id);
    return sendDevPage(reply, emailInBrowser(html, await readSetting(db, 'company')));
  });

  const paper = params.extend({ position: z.coerce.number().int().min(0).max(99) });
  api.get('/dev/mail/:id/:position/', { schema: { hide: true, params: paper } }, async (request, reply) => {
    const attachment = (await readAttachments(db, request.params.id))[request.params.position];
    if (!attachment) throw new Refusal('not_found', {}, 'Такого вложения нет');
    return reply.type(attachment.type).send(attachment.content);
  });

  async function findMail(id: number): Promise<Mail> {
    const mail = await getMail(db, id);
    if (!mail) throw new Refusal('not_found', {}, 'Такого письма нет');
    return mail;
  }
}

function list(mails: Mail[]): string {
  const rows = mails.map(
    (mail) => `<tr><td>${formatDateTime(mail.created_at)}</td><td>${escapeHtml(mail.to_address)}</td>
<td><a href="/dev/mail/${mail.id}/">${escapeHtml(mail.subject)}</a></td><td>${stateOf(mail)}</td></tr>`,
  );
  return `<table><thead><tr><th>Когда</th><th>Кому</th><th>Тема</th><th>Отправка</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function emailMessage(mail: Mail): string {
  const text = escapeHtml(mail.text).replace(/https?:\/\/[^\s&]+(?:&#\d+;[^\s&]+)*/g, '<a href="$&">$&</a>');
  return `<p><a href="/dev/mail/">Все письма</a> · <a href="/dev/mail/${mail.id}/html/">Открыть как HTML</a></p>
<dl><dt>Кому</dt><dd>${escapeHtml(mail.to_address)}</dd><dt>Когда</dt><dd>${formatDateTime(mail.created_at)}</dd>
<dt>Отправка</dt><dd>${stateOf(mail)}</dd>${papers(mail)}</dl><pre>${text}</pre>`;
}

function papers({ id, attachment_names }: Mail): string {
  if (attachment_names.length === 0) return '';
  const links = attachment_names.map(
    (name, position) => `<a href="/dev/mail/${id}/${position}/">${escapeHtml(name)}</a>`,
  );
  return `<dt>Вложения</dt><dd>${links.join(', ')}</dd>`;
}

function stateOf(mail: Mail): string {
  if (mail.sent_at) return `отправлено ${formatDateTime(mail.sent_at)}`;
  return mail.failed_at
    ? `не отправлено: ${escapeHtml(mail.failure ?? '')}`
    : mail.kept_at
      ? 'хранится здесь'
      : 'ждёт отправки';
}
