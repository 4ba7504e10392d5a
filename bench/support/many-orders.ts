import pg from 'pg';
import { ensure } from '#shared/ensure.ts';
import type { Progress } from './many-goods.ts';

const surnames = [
  ...['Смирнов', 'Иванов', 'Кузнецов', 'Соколов', 'Попов', 'Лебедев', 'Козлов', 'Новиков', 'Морозов', 'Петров'],
  ...['Волков', 'Соловьёв', 'Васильев', 'Зайцев', 'Павлов', 'Семёнов', 'Голубев', 'Виноградов', 'Богданов', 'Воробьёв'],
  ...['Фёдоров', 'Михайлов', 'Беляев', 'Тарасов', 'Белов', 'Комаров', 'Орлов', 'Киселёв', 'Макаров', 'Андреев'],
];
const names = [
  ...['Александр', 'Сергей', 'Дмитрий', 'Андрей', 'Алексей', 'Максим', 'Евгений', 'Иван', 'Михаил', 'Пётр'],
  ...['Николай', 'Владимир', 'Павел', 'Роман', 'Олег', 'Виктор', 'Илья', 'Артём', 'Денис', 'Юрий'],
];
/** Every third order is of one who has an account. */
const ordersOfAccount = 3;

/**
 * Fills the shop behind `url` up to `orders` orders of two years, in one transaction: three lines each, nine in ten
 * handed over, one in twenty cancelled, the rest at work with what they hold; two in five paid online with a receipt.
 * Triggers are off only because their work is done here. The same shop and number give the same orders.
 */
export async function makeOrders(url: string, orders: number, progress: Progress = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from orders');
    if (ensure(rows[0]).count >= orders) return;
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`create temp table made on commit drop as ${drafts(orders)}`);
    for (const [name, statement] of statements) {
      progress(`${name}…`);
      await client.query(statement);
    }
    await client.query('commit');
    progress('Статистика…');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** A statement that makes a table takes no parameters. */
const drafts = (orders: number) => `
  select n, md5('order ' || n)::uuid as id, md5('buyer ' || n / ${ordersOfAccount})::uuid as buyer,
    n % ${ordersOfAccount} = 0 as has_account,
    (${listed(names)})[1 + n / ${ordersOfAccount} % 20] || ' ' || (${listed(surnames)})[1 + n / ${ordersOfAccount} / 20 % 30] as name,
    '+79' || lpad((n::bigint * 7919 % 1000000000)::text, 9, '0') as phone, 'buyer' || n / ${ordersOfAccount} || '@pochta.example' as email,
    now() - interval '2 years' * (1 - n::float8 / ${orders}) as at,
    case when n > ${orders} * 0.95 then (array['new', 'assembling', 'ready', 'in_delivery'])[1 + n % 4]
      when n % 19 = 0 then 'cancelled' else 'completed' end as state,
    n % 5 < 2 as is_online, n % 4 = 0 as is_delivery, n % 9 = 0 as is_firm
  from generate_series(1, ${orders}) n`;

