import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import type { Requester } from '#modules/accounts/requester.ts';
import { signInByPassword } from '#modules/accounts/sign-in-by-password.ts';
import { readSignedIn, type SignedIn } from '#modules/accounts/signed-in.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { checkTexts } from '#modules/content/check-texts.ts';
import { ownTemplates } from '#modules/content/seo-texts.ts';
import { listTextFindings } from '#modules/content/text-findings.ts';
import { listDepartments, priceContextOf, publicParent } from '#modules/departments/queries.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { totpCode } from '#modules/staff/totp.ts';
import { verifySecondFactor } from '#modules/staff/verify-second-factor.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { type CarryingKind, carryingPrice } from '#shared/carrying.ts';
import { isInn, isOgrn } from '#shared/company-numbers.ts';
import { imageUrl } from '#shared/image-url.ts';
import { doubtsIn } from '#shared/text-lint.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { barcodeOf } from './barcodes.ts';
import { branches } from './branches.ts';
import { DemoRefused, loadDemo, type Summary } from './load.ts';
import { loadLinks } from './load-links.ts';
import { type DemoLogins, demoLoginLines } from './logins.ts';
import { demoPeople } from './people.ts';
import { type DemoProduct, productsOf } from './products.ts';
import { seoTexts } from './seo.ts';

const { db } = await testDatabase();
const dataDir = join(tmpdir(), `idd-demo-${process.pid}`);
const filesDir = join(dataDir, 'files');
const now = new Date('2026-11-21T09:00:00Z');
const requester: Requester = {
  origin: 'http://idd.localhost',
  city: 'Вологда',
  device: 'Chrome, Linux',
  address: '127.0.0.1',
  time_zone: 'Europe/Moscow',
  branch: { name_for_site: 'Вологда', city: 'Вологда', address: '', phones: {}, work_time: '', email: null },
  browser: null,
  waiting_link: null,
};
const catalogue = [...productsOf(3_000)];
let summary: Summary & { logins: DemoLogins };

beforeAll(async () => {
  summary = await loadDemo(db, { products: 300, filesDir, now: new Date() });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(db)).rows;
}

test('the shop has its branches, categories, brands and as many products as asked for', async () => {
  expect(summary).toMatchObject({ branches: 12, products: 300 });
  expect(summary.categories).toBeGreaterThanOrEqual(150);
  expect(summary.brands).toBeGreaterThanOrEqual(60);
  expect(summary.shorts).toBeGreaterThan(0);
  expect(summary.documents).toBeGreaterThan(50);
  const [depth] = await rows(sql<{ levels: number }>`
    with recursive tree as (select id, 1 as level from categories where parent_id is null
      union all select c.id, level + 1 from categories c join tree on c.parent_id = tree.id)
    select max(level) as levels from tree`);
  expect(depth?.levels).toBe(3);
});

test('[S1-02] prices come from the branch’s column and stock from its store', async () => {
  const departments = (await listDepartments(db)).filter(
    ({ parent, branch_id_1c }) => parent === publicParent && !branch_id_1c,
  );
  const [hero] = await rows(sql<{ id: number }>`select id from products where idcode = '12847'`);
  const prices = new Set<number | null>();
  for (const department of departments) {
    const offer = (await offersOf(db, priceContextOf(department), [hero!.id])).get(hero!.id)!;
    expect(offer.price_column).toBe(department.base_price);
    expect(offer.is_on_sale_now).toBe(true);
    prices.add(offer.price);
  }
  expect(prices.size).toBeGreaterThan(5);
  const vologda = departments.find(({ is_main }) => is_main)!;
  expect((await offersOf(db, priceContextOf(vologda), [hero!.id])).get(hero!.id)).toMatchObject({
    price: 48_900,
    old_price: 55_600,
    factor: [30, 1],
    unit: 'меш.',
  });
});

