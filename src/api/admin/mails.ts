import { z } from 'zod';
import { drawEmail, type EmailMessage, emailInBrowser } from '#modules/mail/email.ts';
import { listWorded, wordedEmail } from '#modules/mail/email-texts.ts';
import { resendMail, storeMail } from '#modules/mail/mails.ts';
import { getLoggedMail, type LoggedMail, listLoggedMails, mailStates } from '#modules/mail/staff-mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { iso, Ok, ok } from './answers.ts';
import { needOwnRow } from './branch-rule.ts';
import { endlessAnswer, endlessQuery } from './list.ts';
import { ownEmail } from './own-email.ts';
import { type AdminRoute, type Asked, adminFile, adminRead, adminWrite, NumberParam } from './route.ts';

const Mail = z.object({
  id: z.int(),
  /** Half hidden. */
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  failure: z.string().nullable(),
  attempts: z.int(),
  attachments: z.int(),
  has_words: z.boolean(),
});

const Sample = z.object({
  id: z.int(),
  about: z.string(),
  subject: z.string(),
  /** Whose words the shop may change, at /api/admin/email-texts/{kind}~; null: they are the program's alone. */
  kind: z.string().nullable(),
  /** The shop has words of its own for it, for all branches or for one. */
  is_worded: z.boolean(),
});
const SampleParam = z.object({ id: z.coerce.number().int().min(0).max(999) });

/** What the shop has written to whom, and how each of its emails looks. Emails are common to all branches. */
export const mailRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/mails',
    summary: 'Журнал писем: новые сверху',
    permission: 'content.write',
    query: endlessQuery({ state: z.enum(mailStates), to: z.string().trim().max(200) }),
    response: endlessAnswer(Mail),
    async run({ db, staff, query: { filter, after, per_page } }) {
      needOwnRow(staff, null);
      const mails = await listLoggedMails(db, filter, { after: after ?? null, limit: per_page + 1 });
      const shown = mails.slice(0, per_page);
      return { items: shown.map(present), next: mails.length > per_page ? String(shown.at(-1)?.id) : null };
    },
  }),

  adminWrite({
    url: '/api/admin/mails/:id/retry',
    summary: 'Отправить письмо ещё раз',
    permission: 'content.publish',
    params: NumberParam,
    needsKey: true,
    response: Ok,
    async run({ db, staff, params: { id } }) {
      needOwnRow(staff, null);
      const mail = await getLoggedMail(db, id);
      if (!mail) throw new Refusal('not_found');
      if ((await resendMail(db, id)) === 'without_words') throw new Refusal('mail_without_words');
      return {
        answer: ok,
        audit: {
          resource: 'mails',
          record_id: id,
          isAboutPerson: true,
          words: `Письмо «${mail.subject}» для ${mail.to}: отправлено ещё раз`,
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/mail-samples',
    summary: 'Какие письма пишет магазин',
    permission: 'content.write',
    response: z.object({ items: z.array(Sample), total: z.int() }),
    async run({ db, context }) {
      const worded = new Set((await listWorded(db)).map(({ kind }) => kind));
      const items = await Promise.all(
        context.emailSamples().map(async ({ about, emailMessage }, id) => {
          const kind = emailMessage.worded?.kind ?? null;
          const { subject } = await inShop(db, emailMessage);
          return { id, about, subject, kind, is_worded: kind !== null && worded.has(kind) };
        }),
      );
      return { items, total: items.length };
    },
  }),

  adminRead({
    url: '/api/admin/mail-samples/:id',
    summary: 'Образец письма целиком',
    permission: 'content.write',
    params: SampleParam,
    response: Sample.extend({ text: z.string() }),
    async run({ db, context, params: { id } }) {
      const { about, emailMessage } = needSample({ context, params: { id } });
      const kind = emailMessage.worded?.kind ?? null;
      const message = await inShop(db, emailMessage);
      const { text } = drawEmail(message, await readSetting(db, 'company'));
      const is_worded = (await listWorded(db)).some((place) => place.kind === kind);
      return { id, about, subject: message.subject, kind, is_worded, text };
    },
  }),

  adminFile({
    url: '/api/admin/mail-samples/:id/page',
    summary: 'Образец письма, каким его видит читатель',
    permission: 'content.write',
    params: SampleParam,
    async run({ db, context, params }) {
      const { emailMessage } = needSample({ context, params });
      const company = await readSetting(db, 'company');
      const html = emailInBrowser(drawEmail(await inShop(db, emailMessage), company).html, company);
      return { name: `sample-${params.id}.html`, type: 'text/html; charset=utf-8', bytes: Buffer.from(html) };
    },
  }),

  adminWrite({
    url: '/api/admin/mail-samples/:id/send',
    summary: 'Образец письма себе на почту',
    permission: 'content.write',
    params: SampleParam,
    needsKey: true,
    response: z.object({ to: z.string() }),
    async run({ db, context, staff, params, now }) {
      const { about, emailMessage } = needSample({ context, params });
      const to = await ownEmail(db, staff);
      const { worded: _, ...message } = await inShop(db, emailMessage);
      const subject = `Образец: ${message.subject}`;
      await storeMail(db, `sample ${staff.user_id} ${now.getTime()}`, to, { ...message, subject });
      return {
        answer: { to },
        audit: { resource: 'mails', record_id: null, words: `Образец письма «${about}» отправлен себе` },
      };
    },
  }),
];

function needSample({ context, params: { id } }: Pick<Asked<{ id: number }>, 'context' | 'params'>) {
  const sample = context.emailSamples()[id];
  if (!sample) throw new Refusal('not_found');
  return sample;
}

/** The sample with the shop's words for all branches: its branch is invented. */
function inShop(db: Db, message: EmailMessage): Promise<EmailMessage> {
  return wordedEmail(db, message, null);
}

function present({ created_at, sent_at, ...mail }: LoggedMail): z.input<typeof Mail> {
  return { ...mail, created_at: created_at.toISOString(), sent_at: iso(sent_at) };
}