const statements = [
  [
    'Филиалы',
    `create temp table sellers on commit drop as
      select row_number() over (order by id_1c) - 1 as at, count(*) over () as count, id_1c, base_price, store
      from departments where branch_id_1c is null and parent = (select parent from departments where is_main)`,
  ],
  [
    'Товары заказов',
    `create temp table sold on commit drop as
      select s.at as branch, row_number() over (partition by s.at order by hashint4(p.id)) - 1 as at,
        p.id, p.idcode, p.name, p.article, p.unit, p.base_unit, p.factor_base,
        p.factor_sales, p.vat_rate, coalesce(p.weight_grams, 0) as weight, r.price, s.base_price, s.store
      from sellers s join prices r on r.price_column = s.base_price and r.price > 0
      join products p on p.id = r.product_id and p.switched_off_at is null
      join stock k on k.store = s.store and k.product_id = p.id
      where hashint4(p.id) % 20 = 0;
    create index on sold (branch, at);
    create temp table shelves on commit drop as select branch, count(*) as goods from sold group by branch;
    analyze made; analyze sold; analyze shelves; analyze sellers`,
  ],
  [
    'Покупатели',
    `insert into users (id, full_name, created_at) select buyer, name, at from made where has_account;
    insert into contacts (user_id, type, value) select buyer, 'email', email from made where has_account;
    insert into contacts (user_id, type, value) select buyer, 'phone', phone from made where has_account`,
  ],
  [
    'Строки заказов',
    `create temp table lines on commit drop as
      select m.id as order_id, m.n, m.i as position, g.*, 1 + (m.n + m.i) % 5 as amount
      from (
        select m.id, m.n, i, h.branch, (m.n::bigint * 31 + i * 97) % h.goods as at
        from made m join sellers s on s.at = m.n % s.count join shelves h on h.branch = s.at
        cross join generate_series(1, 3) i
      ) m join sold g on g.branch = m.branch and g.at = m.at;
    analyze lines;
    insert into order_lines (order_id, position, product_id, product_idcode, name, article, unit, base_unit, factor_base,
        factor_sales, price_column, store, vat_rate, weight_grams, count, price, sum)
      select order_id, position, id, idcode, name, article, unit, base_unit, factor_base, factor_sales, base_price, store,
        vat_rate, weight, amount, price, amount::bigint * price from lines`,
  ],
  [
    'Заказы',
    `insert into orders (id, department_id_1c, price_column, state, payment_state, payment_method, contact_name,
        contact_phone, contact_email, company_name, company_inn, receiving_type, pickup_department_id_1c, delivery_address,
        delivery_price, carrying_price, receiving_date, goods_sum, total, weight_grams, pickup_code, created_at, changed_at, cancelled_at,
        completed_at, user_id)
      select m.id, s.id_1c, s.base_price, m.state,
        case when m.state = 'completed' or m.is_online and m.state <> 'cancelled' then 'paid' else 'unpaid' end,
        case when m.is_online then 'online' else 'on_receipt' end, m.name, m.phone, m.email,
        case when m.is_firm then 'ООО «Стройка ' || m.n % 3000 || '»' end, case when m.is_firm then '7707083893' end,
        case when m.is_delivery then 'delivery' else 'pickup' end, case when not m.is_delivery then s.id_1c end,
        case when m.is_delivery then 'Вологда, улица Мира, ' || m.n % 200 end, case when m.is_delivery then 0 end, 0,
        (m.at + interval '2 days')::date, l.sum, l.sum, l.weight, lpad((m.n % 1000000)::text, 6, '0'), m.at, m.at,
        case when m.state = 'cancelled' then m.at + interval '1 day' end,
        case when m.state = 'completed' then m.at + interval '2 days' end, case when m.has_account then m.buyer end
      from made m join sellers s on s.at = m.n % s.count
      join (select order_id, sum(amount::bigint * price) as sum, sum(amount * weight)::bigint as weight from lines group by order_id) l
        on l.order_id = m.id
      order by m.n`,
  ],
  [
    'Резервы',
    `insert into reservations (order_line_id, product_id, store, count, created_at, expires_at, ended_at, why)
      select l.id, l.product_id, l.store, l.count, o.created_at,
        case when o.completed_at is null and o.cancelled_at is null then now() + interval '5 days' end,
        coalesce(o.completed_at, o.cancelled_at),
        case when o.completed_at is not null then 'handed_over' when o.cancelled_at is not null then 'cancelled' end
      from order_lines l join orders o on o.id = l.order_id join made m on m.id = o.id;
    update stock s set reserved = s.reserved + r.count from (
      select r.store, r.product_id, sum(r.count)::int as count from reservations r
      join order_lines l on l.id = r.order_line_id join made m on m.id = l.order_id
      where r.ended_at is null group by r.store, r.product_id) r
      where r.store = s.store and r.product_id = s.product_id;
    update stock set on_hand = reserved where reserved > on_hand and product_id % 50 <> 0;
    update orders o set short_since = now() where exists (
      select from order_lines l join reservations r on r.order_line_id = l.id and r.ended_at is null
      join stock s on s.store = r.store and s.product_id = r.product_id
      where l.order_id = o.id and s.reserved > s.on_hand)`,
  ],
  [
    'Оплата и чеки',
    `insert into payments (id, order_id, amount, method, provider, state, provider_id, request, created_at, changed_at, paid_at)
      select md5('payment ' || m.n)::uuid, o.id, o.total, 'card', 'demonstration', 'succeeded', 'made-' || m.n, '{}',
        m.at, m.at, m.at
      from made m join orders o on o.id = m.id where o.payment_state = 'paid' and o.payment_method = 'online';
    insert into receipts (payment_id, kind, items, sum, state, provider_id, created_at, changed_at)
      select p.id, 'full', jsonb_build_array(jsonb_build_object('name', 'Товары заказа', 'count', 1, 'price', p.amount, 'vat_rate', 22)), p.amount, 'succeeded', 'receipt-' || m.n, m.at, m.at
      from made m join payments p on p.order_id = m.id`,
  ],
  [
    'Журнал',
    `insert into audit_log (at, who, verb, resource, record_id, words, keep_until)
      select m.at, 'Инна Осипова', 'POST /api/admin/orders/:id/move', 'orders', m.id::text,
        'Заказ ' || m.n || ': собирается', now() + interval '3 years' from made m`,
  ],
] as const;

function listed(words: string[]): string {
  return `array[${words.map((word) => `'${word}'`).join(', ')}]`;
}
