import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';

type Rows = Record<string, unknown>[];
type Fragment = RawBuilder<unknown>;

/** Everything the shop holds about a person, by its own field names; money in roubles, moments as ISO texts. */
export type PersonExport = {
  exported_at: string;
  account: Record<string, unknown>;
  contacts: Rows;
  identities: Rows;
  sessions: Rows;
  companies: Rows;
  company_requests: Rows;
  orders: Rows;
  cart: Rows;
  lists: Rows;
  addresses: Rows;
  recipients: Rows;
  consents: Rows;
  subscriptions: Rows;
  tickets: Rows;
  forms: Rows;
  estimates: Rows;
  cards: Rows;
  spins: Rows;
  reviews: Rows;
  questions: Rows;
  emails: Rows;
  staff_visits: Rows;
  staff_notes: Rows;
  restrictions: Rows;
};

/**
 * Art. 14 of 152-ФЗ: what is stored about a person, for themselves. No secrets: hashes of passwords and tokens are left
 * out, an email is named by day and subject. A firm's orders count when this person placed them.
 */
export async function exportPerson(db: Db, user_id: string, now = new Date()): Promise<PersonExport> {
  const id = sql`${user_id}::uuid`;
  const { rows } = await sql<{ found: Omit<PersonExport, 'exported_at'> }>`
    select json_build_object(
      ${accountParts(id)},
      ${orderParts(id)},
      ${storedParts(id)},
      ${writtenParts(id)},
      ${rewardParts(id)},
      ${staffParts(id)}
    ) as found`.execute(db);
  return { exported_at: now.toISOString(), ...ensure(rows[0]).found };
}

/** The account, how it is reached, where it is signed in, which firms it belongs to. */
const accountParts = (id: Fragment) => sql`
    'account', (select json_build_object('id', u.id, 'full_name', u.full_name, 'created_at', u.created_at,
        'password_is_set', u.password_hash is not null, 'password_changed_at', u.password_changed_at,
        'deletion_requested_at', u.deletion_requested_at, 'deletion_due_at', u.deletion_due_at)
      from users u where u.id = ${id}),
    'contacts', (select coalesce(json_agg(json_build_object('type', type, 'value', value, 'purpose', purpose,
        'confirmed_at', confirmed_at, 'created_at', created_at) order by id), '[]'::json) from contacts where user_id = ${id}),
    'identities', (select coalesce(json_agg(json_build_object('provider', provider, 'subject', subject, 'login', login,
        'created_at', created_at) order by created_at), '[]'::json) from identities where user_id = ${id}),
    'sessions', (select coalesce(json_agg(json_build_object('way', way, 'city', city, 'device', device, 'address', host(address),
        'created_at', created_at, 'used_at', used_at, 'ended_at', ended_at) order by created_at), '[]'::json)
      from sessions where user_id = ${id}),
    'companies', (select coalesce(json_agg(json_build_object('name', c.name, 'inn', c.inn, 'role', m.role,
        'since', m.created_at) order by c.name), '[]'::json)
      from company_members m join companies c on c.id = m.company_id where m.user_id = ${id}),
    'company_requests', (select coalesce(json_agg(json_build_object('inn', c.inn, 'created_at', r.created_at,
        'decided_at', r.decided_at) order by r.created_at), '[]'::json)
      from company_requests r join companies c on c.id = r.company_id where r.user_id = ${id})`;