test('[S7-36] bringing goods up costs no less than unloading them, and stairs no less than a lift', async () => {
  const rates = await db.selectFrom('carrying_rates').selectAll().execute();
  for (const { id_1c } of branches) {
    const own = rates.filter(({ department_id_1c }) => department_id_1c === id_1c);
    const rateOf = (kind: string) => own.find((rate) => rate.kind === kind);
    const [unloading, stairs] = [rateOf('unloading')!, rateOf('stairs')!];
    for (const kg of [1, 50, 340, 400, 600, 1_000, 5_000]) {
      const priceOf = (rate: typeof stairs) =>
        carryingPrice({ ...rate, kind: rate.kind as CarryingKind }, kg * 1_000, 1);
      expect(priceOf(stairs), `${id_1c}, ${kg} кг`).toBeGreaterThanOrEqual(priceOf(rateOf('lift') ?? unloading));
      expect(priceOf(rateOf('lift') ?? stairs), `${id_1c}, ${kg} кг`).toBeGreaterThanOrEqual(priceOf(unloading));
    }
  }
});

test('[S3-01] departments carry all fields: six case forms, hours, phones as one list, a zone of their own', async () => {
  const departments = await listDepartments(db);
  for (const department of departments) {
    expect(Object.keys(department.names_cases).sort()).toEqual([
      'accusative',
      'dative',
      'genitive',
      'instrumental',
      'nominative',
      'prepositional',
    ]);
    expect(Object.values(department.names_cases).every((form) => /^[А-ЯЁ][а-яё]+( [А-ЯЁ][а-яё]+)?$/.test(form))).toBe(
      true,
    );
    expect(Object.values(department.phones)[0]).toMatch(/^\+7 \(\d{3,5}\) \d{1,2}-\d{2}-\d{2}(\|\+7 .*)?$/);
    expect(department.work_time.split(';').length).toBeGreaterThanOrEqual(2);
    expect(department.hours.length).toBeGreaterThanOrEqual(6);
  }
  const novgorod = departments.find(({ domain }) => domain === 'velikiy-novgorod');
  expect(novgorod?.names_cases).toMatchObject({
    genitive: 'Великого Новгорода',
    dative: 'Великому Новгороду',
    prepositional: 'Великом Новгороде',
  });
  expect(departments.filter(({ time_zone }) => time_zone !== 'Europe/Moscow').map(({ city }) => city)).toContain(
    'Калининград',
  );
});

test('[S9-03] Vologda is served from store12, the others from store and their id; points share their branch’s domain', async () => {
  const departments = await listDepartments(db);
  for (const { id_1c, store, parent, domain, branch_id_1c } of departments) {
    expect(store).toBe(id_1c === '00131' ? 'store12' : `store${Number(id_1c)}`);
    if (branch_id_1c)
      expect(departments.find((branch) => branch.id_1c === branch_id_1c)).toMatchObject({ domain, parent });
  }
  expect(departments.filter(({ parent }) => parent !== publicParent).length).toBeGreaterThanOrEqual(2);
  const cities = departments.filter(({ parent, branch_id_1c }) => parent === publicParent && !branch_id_1c);
  expect(new Set(cities.map(({ domain }) => domain)).size).toBe(12);
  expect(departments.map(({ id_1c }) => id_1c)).not.toContain('00012');
});

test('an old price is shown where it was really charged in the last 30 days, and only there', async () => {
  const [main] = (await listDepartments(db)).filter(({ is_main }) => is_main);
  const marked = await rows(sql<{ product_id: number; old_price: number; honest: boolean }>`
    select product_id, old_price, exists (
      select from price_changes c where c.price_column = 'vologda' and c.product_id = p.product_id and c.price = p.old_price
    ) as honest
    from prices p where price_column = 'vologda' and old_price is not null`);
  const offers = await offersOf(
    db,
    priceContextOf(main!),
    marked.map(({ product_id }) => product_id),
  );
  const shown = marked.filter(({ product_id }) => offers.get(product_id)?.old_price);
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.every(({ honest }) => honest)).toBe(true);
  const all = await rows(sql<{
    count: number;
  }>`select count(*)::int as count from prices p where old_price is not null and not exists (
    select from price_changes c where c.price_column = p.price_column and c.product_id = p.product_id and c.price = p.old_price and c.changed_at > now() - interval '230 days')`);
  expect(all[0]?.count).toBeGreaterThan(0);
});

