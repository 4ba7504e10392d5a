import { sql } from 'kysely';
import { storeMail } from '#modules/mail/mails.ts';
import { linkToken } from '#modules/orders/order-access.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { orderReviewsUrl } from '#shared/review-urls.ts';
import { invitationEmail } from './messages/emails.ts';

/** An older order is not written about any more: the shop was not running, or invitations were off. */
const latestDays = 30;
const atOnce = 500;

type Received = {
  order_id: string;
  number: number;
  email: string;
  contact_name: string;
  origin: string;
  branch: Parameters<typeof invitationEmail>[0]['branch'];
  names: string[];
};

/**
 * Invites those who received an order some days ago to review it: an email about their own order, once per order, to
 * nobody who said no, whose account is gone, or who has reviewed everything. Returns how many emails were written; a
 * second run writes none.
 */
export async function inviteToReview(db: Db, keys: SecretKeys, now = new Date()): Promise<number> {
  const { invite_after_days: days } = await readSetting(db, 'review_terms');
  if (days === 0) return 0;
  const { rows } = await sql<Received>`
    with due as (
      insert into review_invitations (order_id, invited_at)
      select o.id, ${now} from orders o
      where o.completed_at <= ${now}::timestamptz - make_interval(days => ${days})
        and o.completed_at > ${now}::timestamptz - make_interval(days => ${latestDays + days})
        and not exists (select from review_invitations i where i.order_id = o.id)
      order by o.completed_at limit ${atOnce}
      on conflict do nothing returning order_id
    )
    select o.id as order_id, o.number, lower(coalesce(o.contact_email, '')) as email, o.contact_name, o.origin,
      json_build_object('id_1c', d.id_1c, 'name_for_site', d.name_for_site, 'city', d.city, 'address', d.address, 'email', d.email, 'phones', d.phones, 'work_time', d.work_time) as branch,
      array(select l.name from order_lines l join products p on p.id = l.product_id and p.switched_off_at is null
        where l.order_id = o.id and not exists (
          select from reviews r where r.product_id = l.product_id
            and (r.user_id = o.user_id or r.user_id is null and r.email = lower(o.contact_email)))
        order by l.position) as names
    from due join orders o on o.id = due.order_id join departments d on d.id_1c = o.department_id_1c
    left join users u on u.id = o.user_id
    where o.origin is not null and o.contact_email is not null and u.deleted_at is null
      and not exists (select from review_silences s where s.email = lower(o.contact_email))`.execute(db);
  const invited = rows.filter(({ names }) => names.length > 0);
  for (const { order_id, email, origin, names, ...order } of invited) {
    const link = origin + orderReviewsUrl(order_id, linkToken(keys, order_id, now));
    const shown = names.length > 5 ? [...names.slice(0, 5), `и ещё ${names.length - 5}`] : names;
    await storeMail(
      db,
      `review invitation ${order_id}`,
      email,
      invitationEmail(order, shown, link),
      order.branch.email,
    );
  }
  return invited.length;
}

/** No more invitations to this address; `isOn` false brings them back. */
export async function silenceInvitations(db: Db, email: string, isOn: boolean, now = new Date()): Promise<void> {
  const address = email.toLowerCase();
  if (isOn)
    await sql`insert into review_silences (email, created_at) values (${address}, ${now}) on conflict do nothing`.execute(
      db,
    );
  else await sql`delete from review_silences where email = ${address}`.execute(db);
}

/** This address wants no invitations. */
export async function isSilenced(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select from review_silences where email = ${email.toLowerCase()}`.execute(db);
  return rows.length > 0;
}
