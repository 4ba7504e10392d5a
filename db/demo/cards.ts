import { sql } from 'kysely';
import { hashPassword } from '#modules/accounts/passwords.ts';
import { makeCampaign, makeShelfCode } from '#modules/codes/make-code.ts';
import { readCard } from '#modules/loyalty/cards.ts';
import { adjustCard } from '#modules/loyalty/move-bonuses.ts';
import { checkDigit } from '#modules/loyalty/schema.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { type DemoLogins, drawCardCode } from './logins.ts';

/** Anna's bonus card, and a card of the shop that is in no account yet: it can be checked and attached. */
const annaCard = withCheck('202611210001');
const looseCard = withCheck('402611210002');
const demoCardNumbers = [annaCard, looseCard];
/** Who handed them out, as it stands in the rows. */
const issuer = 'касса, Вологда';
/** Which rows of `cards` are the demo's: by number and issuer, for another shop may draw the same number. */
export const isDemoCard = sql<boolean>`(number = any(${demoCardNumbers}) and issued_by = ${issuer})`;

/**
 * Rules, example terms of credit, printed codes, and two cards. Returns the cards with their codes, drawn here. Goods,
 * branches and people must stand already.
 */
export async function loadCards(db: Db, now: Date): Promise<DemoLogins['cards']> {
  await loadProgrammes(db);
  await loadCredit(db, now);
  await loadCodes(db, now);
  await sql`delete from cards where number = any(${demoCardNumbers})`.execute(db);
  const cards = [
    { number: annaCard, code: drawCardCode(), who: 'Бонусная карта Анны' },
    { number: looseCard, code: drawCardCode(), who: 'Карта ИДД, которой ни у кого нет в кабинете' },
  ] as const;
  const { rows } = await sql<{ id: string }>`
    select user_id as id from contacts where type = 'email' and value = 'anna@pochta.example' and confirmed_at is not null`.execute(
    db,
  );
  const anna = rows[0]?.id ?? null;
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const card = await insertCard(db, { ...cards[0], kind: 'bonus', user_id: anna }, ago(320));
  const shared = { who: issuer, reason: 'adjusted' } as const;
  // The ladder of a year: 9 400 + 27 850 ₽ reach the second step.
  await adjustCard(db, card, { ...shared, amount: 188, purchase_kopecks: 940_000, note: 'Чек 1204' }, ago(310));
  await adjustCard(db, card, { ...shared, amount: 557, purchase_kopecks: 2_785_000, note: 'Чек 3381' }, ago(120));
  await adjustCard(
    db,
    card,
    { ...shared, reason: 'spent', amount: -300, purchase_kopecks: 0, note: 'Чек 4410' },
    ago(45),
  );
  await insertCard(db, { ...cards[1], kind: 'idd', user_id: null }, ago(30));
  return [...cards];
}

async function insertCard(
  db: Db,
  { number, code, kind, user_id }: { number: string; code: string; kind: 'bonus' | 'idd'; user_id: string | null },
  issued_at: Date,
) {
  const code_hash = await hashPassword(code);
  const { rows } = await sql<{ id: string }>`
    insert into cards (number, kind, code_hash, user_id, attached_at, issued_at, issued_by)
    values (${number}, ${kind}, ${code_hash}, ${user_id}::uuid, ${user_id && issued_at}, ${issued_at}, ${issuer}) returning id`.execute(
    db,
  );
  return ensure(await readCard(db, ensure(rows[0]).id));
}

/** The rules of the demo shop: bonuses of 2, 3 and 5 percent, discounts of 3, 5 and 7. */
export async function loadProgrammes(db: Db): Promise<void> {
  await db
    .insertInto('loyalty_programmes')
    .values([
      { kind: 'bonus', name: 'Бонусная карта', counting_days: 365, expiry_days: 365, spend_percent: 30 },
      { kind: 'idd', name: 'Карта ИДД', counting_days: 365, expiry_days: null, spend_percent: null },
    ])
    .execute();
  await db
    .insertInto('loyalty_levels')
    .values([
      { kind: 'bonus', name: 'Старт', from_sum_kopecks: 0, percent: 2 },
      { kind: 'bonus', name: 'Мастер', from_sum_kopecks: 3_000_000, percent: 3 },
      { kind: 'bonus', name: 'Прораб', from_sum_kopecks: 10_000_000, percent: 5 },
      { kind: 'idd', name: 'Первая', from_sum_kopecks: 0, percent: 3 },
      { kind: 'idd', name: 'Вторая', from_sum_kopecks: 5_000_000, percent: 5 },
      { kind: 'idd', name: 'Третья', from_sum_kopecks: 15_000_000, percent: 7 },
    ])
    .execute();
}

/** No bank has signed these: every page that prints them says so. */
async function loadCredit(db: Db, now: Date): Promise<void> {
  const shared = {
    is_example: true,
    starts_at: new Date(now.getTime() - 86_400_000),
    documents: 'паспорт; для суммы от 100 000 ₽ — второй документ на выбор (СНИЛС, водительское удостоверение)',
  };
  await db
    .insertInto('credit_programs')
    .values([
      {
        ...shared,
        partner: 'Банк-партнёр А',
        name: 'Рассрочка',
        min_sum_kopecks: 300_000,
        max_sum_kopecks: 15_000_000,
        months: [3, 6],
        rate_from: 0,
        rate_to: 0,
        full_cost_from: 0,
        full_cost_to: 0,
        terms:
          'Без первого взноса и без процентов: цена делится на равные платежи. При просрочке банк берёт неустойку по договору.',
        position: 1,
      },
      {
        ...shared,
        partner: 'Банк-партнёр Б',
        name: 'Ремонт',
        min_sum_kopecks: 1_000_000,
        max_sum_kopecks: 60_000_000,
        months: [6, 12, 24, 36],
        rate_from: 2_190,
        rate_to: 3_290,
        full_cost_from: 2_190,
        full_cost_to: 3_690,
        terms:
          'Первый взнос по желанию. Ставку в этих пределах банк назовёт по заявке; досрочно можно погасить в любой день без платы.',
        position: 2,
      },
    ])
    .execute();
}

async function loadCodes(db: Db, now: Date): Promise<void> {
  const maker = { who: 'демонстрация', note: 'Демонстрационный код' };
  const { rows } = await sql<{ idcode: string }>`
    select p.idcode from products p
    join prices r on r.product_id = p.id and r.price_column = (select base_price from departments where is_main)
    where p.switched_off_at is null and r.price is not null order by p.popularity desc, p.id limit 3`.execute(db);
  const main = await db.selectFrom('departments').select('id_1c').where('is_main', '=', true).executeTakeFirstOrThrow();
  for (const [index, { idcode }] of rows.entries())
    await makeShelfCode(db, { code: `polka-${index + 1}`, idcode, department_id_1c: main.id_1c }, maker, now);
  await makeCampaign(
    db,
    {
      code: 'listovka',
      target: '/actions/',
      utm_source: 'listovka',
      utm_medium: 'offline',
      utm_campaign: 'zima',
      ends_at: null,
    },
    maker,
    now,
  );
}

function withCheck(digits: string): string {
  return digits + checkDigit(digits);
}