test('sold-out, last-piece, never counted and price-on-request goods are all there', async () => {
  const vologda = catalogue.map((product) => ({
    stock: product.stock.find(({ store }) => store === 'store12'),
    price: product.prices.find(({ column }) => column === 'vologda'),
  }));
  expect(vologda.filter(({ stock }) => stock?.on_hand === 0).length).toBeGreaterThan(100);
  expect(vologda.filter(({ stock }) => stock && stock.on_hand > 0 && stock.on_hand <= 3).length).toBeGreaterThan(50);
  expect(vologda.filter(({ stock }) => !stock).length).toBeGreaterThan(20);
  expect(vologda.filter(({ price }) => price?.price === null).length).toBeGreaterThan(10);
  expect(catalogue.filter(({ is_switched_off }) => is_switched_off).length).toBeGreaterThan(3);
});

test('the same call makes the same catalogue, names and pictures do not repeat', () => {
  const first = catalogue;
  const again = [...productsOf(3_000)];
  expect(again).toEqual(first);
  expect(new Set(first.map(({ name }) => name)).size).toBe(first.length);
  expect(new Set(first.map(({ slug }) => slug)).size).toBe(first.length);
  expect(new Set(first.map(({ number }) => number)).size).toBe(first.length);
  const pictures = first.flatMap(({ pictures }) => pictures.map(({ path }) => path));
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(pictures.length).toBe(first.length * 5);
});