/** Orders with everything that belongs to them. */
const orderParts = (id: Fragment) => sql`
    'orders', (select coalesce(json_agg(json_build_object('number', o.number, 'created_at', o.created_at, 'state', o.state,
        'payment_state', o.payment_state, 'payment_method', o.payment_method, 'contact_name', o.contact_name,
        'contact_phone', o.contact_phone, 'contact_email', o.contact_email, 'company_name', o.company_name,
        'buyer_number', o.buyer_number, 'building_site', o.building_site,
        'receiving_type', o.receiving_type, 'delivery_address', o.delivery_address, 'receiving_date', o.receiving_date,
        'recipient_name', o.recipient_name, 'recipient_phone', o.recipient_phone, 'comment', o.comment, 'coupon', o.coupon,
        'total', o.total / 100.0,
        'lines', (select json_agg(json_build_object('name', l.name, 'article', l.article,
            'count', trim_scale(l.count::numeric / coalesce(u.parts, 1)), 'unit', coalesce(u.short, l.unit),
            'price', l.price * coalesce(u.parts, 1) / 100.0, 'sum', l.sum / 100.0) order by l.position)
          from order_lines l left join units u on u.name = l.unit where l.order_id = o.id),
        'payments', (select json_agg(json_build_object('created_at', y.created_at, 'amount', y.amount / 100.0, 'method', y.method,
            'state', y.state, 'paid_at', y.paid_at, 'refunded', y.refunded / 100.0) order by y.created_at)
          from payments y where y.order_id = o.id),
        'files', array(select f.name from order_files f where f.order_id = o.id),
        'passes', (select json_agg(json_build_object('name', d.name, 'created_at', d.created_at, 'used_at', d.used_at,
            'revoked_at', d.revoked_at) order by d.created_at) from delegated_passes d where d.order_id = o.id),
        'handovers', (select json_agg(json_build_object('at', h.at, 'recipient_name', h.recipient_name, 'staff_name', h.staff_name,
            'taken', h.taken_kopecks / 100.0, 'note', h.note) order by h.at) from handovers h where h.order_id = o.id),
        'notes', (select json_agg(json_build_object('at', n.at, 'who', n.who, 'kind', n.kind, 'text', n.text) order by n.id)
          from order_notes n where n.order_id = o.id),
        'history', (select json_agg(json_build_object('at', v.at, 'state', v.state, 'payment_state', v.payment_state,
            'who', v.who, 'why', v.why) order by v.id) from order_moves v where v.order_id = o.id)
        ) order by o.created_at), '[]'::json) from orders o where o.user_id = ${id})`;

/** What is kept for the next visit and the next order, and what was consented to. */
const storedParts = (id: Fragment) => sql`
    'cart', (select coalesce(json_agg(json_build_object('name', p.name, 'idcode', p.idcode, 'count', l.count,
        'added_at', l.added_at) order by l.added_at), '[]'::json)
      from cart_lines l join products p on p.id = l.product_id where l.cart_id = ${id}),
    'lists', (select coalesce(json_agg(json_build_object('name', s.name, 'created_at', s.created_at,
        'calculator', s.calculator_numbers,
        'lines', (select json_agg(json_build_object('name', p.name, 'idcode', p.idcode,
            'count', trim_scale(g.count::numeric / coalesce(u.parts, 1)), 'unit', coalesce(u.short, p.unit)) order by g.position)
          from saved_list_lines g join products p on p.id = g.product_id left join units u on u.name = p.unit
          where g.list_id = s.id)) order by s.created_at), '[]'::json)
      from saved_lists s where s.user_id = ${id}),
    'addresses', (select coalesce(json_agg(json_build_object('place', place, 'address', address,
        'created_at', created_at) order by id), '[]'::json) from saved_addresses where user_id = ${id}),
    'recipients', (select coalesce(json_agg(json_build_object('name', name, 'phone', phone,
        'created_at', created_at) order by id), '[]'::json) from saved_recipients where user_id = ${id}),
    'consents', (select coalesce(json_agg(json_build_object('purpose', c.purpose, 'text', p.slug || ', v' || p.version, 'form', c.form,
        'subject', c.subject, 'address', host(c.address), 'given_at', c.given_at,
        'under_given_at', earlier.given_at, 'withdrawn_at', c.withdrawn_at) order by c.id), '[]'::json)
      from consents c join pages p on p.id = c.page_id left join orders o on o.id = c.order_id
      left join consents earlier on earlier.id = c.under_id
      where c.user_id = ${id} or o.user_id = ${id}),
    'subscriptions', (select coalesce(json_agg(json_build_object('email', s.email, 'topic', s.topic, 'product', p.name,
        'frequency', s.frequency, 'created_at', s.created_at, 'confirmed_at', s.confirmed_at, 'ended_at', s.ended_at) order by s.id), '[]'::json)
      from subscriptions s left join products p on p.id = s.product_id where s.user_id = ${id} or s.email in (${own(id)}))`;

