import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { currentActions } from '#modules/catalogue/actions.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { type Department, priceContextOf } from '#modules/departments/queries.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { query } from '#modules/search/listing.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { formatDate } from '#shared/dates.ts';
import { actionUrl, discountsUrl, productUrl, subscriptionUrl } from '#shared/urls.ts';
import { type EmailProduct, newsEmail } from './emails.ts';
import type { Frequency } from './schema.ts';
import { pauseHours, rememberEmail } from './send-alerts.ts';
import { subscriptionKey, unsubscribeHeaders } from './subscription-link.ts';

/** The news of a branch; paths are of its own host. */
export type News = {
  actions: { name: string; until: string; path: string }[];
  goods: (Omit<EmailProduct, 'url'> & { path: string })[];
  /** The same for the same news. */
  hash: string;
};

const mostGoods = 6;

/** The branch's actions and its greatest discounts on goods that are there; null: no news. */
export async function readNews(db: Db, branch: Department, now = new Date()): Promise<News | null> {
  const [actions, { items }] = await Promise.all([
    currentActions(db, branch.id_1c),
    query(
      db,
      priceContextOf(branch),
      Listing.parse({ limit: mostGoods, discounted: true, in_stock: true, sort: 'discount' }),
    ),
  ]);
  const reported = {
    actions: actions
      .filter(({ ends_at }) => ends_at > now)
      .slice(0, 4)
      .map(({ name, ends_at, slug }) => ({
        name,
        until: formatDate(ends_at, branch.time_zone),
        path: actionUrl(slug),
      })),
    goods: items
      .filter(({ price, old_price }) => price !== null && old_price !== null)
      .map(({ name, slug, price, old_price, shown_unit }) => ({
        name,
        path: productUrl(slug),
        price: price ?? 0,
        was: old_price,
        shown_unit,
        stock: 'есть в наличии',
      })),
  };
  if (reported.actions.length === 0 && reported.goods.length === 0) return null;
  return { ...reported, hash: createHash('sha256').update(JSON.stringify(reported)).digest('hex') };
}

/** At once means once a day here: news come together. An hour of play, since the job comes round at the same hour. */
const newsPauseHours: Record<Frequency, number> = { ...pauseHours, at_once: 24 };
const playHours = 1;

/** Subscribers of this branch's news whose pause is over and who have not been sent exactly this. */
export async function dueNews(
  db: Db,
  branch: Department,
  hash: string,
  now = new Date(),
  only: string | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select s.email from subscriptions s
    left join lateral (
      select l.sent_at, l.content_hash from subscription_emails l
      where l.email = s.email and l.kind = 'news' order by l.sent_at desc limit 1) latest on true
    where s.department_id_1c = ${branch.id_1c} and s.topic = 'actions' and s.ended_at is null and s.confirmed_at is not null
      and (latest.sent_at is null or latest.content_hash is distinct from ${hash}
        and latest.sent_at <= ${now}::timestamptz - make_interval(hours => case when s.frequency = 'weekly'
          then ${newsPauseHours.weekly - playHours}::int else ${newsPauseHours.daily - playHours}::int end))
      and (${only}::text is null or s.email = ${only})
    order by s.email`.execute(db);
  return rows.map(({ email }) => email);
}

/**
 * One email of news to one address; returns whether one was written. Of two runs at once the second finds it sent. Call
 * in a transaction.
 */
export async function writeNewsEmail(
  db: Db,
  keys: SecretKeys,
  branch: Department,
  email: string,
  news: News,
  now = new Date(),
): Promise<boolean> {
  const { rows } = await sql<{ origin: string | null }>`
    select origin from subscriptions
    where email = ${email} and topic = 'actions' and department_id_1c = ${branch.id_1c} and ended_at is null and confirmed_at is not null
    for update`.execute(db);
  const origin = rows[0]?.origin;
  if (!origin || (await dueNews(db, branch, news.hash, now, email)).length === 0) return false;
  const whole = ({ path, ...rest }: { path: string } & Record<string, unknown>) => ({ ...rest, url: origin + path });
  const emailMessage = newsEmail(
    { ...branch, in_city: `в ${branch.names_cases.prepositional}` },
    {
      actions: news.actions.map(whole) as { name: string; until: string; url: string }[],
      goods: news.goods.map(whole) as EmailProduct[],
    },
    { catalogue: origin + discountsUrl(), manage: origin + subscriptionUrl(subscriptionKey(keys, email)) },
  );
  const id = await rememberEmail(db, email, branch.id_1c, 'news', now, news.hash);
  await storeMail(db, `news ${id}`, email, { ...emailMessage, headers: unsubscribeHeaders(keys, origin, email) });
  return true;
}
