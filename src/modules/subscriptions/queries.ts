import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { Frequency, SubscriptionTopic } from './schema.ts';

export type Subscription = {
  id: number;
  email: string;
  topic: SubscriptionTopic;
  frequency: Frequency;
  /** An alert on one product; null: the topic as a whole. */
  product: { id: number; name: string; slug: string } | null;
  created_at: Date;
  /** null: the email that asks for confirmation has not been answered. */
  confirmed_at: Date | null;
};

/** Living subscriptions of these addresses, topics before products. */
export async function listSubscriptions(db: Db, emails: string[]): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select s.id, s.email, s.topic, s.frequency, s.created_at, s.confirmed_at,
      case when p.id is null then null else json_build_object('id', p.id, 'name', p.name, 'slug', p.slug) end as product
    from subscriptions s left join products p on p.id = s.product_id
    where s.email = any(${emails.map((email) => email.toLowerCase())}::text[]) and s.ended_at is null
    order by s.product_id nulls first, s.id`.execute(db);
  return rows;
}

/** S3-03, S7-22: does this address receive the shop's news? One that has not confirmed does not yet. */
export async function isSubscribed(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions
    where email = ${email.trim().toLowerCase()} and topic = 'actions' and ended_at is null and confirmed_at is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