/** What the person wrote or sent. */
const writtenParts = (id: Fragment) => sql`
    'tickets', (select coalesce(json_agg(json_build_object('number', t.number, 'theme', t.theme, 'state', t.state,
        'name', t.name, 'email', t.email, 'phone', t.phone, 'created_at', t.created_at,
        'messages', (select json_agg(json_build_object('at', m.created_at, 'author', m.author, 'author_name', m.author_name,
            'text', m.text, 'files', array(select f.name from ticket_files f where f.message_id = m.id)) order by m.id)
          from ticket_messages m where m.ticket_id = t.id)) order by t.created_at), '[]'::json)
      from tickets t where t.user_id = ${id}),
    'reviews', (select coalesce(json_agg(json_build_object('product', p.name, 'rating', r.rating, 'text', r.text, 'pros', r.pros,
        'cons', r.cons, 'author_name', r.author_name, 'state', case r.state when 'new' then 'checking' else r.state end, 'reason', r.reason, 'reply', r.reply,
        'photos', (select count(*) from review_photos where review_id = r.id), 'created_at', r.created_at) order by r.id), '[]'::json)
      from reviews r join products p on p.id = r.product_id where r.user_id = ${id}),
    'questions', (select coalesce(json_agg(json_build_object('product', p.name, 'text', q.text, 'author_name', q.author_name,
        'state', case q.state when 'new' then 'checking' else q.state end, 'reason', q.reason, 'answer', q.answer, 'created_at', q.created_at) order by q.id), '[]'::json)
      from product_questions q join products p on p.id = q.product_id where q.user_id = ${id}),
    'forms', (select coalesce(json_agg(json_build_object('number', f.number, 'form', f.code, 'about', nullif(f.about_title, ''),
        'page', f.page, 'created_at', f.created_at, 'answers', f.answers,
        'files', array(select x.name from form_files x where x.submission_id = f.id)) order by f.number), '[]'::json)
      from form_submissions f where f.user_id = ${id}),
    'estimates', (select coalesce(json_agg(json_build_object('file_name', e.file_name, 'created_at', e.created_at,
        'lines', array(select l.text from estimate_lines l where l.estimate_id = e.id order by l.position)) order by e.created_at), '[]'::json)
      from estimates e where e.user_id = ${id})`;

/** Cards with their bonuses, spins of the wheel. */
const rewardParts = (id: Fragment) => sql`
    'cards', (select coalesce(json_agg(json_build_object('name', g.name, 'number', c.number, 'phone', c.phone, 'issued_at', c.issued_at,
        'attached_at', c.attached_at, 'blocked_at', c.blocked_at, 'block_reason', c.block_reason, 'movements', (select json_agg(json_build_object('at', m.at, 'movement', m.reason, 'bonuses', m.amount,
            'purchase', m.purchase_kopecks / 100.0, 'expires_at', m.expires_at, 'note', m.note) order by m.id)
          from card_movements m where m.card_id = c.id)) order by c.issued_at), '[]'::json)
      from cards c join loyalty_programmes g on g.kind = c.kind where c.user_id = ${id}),
    'spins', (select coalesce(json_agg(json_build_object('name', w.title, 'at', s.spun_at, 'client_seed', s.client_seed, 'prize', z.name,
        'coupon', s.coupon, 'sum', s.cost_kopecks / 100.0, 'expires_at', u.ends_at) order by s.spun_at), '[]'::json)
      from fortune_spins s join fortune_campaigns w on w.id = s.campaign_id join fortune_prizes z on z.id = s.given_prize_id
      join coupons u on u.code = s.coupon where s.user_id = ${id})`;

/** What the shop wrote to the person, what staff did in their name and noted of them. */
const staffParts = (id: Fragment) => sql`
    'emails', (select coalesce(json_agg(json_build_object('to_address', to_address, 'subject', subject,
        'created_at', created_at, 'sent_at', sent_at) order by id), '[]'::json)
      from mails where lower(to_address) in (${own(id)})),
    'staff_visits', (select coalesce(json_agg(json_build_object('staff_name', s.full_name, 'reason', a.reason,
        'started_at', a.started_at, 'ended_at', a.ended_at,
        'done', (select json_agg(json_build_object('at', g.at, 'what', g.what) order by g.id) from acting_log g where g.acting_id = a.id)
        ) order by a.started_at), '[]'::json)
      from acting_sessions a join users s on s.id = a.staff_user_id where a.user_id = ${id}),
    'staff_notes', (select coalesce(json_agg(json_build_object('at', at, 'who', who, 'kind', kind, 'text', text)
        order by id), '[]'::json) from customer_notes where user_id = ${id}),
    'restrictions', (select coalesce(json_agg(json_build_object('restriction', flag, 'why', why, 'who', who, 'at', at)
        order by flag), '[]'::json) from customer_flags where user_id = ${id})`;

/** Confirmed addresses alone: what came to somebody else's is not this person's. */
const own = (id: Fragment) =>
  sql`select value from contacts where user_id = ${id} and type = 'email' and confirmed_at is not null`;
