import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import type { Campaign } from '#shared/campaign.ts';
import { cleanText } from '#shared/clean-text.ts';
import { email as emailField } from '#shared/form-fields.ts';
import { fieldProblem } from '#shared/form-rules.ts';
import { toE164 } from '#shared/phone.ts';

export type NewLead = {
  /** Our request's uuid: a request queued twice is one lead. */
  origin_id: string;
  /** The form's code. */
  form: string;
  /** What the responsible person reads first. */
  title: string;
  name?: string | null;
  phone?: string | null;
  email?: string | null;
  company?: string | null;
  /** The form's other fields, in their order. */
  comments?: { name: string; value: string }[];
  campaign?: Campaign | null;
  department_id_1c: string;
  /** Path of the page the form stood on. */
  page?: string | null;
  /** Until when whoever left it is to be contacted. */
  due_at?: Date | null;
};

/**
 * Keeps a lead for the CRM and queues its sending, both in the caller's transaction (S7-24). It never refuses: the form
 * has checked its fields, and what does not fit a field of the CRM (a phone nobody can dial) travels among the
 * comments.
 */
export async function queueLead(db: Db, lead: NewLead, now = new Date()): Promise<void> {
  const phone = toE164(lead.phone ?? '');
  const email = readEmail(lead.email);
  const comments = [
    ...(lead.phone && !phone ? [{ name: 'Телефон', value: lead.phone }] : []),
    ...(lead.email && !email ? [{ name: 'Почта', value: lead.email }] : []),
    ...(lead.comments ?? []),
  ].map(({ name, value }) => ({ name: cut(name, 200), value: cut(value, 10_000) }));
  await sql`
    insert into leads
      (origin_id, form, title, name, phone, email, company, comments, campaign, department_id_1c, page, due_at, created_at,
        next_try_at)
    values (${lead.origin_id}::uuid, ${lead.form}, ${cut(lead.title, 255) || lead.form}, ${cut(lead.name, 255)}, ${phone}, ${email},
      ${cut(lead.company, 255)}, ${JSON.stringify(comments)}::jsonb, ${lead.campaign ? JSON.stringify(lead.campaign) : null}::jsonb,
      ${lead.department_id_1c}, ${cut(lead.page, 500)}, ${lead.due_at ?? null}, ${now}, ${now})
    on conflict (origin_id) do nothing`.execute(db);
  await enqueue(db, 'send_lead');
}

function readEmail(typed: string | null | undefined): string | null {
  const email = (typed ?? '').trim();
  return email !== '' && fieldProblem(email, emailField, emailField.label) === null ? email : null;
}

function cut(text: string | null | undefined, length: number): string {
  return cleanText((text ?? '').slice(0, length));
}
