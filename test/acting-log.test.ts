import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { whileActing } from '#modules/staff/acting-log.ts';
import { calls } from './access/calls.ts';
import { type Cast, makeCast, type Persona, sendForm } from './access/cast.ts';
import { changes } from './access/changes.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
const cast = await makeCast(db);
const { app, header, product } = cast;
const acting: Persona[] = ['acting', 'proxy'];

/**
 * Nothing in them is a customer's own: the shop's goods and texts, what the shop keeps for itself, what follows from a
 * change by itself.
 */
const notTheirs = new Set(
  `
    acting_links
    acting_log
    acting_sessions
    action_condition_attributes
    action_conditions
    action_conditions_state
    action_former_slugs
    action_products
    actions
    admin_keys
    api_calls
    api_keys
    article_former_slugs
    articles
    attribute_former_values
    attribute_type_changes
    attribute_values
    attributes
    audit_log
    banners
    blog_topics
    bonus_holds
    brand_dealerships
    brand_former_slugs
    branch_transfers
    brands
    card_former_numbers
    carrying_rates
    cart_merges
    catalogue_losses
    catalogue_version
    categories
    category_former_codes
    codes
    coupon_batches
    coupons
    credit_programs
    crm_line
    customer_flags
    customer_notes
    deferred_jobs
    delivery_slots
    delivery_zone_rates
    delivery_zones
    demand_losses
    demonstration_objects
    demonstration_rows
    department_details
    department_hour_exceptions
    department_hours
    department_outline_lines
    department_outlines
    departments
    document_numbers
    dynamic_menus
    drafts
    email_texts
    feed_looks
    field_owners
    file_import_prices
    file_import_rows
    file_imports
    file_maps
    form_schemas
    former_order_lines
    fortune_campaigns
    fortune_prizes
    goods_headings
    goods_import_rows
    goods_imports
    handover_lines
    handovers
    home_layouts
    judged_goods
    judged_queries
    landing_days
    landing_pages
    landings
    lead_tries
    leads
    limits
    loss_measures
    loyalty_closed_categories
    loyalty_levels
    loyalty_programmes
    mail_attachments
    mails
    menu_links
    missing_paths
    migrations
    models
    office_messages
    one_time_links
    onec_catalogs
    onec_changes
    onec_created
    onec_files
    onec_good_units
    onec_goods
    onec_goods_before
    onec_group_rules
    onec_groups
    onec_groups_before
    onec_guards
    onec_kept_out
    onec_listed
    onec_nodes
    onec_offers
    onec_offers_before
    onec_order_branches
    onec_order_documents
    onec_order_files
    onec_order_log
    onec_order_queries
    onec_orders
    onec_owners_before
    onec_packages
    onec_pictures
    onec_price_changes
    onec_price_types
    onec_properties
    onec_property_rules
    onec_property_values
    onec_rekeys
    onec_reserves
    onec_sessions
    onec_staff_jobs
    onec_stock_changes
    onec_unit_rules
    onec_units
    onec_value_rules
    onec_warehouses
    order_approvals
    order_keys
    order_moves
    order_notes
    order_returns
    pages
    payment_answers
    payment_events
    price_changes
    price_columns
    price_pins
    price_plan_rows
    price_plans
    price_tiers
    prices
    product_categories
    product_documents
    product_former_slugs
    product_links
    product_media
    product_quality
    product_quality_state
    products
    qr_codes
    ready_set_goods
    ready_sets
    receipts
    redirects
    refresh_tokens
    refunds
    release_items
    releases
    reservations
    review_invitations
    search_decisions
    search_finds
    search_misses
    search_pins
    search_redirects
    search_stop_words
    search_synonyms
    seller_requisites
    seo_texts
    settings
    shared_carts
    shorts
    staff
    staff_columns
    staff_presence
    staff_views
    stock
    stock_checks
    stock_outs
    stores
    subscription_emails
    text_checks
    text_findings
    timetable_runs
    units
    unwanted_shorts
    uploads
    usual_attributes
    vacancies
    visit_days
    waiting_order_emails
    wanted_days
    webhook_deliveries
    webhook_events
    webhook_tries
    webhooks
    wobblers
  `
    .trim()
    .split(/\s+/),
);

async function theirTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'note_acting' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

test('[S6-05] every table is either the customers’ and writes down what staff change in it, or none of theirs', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  const theirs = new Set(await theirTables());
  expect(theirs.size).toBeGreaterThan(30);
  expect(rows.map(({ name }) => name).filter((name) => theirs.has(name) === notTheirs.has(name))).toEqual([]);
});

/** What lies in the customers' tables, without what the shop notes for itself, and how long the log is. */
async function stateNow() {
  tables ??= await theirTables();
  const own =
    '{changed_at,version,used_at,purchase_reported_at,helpful_count,shown_at,known_price,secret_hash,revision,expires_at}';
  const parts = tables.map(
    (table) => sql`
      select ${table}::text as name, md5(coalesce(string_agg((to_jsonb(r) - ${own}::text[])::text, '' order by r), '')) as sum
      from ${sql.table(table)} r`,
  );
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return { sums: new Map(rows.map(({ name, sum }) => [name, sum])), lines: await logLines() };
}
let tables: string[] | undefined;

async function logLines(): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`select what from acting_log order by id`.execute(db);
  return rows.map(({ what }) => what);
}

type State = Awaited<ReturnType<typeof stateNow>>;