test('every product has its place, attributes, description, price that fits and an exact factor', () => {
  for (const product of catalogue) {
    const { draft } = product;
    expect(Object.keys(draft.specs).length, draft.name).toBeGreaterThanOrEqual(5);
    expect(product.description.length, draft.name).toBeGreaterThan(80);
    expect(draft.highlights.length).toBeGreaterThan(0);
    expect(JSON.stringify([draft.name, draft.text, draft.highlights, draft.specs])).not.toMatch(
      /undefined|NaN|\[object|null| ,|\.\.| {2}/,
    );
    expect(Number.isInteger(draft.sold.base) && Number.isInteger(draft.sold.sales)).toBe(true);
    expect((draft.sold.min ?? 1) % (draft.sold.step ?? 1)).toBe(0);
    expect(draft.weight_kg, draft.name).toBeGreaterThan(0);
    expect(draft.picture.params.brand ?? product.brand, draft.name).toBe(product.brand);
    for (const { price, old_price } of product.prices) {
      if (price !== null) expect(price).toBeGreaterThan(0);
      if (old_price !== null) expect(old_price).toBeGreaterThan(price!);
    }
  }
});

test('[S2-04] a set has what its own text asks for: balls of every size, a garland, and cement grout for tiles', async () => {
  type Counted = { category: string; specs: Record<string, unknown>; count: number | null };
  const setOf = async (table: 'articles' | 'landing_pages', where: string) =>
    (
      await sql<Counted>`
        select c.code as category, p.specs,
          (select (n->>'count')::int from jsonb_array_elements(b->'counts') n where n->>'idcode' = p.idcode) as count
        from ${sql.table(table)} t, jsonb_array_elements(t.blocks) b, jsonb_array_elements_text(b->'idcodes') i (idcode)
        join products p on p.idcode = i.idcode
        join product_categories pc on pc.product_id = p.id and pc.is_main
        join categories c on c.id = pc.category_id
        where b->>'type' = 'products' and t.blocks::text like ${`%${where}%`}`.execute(db)
    ).rows;
  const tree = await setOf('articles', 'Три размера лучше одного');
  const balls = tree.filter(({ category }) => category === 'elochnye-shary');
  expect(balls.map(({ specs }) => Number(specs.diametr_cm)).toSorted((a, b) => a - b)).toEqual([6, 8, 10]);
  for (const { specs } of tree.filter(({ category }) => category === 'litye-eli')) expect(specs.vysota).toBe(180);
  expect(tree.some(({ category }) => category === 'girlyandy-dlya-doma')).toBe(true);
  const bathroom = await setOf('landing_pages', 'Гидроизоляция.');
  const names = bathroom.map(({ category }) => category);
  expect(names.length).toBeGreaterThan(3);
  expect(names).not.toContain('epoksidnye-zatirki');
  for (const { category, specs } of bathroom) if (category === 'krestiki-i-klinya') expect(specs.vid).toBe('Крестики');
});

test('sets of balls of every size that the article names are on the shelf of a demonstration of any size', () => {
  for (const count of [300, 3_000, 10_000]) {
    const sets = [...productsOf(count)].filter(
      ({ category, draft, stock }) =>
        category === 'elochnye-shary' &&
        draft.specs.predmetov === 6 &&
        stock.some(({ store, on_hand }) => store === 'store12' && on_hand > 0),
    );
    for (const size of [6, 8, 10])
      expect(
        sets.some(({ draft }) => draft.specs.diametr_cm === size),
        `${count}, ${size} см`,
      ).toBe(true);
  }
});

test('packs, bags and cable are counted exactly', () => {
  const sold = (part: string): DemoProduct => catalogue.find(({ name }) => name.includes(part))!;
  expect(sold('Ламинат ПОЛЕ Дуб северный Тракт').draft.sold).toMatchObject({
    base: 213,
    sales: 100,
    base_unit: 'м²',
    unit: 'упак.',
  });
  expect(sold('Кабель ВВГ').draft.sold).toMatchObject({ base: 1, sales: 10, base_unit: 'м', unit: '0,1 м', min: 10 });
  expect(sold('Гладь, для ручного нанесения, 30 кг').draft.sold).toMatchObject({
    base: 30,
    sales: 1,
    pallet: 40,
  });
  expect(sold('2,7 л').draft.sold).toMatchObject({ base: 27, sales: 10, base_unit: 'л' });
});

test('what is cut to length says what a metre weighs, never a tenth of it', () => {
  const cut = catalogue.filter(({ draft }) => draft.sold.unit === '0,1 м');
  expect(cut.length).toBeGreaterThan(10);
  for (const { draft } of cut) {
    expect(draft.specs.ves_s_upakovkoy, draft.name).toBeUndefined();
    expect(draft.specs.ves_metra, draft.name).toBeCloseTo(draft.weight_kg * 10, 1);
  }
});

test('nothing weighs less with its packaging than without it', () => {
  const stated = catalogue.filter(({ draft }) => typeof draft.specs.massa === 'number');
  expect(stated.length).toBeGreaterThan(20);
  for (const { draft } of stated)
    expect(draft.specs.ves_s_upakovkoy, draft.name).toBeGreaterThan(draft.specs.massa as number);
});

test('barcodes have a right check digit', () => {
  for (const number of [10_001, 12_847, 51_500, 110_000]) {
    const digits = [...barcodeOf(number)].map(Number);
    expect(digits).toHaveLength(13);
    expect(digits.reduce((sum, digit, index) => sum + digit * (index % 2 ? 3 : 1), 0) % 10).toBe(0);
  }
});

test('[S3-11] every placeholder stands in a template of each kind that can fill it', () => {
  const written = seoTexts.map((text) => JSON.stringify(text)).join(' ');
  for (const name of [
    'region',
    'region_genitive',
    'region_dative',
    'region_accusative',
    'region_instrumental',
    'region_prepositional',
    'host',
    'phone',
    'address',
    'schedule',
    'parent_category',
    'product',
    'root_category',
    'brand',
  ])
    expect(written, name).toContain(`{${name}}`);
  expect(new Set(seoTexts.map(({ kind }) => kind))).toEqual(new Set(Object.keys(ownTemplates)));
});

test('the nightly check of texts finds nothing in the demonstration: texts for search engines, names of branches and all that is published', async () => {
  await checkTexts(db);
  const { findings, check } = await listTextFindings(db, { branches: null }, { limit: 20, offset: 0 });
  expect(findings).toEqual([]);
  expect(check?.records).toBeGreaterThan(100);
});

test('[S7-20] the menu of a branch has no category that it does not sell', async () => {
  for (const branch of branches.filter(({ without }) => without.length > 0)) {
    const [menu] = await rows(sql<{ kept: number; prices: number }>`
      select (select count(*)::int from dynamic_menus m join categories c on c.id = m.category_id where m.department_id_1c = ${branch.id_1c} and c.code = any(${branch.without})) as kept,
        (select count(*)::int from prices p join product_categories pc on pc.product_id = p.product_id join categories c on c.id = pc.category_id
          join categories g on g.id = c.parent_id left join categories r on r.id = g.parent_id
          where p.price_column = ${branch.domain.replaceAll('-', '_')} and coalesce(r.code, g.code) = any(${branch.without})) as prices`);
    expect(menu).toEqual({ kept: 0, prices: 0 });
  }
});

test('goods for the job and analogues are linked', async () => {
  const links = await rows(
    sql<{
      kind: string;
      count: number;
    }>`select kind, count(*)::int as count from product_links group by kind order by kind`,
  );
  expect(links.map(({ kind }) => kind)).toEqual(['analogue', 'for_job']);
  const job = await rows(sql<{ code: string }>`select distinct c.code from product_links l
    join products p on p.id = l.product_id and p.idcode = '12847' join product_categories pc on pc.product_id = l.linked_product_id and pc.is_main
    join categories c on c.id = pc.category_id where l.kind = 'for_job'`);
  expect(job.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['gruntovki-glubokogo-proniknoveniya', 'mayaki-shtukaturnye', 'perchatki-rabochie']),
  );
});

