import { z } from 'zod';
import { drawEmail } from '#modules/mail/email.ts';
import { resendMail, storeMail } from '#modules/mail/mails.ts';
import { getLoggedMail, type LoggedMail, listLoggedMails, mailStates } from '#modules/mail/staff-mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { listStaff } from '#modules/staff/staff.ts';
import { Refusal } from '#platform/refusal.ts';
import { iso, Ok, ok } from './answers.ts';
import { needOwnRow } from './branch-rows.ts';
import { endlessAnswer, endlessQuery } from './list.ts';
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

const Sample = z.object({ id: z.int(), about: z.string(), subject: z.string() });
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
      await needOwnRow(db, staff, null);
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
      await needOwnRow(db, staff, null);
      const mail = await getLoggedMail(db, id);
      if (!mail) throw new Refusal('not_found');
      if ((await resendMail(db, id)) === 'without_words') throw new Refusal('mail_without_words');
      return {
        answer: ok,
        audit: {
          ...{ resource: 'mails', record_id: id, isAboutPerson: true },
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
    async run({ context }) {
      const items = context.emailSamples().map(({ about, emailMessage }, id) => {
        return { id, about, subject: emailMessage.subject };
      });
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
      const { text } = drawEmail(emailMessage, await readSetting(db, 'company'));
      return { id, about, subject: emailMessage.subject, text };
    },
  }),

  adminFile({
    url: '/api/admin/mail-samples/:id/page',
    summary: 'Образец письма, каким его видит читатель',
    permission: 'content.write',
    params: SampleParam,
    async run({ db, context, params }) {
      const { emailMessage } = needSample({ context, params });
      const { html } = drawEmail(emailMessage, await readSetting(db, 'company'));
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
      const person = (await listStaff(db)).find(({ user_id }) => user_id === staff.user_id);
      if (!person?.email) throw new Refusal('bad_input', {}, 'У вас в кабинете нет почты');
      const subject = `Образец: ${emailMessage.subject}`;
      await storeMail(db, `sample ${staff.user_id} ${now.getTime()}`, person.email, { ...emailMessage, subject });
      return {
        answer: { to: person.email },
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

function present({ created_at, sent_at, ...mail }: LoggedMail): z.input<typeof Mail> {
  return { ...mail, created_at: created_at.toISOString(), sent_at: iso(sent_at) };
}