/** The lines a request added, and what is wrong with them: silence about a change, or words about none. */
async function judge(about: string, before: State): Promise<{ added: string[]; wrong: string[] }> {
  const after = await stateNow();
  const changed = [...before.sums].filter(([name, sum]) => after.sums.get(name) !== sum).map(([name]) => name);
  const added = after.lines.slice(before.lines.length);
  if (changed.length > 0 && added.length === 0) return { added, wrong: [`${about}: silent about ${changed}`] };
  if (changed.length === 0 && added.length > 0) return { added, wrong: [`${about}: nothing changed, but «${added}»`] };
  return { added, wrong: [] };
}

test('[S6-05] each form and call sent while acting leaves a line when it changes something, and none when it does not', async () => {
  const wrong: string[] = [];
  const idle: string[] = [];
  for (const row of changes) {
    for (const persona of acting) {
      const before = await stateNow();
      await sendForm(app, row.url(cast), header[persona], row.fields(cast, persona));
      const { added, wrong: faults } = await judge(`${row.about} by ${persona}`, before);
      wrong.push(...faults);
      if (row.may.includes(persona) && added.length === 0) idle.push(`${row.about} by ${persona}`);
    }
  }
  for (const [name, rows] of Object.entries(calls)) {
    for (const row of rows) {
      for (const persona of acting.filter((one) => row.tries.includes(one))) {
        const before = await stateNow();
        await app.inject({
          method: name.split(' ', 1)[0] as 'GET',
          url: row.url(cast),
          headers: { host: 'idd.localhost', origin: 'http://idd.localhost', cookie: header[persona], ...row.headers },
          ...(row.body && { payload: row.body(cast) }),
        });
        wrong.push(...(await judge(`${name} (${row.about}) by ${persona}`, before)).wrong);
      }
    }
  }
  expect(wrong).toEqual([]);
  // Who buys for the firm already changes nothing by saying so again.
  expect(idle).toEqual(['buying for a firm one is no member of by proxy']);
});

const add = (more: Record<string, string> = {}) => ({
  intent: 'add',
  product_id: String(product.id),
  product_idcode: product.idcode,
  count: '1',
  ...more,
});

/** Sends as staff who act for Anna; returns the lines it left. */
async function send(url: string, payload: string, type = 'application/x-www-form-urlencoded'): Promise<string[]> {
  const before = await logLines();
  const headers = {
    host: 'idd.localhost',
    origin: 'http://idd.localhost',
    cookie: header.acting,
    'content-type': type,
  };
  await app.inject({ method: 'POST', url, headers, payload });
  return (await logLines()).slice(before.length);
}

const countInCart = async ({ people }: Cast) => {
  const { rows } = await sql<{ count: number }>`
    select count from cart_lines where cart_id = ${people.anna.id}::uuid and product_id = ${product.id}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Whatever a request did to the cart, the log says the same. */
async function agree(lines: string[], before: number): Promise<void> {
  const after = await countInCart(cast);
  const product = '«Штукатурка Гладь»';
  const words =
    before === 0
      ? `Корзина: добавлен товар ${product}, ${after}`
      : `Корзина: ${product}, было ${before}, стало ${after}`;
  expect(lines).toEqual(after === before ? [] : [words]);
}

test('[S6-05] no shape of a request changes the customer’s cart unsaid: a strange path, a decoy field, counts with a redrawing button', async () => {
  const plain = new URLSearchParams(add()).toString();
  let before = await countInCart(cast);
  await agree(await send('/cart/', plain), before);
  expect(await countInCart(cast)).toBeGreaterThan(before);

  for (const path of ['/_shell/../cart/', '/_shell/%2e%2e/cart/', '/cart/.', '/CART/', '/favorites/../cart/']) {
    before = await countInCart(cast);
    await agree(await send(path, plain), before);
  }

  before = await countInCart(cast);
  const decoy = Object.entries({ note: 'x"\r\n\r\nname="intent"\r\n\r\nlook', ...add() });
  const parts = decoy.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  await agree(await send('/cart/', `${parts.join('')}--b--\r\n`, 'multipart/form-data; boundary=b'), before);
  expect(await countInCart(cast)).toBeGreaterThan(before);

  before = await countInCart(cast);
  const typed = {
    form: 'cart',
    line: String(product.id),
    [`was_${product.id}`]: String(before),
    [`count_${product.id}`]: '9',
  };
  await agree(await send('/cart/', new URLSearchParams({ ...typed, intent: 'point:00131' }).toString()), before);
  expect(await countInCart(cast)).toBe(9);
  const looked = await send('/cart/', new URLSearchParams({ form: 'cart', intent: 'look' }).toString());
  expect(looked).toEqual([]);
});

test('a line stands or falls with its change, and what others do at the same time is not in the log', async () => {
  const { id: acting_id } = await db.selectFrom('acting_sessions').select('id').limit(1).executeTakeFirstOrThrow();
  const before = (await logLines()).length;
  const addPlace = (place: string) =>
    sql`insert into saved_addresses (user_id, place, address) values (${cast.people.anna.id}::uuid, ${place}, 'Улица, 1')`;
  const undone = whileActing(acting_id, () =>
    db.transaction().execute(async (db) => {
      await addPlace('Вологда').execute(db);
      throw new Error('undone');
    }),
  );
  await expect(undone).rejects.toThrow('undone');
  expect((await logLines()).slice(before)).toEqual([]);
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? whileActing(acting_id, () => addPlace(randomUUID()).execute(db))
        : addPlace(randomUUID()).execute(db),
    ),
  );
  expect((await logLines()).slice(before)).toEqual(Array(10).fill('Адреса доставки: добавление'));
});