test('what is discontinued names a successor of its leaf and colour', async () => {
  const open = await db.startTransaction().execute();
  onTestFinished(() => open.rollback().execute());
  await sql`update products set switched_off_at = now() where id % 5 = 0`.execute(open);
  await loadLinks(open);
  const { rows: found } = await sql<{ own: string | null; next: string | null }>`
    select p.specs ->> 'cvet' as own, n.specs ->> 'cvet' as next from products p join products n on n.id = p.successor_id
  `.execute(open);
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ own, next }) => own !== next)).toEqual([]);
});

test('a running promotion has at least three goods, all of them with a lowered price, and no banner leads past it', async () => {
  const running = await rows(sql<{ slug: string; goods: number; lowered: number }>`
    select a.slug, count(*)::int as goods, count(*) filter (where exists (
      select from prices p join price_changes h on h.product_id = p.product_id and h.price_column = p.price_column
      where p.product_id = ap.product_id and p.old_price > p.price and h.changed_at > now() - interval '30 days'
    ))::int as lowered
    from actions a join action_products ap on ap.action_id = a.id
    where a.starts_at <= now() and a.ends_at > now() group by a.slug`);
  expect(running.length).toBeGreaterThan(3);
  for (const action of running) {
    expect(action.goods, action.slug).toBeGreaterThanOrEqual(3);
    expect(action.lowered, action.slug).toBe(action.goods);
  }
  const slugs = new Set((await rows(sql<{ slug: string }>`select slug from actions`)).map(({ slug }) => slug));
  const links = await rows(sql<{ link: string }>`
    select link from banners where link like '/actions/%' union select action_link from wobblers
    where action_link like '/actions/_%'`);
  for (const { link } of links) expect(slugs, link).toContain(link.split('/')[2]);
});

test('coupons of every fate, a banner of the season and documents that open are there', async () => {
  const coupons = await rows(sql<{ code: string }>`select code from coupons order by code`);
  expect(coupons.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['НОЯБРЬ5', 'МИНУС300', 'ЛЕТО15', 'ПЕРВЫЙ100', 'КРАСКА7', 'ВОЛОГДА4']),
  );
  const dates = await rows(sql<{ slug: string; is_longer: boolean }>`
    select a.slug, (c.ends_at at time zone 'Europe/Moscow')::date
      > (a.ends_at at time zone 'Europe/Moscow' - interval '1 second')::date as is_longer
    from actions a join coupons c on c.code = a.coupon order by a.slug`);
  expect(dates, 'a coupon ends with its promotion').toEqual([
    { slug: 'novyy-god', is_longer: false },
    { slug: 'smesi-i-kraski', is_longer: false },
  ]);
  const [document] = await rows(
    sql<{ file: string; size_bytes: number }>`select file, size_bytes from product_documents order by file limit 1`,
  );
  const bytes = await readFile(join(filesDir, document!.file));
  expect(bytes.length).toBe(document!.size_bytes);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1')).toMatch(/startxref\n\d+\n%%EOF\n$/);
  const app = await testApp(db, { DATA_DIR: dataDir });
  const answer = await app.inject({ url: `/files/${document!.file}`, headers: { host: 'idd.localhost' } });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.rawPayload.equals(bytes)).toBe(true);
  const outside = await app.inject({ url: '/files/documents/..%2fproducts', headers: { host: 'idd.localhost' } });
  expect(outside.statusCode).toBeGreaterThanOrEqual(400);
});

test('a picture that a product names is drawn when it is asked for, and comes in the size asked for', async () => {
  const written = await readdir(join(filesDir, 'products'));
  const stored = await rows(sql<{ image: string }>`select distinct unnest(images) as image from products`);
  expect(written.length + stored.length).toBe(summary.pictures);
  const entrances = await rows(sql<{ image: string | null }>`
    select x.entrance_image as image from departments d
    left join department_details x on x.department_id_1c = d.id_1c where d.parent = ${publicParent}`);
  expect(entrances.filter(({ image }) => !written.includes(image?.replace('products/', '') ?? ''))).toEqual([]);
  const app = await testApp(db, { DATA_DIR: dataDir });
  const headers = { host: 'idd.localhost' };
  const ask = (path: string) => app.inject({ url: imageUrl(path, { width: 320, height: 320 }), headers });
  for (const path of [stored[0]!.image, `products/${written[0]!}`]) {
    const answer = await ask(path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 320, height: 320 });
  }
  // What stands for a product has no ground of its own, so that it lies on any tile.
  const path = stored.find(({ image }) => image.endsWith('-main.svg'))!.image;
  const main = await ask(path);
  expect((await sharp(main.rawPayload).stats()).isOpaque).toBe(false);
  const onWhite = { format: 'jpeg', width: 320, height: 320, fit: 'contain', background: 'ffffff' } as const;
  const jpeg = await app.inject({ url: imageUrl(path, onWhite), headers });
  const [corner] = await sharp(jpeg.rawPayload).extract({ left: 0, top: 0, width: 8, height: 8 }).raw().toBuffer();
  expect(corner).toBeGreaterThan(250);
  for (const path of ['products/99999999-main.svg', 'products/10001-toString.svg', 'products/10001-main.svg.svg'])
    expect((await ask(path)).statusCode).toBe(404);
});

test('[S6-03] the demo people sign in with the printed password: a buyer, a firm with its own prices, a manager', async () => {
  expect(summary.people).toBe(demoPeople.length);
  const keys = await secretKeys(db, undefined);
  const accounts = new Map<string, SignedIn>();
  for (const { email, full_name, company_role } of demoPeople) {
    const { password } = summary.logins.people.find((login) => login.email === email)!;
    expect(demoLoginLines(summary.logins).join('\n')).toMatch(new RegExp(`${email} +${password} `));
    const { session_id } = await signInByPassword(db, keys, { username: email, password }, requester);
    const account = (await readSignedIn(db, session_id, new Date()))!;
    expect(account).toMatchObject({
      full_name,
      company: company_role ? { role: company_role, is_active: true } : null,
    });
    accounts.set(email, account);
  }
  const firm = accounts.get('sergey@dvor.example')!.company!;
  expect([isInn(firm.inn), firm.price_column]).toEqual([true, 'vologda_b2b']);
  const ogrn = await db.selectFrom('companies').select('ogrn').where('id', '=', firm.id).executeTakeFirstOrThrow();
  expect(isOgrn(ogrn.ogrn!)).toBe(true);
  const maria = accounts.get('maria@idd.example')!;
  await verifySecondFactor(
    db,
    keys,
    maria,
    totpCode(summary.logins.people.find(({ email }) => email === 'maria@idd.example')!.totp_secret!, new Date()),
  );
  const shown = await readSignedIn(db, maria.session_id, new Date());
  for (const role of ['login_by_user', 'orders', 'pickup'] as const)
    expect(requireStaff({ account: shown }, role)).toMatchObject({ user_id: maria.user_id });
});

test('loading again makes the demo people again and leaves everybody else with what is theirs', async () => {
  const olga = await makeUser(db, { full_name: 'Ольга Белая', email: 'olga@pochta.example' });
  const firm = await makeCompany(db, { price_column: 'vologda_b2b' });
  await joinCompany(db, olga, firm);
  const { product_id } = await db
    .selectFrom('products')
    .select('id as product_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.insertInto('carts').values({ id: olga.id }).execute();
  await db.insertInto('cart_lines').values({ cart_id: olga.id, product_id, count: 2 }).execute();
  await db
    .insertInto('subscriptions')
    .values({
      user_id: olga.id,
      email: 'olga@pochta.example',
      topic: 'actions',
      department_id_1c: '00131',
      form: 'footer',
    })
    .execute();
  const before = await findUserByEmail(db, 'anna@pochta.example');
  const again = await loadDemo(db, { products: 60, filesDir, now: new Date() });
  const passwords = [summary, again].flatMap(({ logins }) => logins.people.map(({ password }) => password));
  expect(new Set(passwords).size).toBe(2 * demoPeople.length);
  expect((await findUserByEmail(db, 'anna@pochta.example'))?.id).not.toBe(before!.id);
  expect(await findUserByEmail(db, 'olga@pochta.example')).toMatchObject({ id: olga.id });
  expect(await db.selectFrom('companies').select(['inn', 'price_column']).orderBy('inn').execute()).toEqual([
    { inn: '0012345673', price_column: 'vologda_b2b' },
    { inn: '7707083893', price_column: 'vologda_b2b' },
  ]);
  expect(await db.selectFrom('users').select('company_id').where('id', '=', olga.id).execute()).toEqual([
    { company_id: firm.id },
  ]);
  // The goods are new ones under the old numbers: a cart must not hold what was never put into it.
  expect(await db.selectFrom('subscriptions').select('department_id_1c').execute()).toEqual([
    { department_id_1c: '00131' },
  ]);
  expect(await db.selectFrom('cart_lines').select('product_id').execute()).toEqual([]);
  const broken = await rows(sql<{ name: string }>`
    select conname as name from pg_constraint where contype = 'f' and not convalidated`);
  expect(broken).toEqual([]);
});

test('loading again replaces the shop, and a shop with orders is left alone', async () => {
  const again = await loadDemo(db, { products: 60, filesDir, now });
  expect(again.products).toBe(60);
  await db
    .insertInto('orders')
    .values({
      id: '00000000-0000-4000-8000-000000000001',
      department_id_1c: '00131',
      price_column: 'vologda',
      payment_method: 'on_receipt',
      contact_name: 'Анна',
      contact_phone: '+79210001234',
      contact_email: 'anna@example.org',
      receiving_type: 'pickup',
      pickup_department_id_1c: '00131',
      goods_sum: 0,
      total: 0,
      weight_grams: 0,
      pickup_code: '123456',
    })
    .execute();
  await expect(loadDemo(db, { products: 10, filesDir })).rejects.toThrow(DemoRefused);
  expect(await rows(sql<{ count: number }>`select count(*)::int as count from products`)).toEqual([{ count: 60 }]);
});

test('the linter of texts has no doubts of what is written in the demonstration', async () => {
  const { rows } = await sql<{ place: string; value: unknown }>`
    select 'page ' || slug as place, to_jsonb(html) as value from pages
    union all select 'article ' || slug, jsonb_build_array(title, lead, blocks) from articles
    union all select 'landing ' || landing_id, jsonb_build_array(title, description, blocks) from landing_pages
    union all select 'vacancy ' || id, jsonb_build_array(title, duties, requirements, terms) from vacancies
    union all select 'action ' || slug, jsonb_build_array(name, text, rules) from actions
    union all select 'slide ' || id, jsonb_build_array(title, text, button_text) from banners
    union all select 'wobbler ' || id, jsonb_build_array(text, button_text) from wobblers
    union all select 'brand ' || slug, to_jsonb(description) from brands
    union all select 'wheel ' || code, jsonb_build_array(title, rules_html) from fortune_campaigns
    union all select 'credit ' || id, jsonb_build_array(name, terms, documents) from credit_programs
    union all select 'set ' || slug, jsonb_build_array(name, text) from ready_sets
    union all select 'category ' || code, jsonb_build_array(name, description) from categories
    union all select 'product ' || slug, jsonb_build_array(name, description, description_html, highlights) from products
  `.execute(db);
  const towns = (await listDepartments(db)).map(({ city }) => city);
  const doubts = rows.flatMap(({ place, value }) =>
    paragraphsOf(value).flatMap((text) =>
      doubtsIn(text, towns).map(({ rule, words }) => `${place}: ${rule}: ${words}`),
    ),
  );
  expect(rows.length).toBeGreaterThan(300);
  expect(doubts).toEqual([]);
});

/** The Russian words of a stored text, a paragraph each, without tags. */
function paragraphsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(paragraphsOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(paragraphsOf);
  if (typeof value !== 'string' || !/[а-яё]/i.test(value)) return [];
  return value
    .split(
      /<\/?(?:p|li|ul|ol|h\d|t[dhr]|table|thead|tbody|div|blockquote|figcaption|figure|br|dl|dt|dd|section)\b[^>]*>|\n/,
    )
    .map((part) => plainOf(part.replace(/<[^>]+>/g, '')))
    .filter((part) => /[а-яё]/i.test(part));
}

function plainOf(text: string): string {
  return text
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .trim();
}
