import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DemoRefused, loadDemo } from '#demo/load.ts';
import { forgetLoadedRows } from '#demo/loaded-rows.ts';
import { type DemoLogins, readDemoLogins, removeDemoLogins, writeDemoLogins } from '#demo/logins.ts';
import { isDemoThere, removeDemo } from '#demo/remove.ts';
import { removeDemoFiles } from '#demo/remove-files.ts';
import { findDemoTraces, removeDemoTraces } from '#demo/traces.ts';
import { totpCode } from '#modules/staff/totp.ts';
import type { Db } from '#platform/database.ts';
import { emptyDatabase, findShopProcesses } from '#platform/empty-database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isLocalDomain, localDomain, readShopMark, type ShopMark, unmarkDemonstration } from '#platform/shop-mark.ts';
import { type Command, CommandFailure, textOf } from './command.ts';

export const commands: Command[] = [
  {
    name: 'demo',
    summary: 'заменить содержимое базы демонстрационным магазином (не в базе настоящего магазина, без заказов)',
    options: {
      products: { type: 'string', value: 'N', default: '3000', summary: 'сколько товаров создать' },
    },
    database: 'any',
    async run({ db, config, args, out }) {
      const { main_domain } = await readShopMark(db);
      const mainDomain = config.MAIN_DOMAIN ?? main_domain ?? localDomain;
      if (!isLocalDomain(mainDomain))
        throw new CommandFailure(
          `Демонстрационный магазин есть только в доменах .localhost, а здесь магазин ${mainDomain}`,
        );
      const products = Number(args.values.products);
      if (!Number.isInteger(products) || products < 1 || products > 2_000_000)
        throw new CommandFailure('Число товаров — целое от 1 до 2 000 000');
      try {
        const { logins, ...summary } = await loadDemo(db, {
          products,
          mainDomain,
          filesDir: join(config.DATA_DIR, 'files'),
          secretKeys: config.SECRET_KEYS,
          keepLogins: (logins) => writeDemoLogins(config.DATA_DIR, logins),
          onProgress: (message, done, total) => out.progress(`${message}: ${done} из ${total}`),
        });
        out.json({ ...summary, logins: withCodes(logins, new Date()) });
      } catch (error) {
        if (error instanceof DemoRefused) throw new CommandFailure(error.message);
        throw error;
      }
    },
  },
  {
    name: 'demo logins',
    summary:
      'показать, кем можно войти в демонстрационный магазин: почта, пароль, роли, код второго фактора на эту минуту',
    options: { json: { type: 'boolean', summary: 'для программ: список JSON' } },
    database: 'none',
    async run({ config, args, out }) {
      const logins = await readDemoLogins(config.DATA_DIR);
      if (!logins)
        throw new CommandFailure(
          `В ${config.DATA_DIR} нет demo-logins.json: демонстрационный магазин здесь не загружали. Загрузить его с новыми паролями: npm run shop -- demo`,
        );
      const people = withCodes(logins, new Date());
      if (args.values.json) return out.json(people);
      for (const { email, password, code, full_name, who } of people)
        out.line(`${email.padEnd(22)}${password.padEnd(22)}${(code ?? '').padEnd(8)}${full_name}, ${who}`);
      for (const { number, code, who } of logins.cards) out.line(`${who}: ${number}, код ${code}`);
    },
  },
  {
    name: 'demo remove',
    summary: 'удалить демонстрацию: её строки и файлы; своё остаётся. Магазин должен быть остановлен',
    options: {
      main: {
        type: 'string',
        value: 'ФИЛИАЛ',
        summary: 'id_1c своего филиала, который станет главным; нужен, если их несколько',
      },
      'people-only': {
        type: 'boolean',
        summary: 'только людей, их фирму, купоны и карты демонстрации; товары, филиалы, заказы и всё прочее остаются',
      },
      everything: { type: 'boolean', summary: 'всё содержимое базы, даже если в ней есть и настоящее' },
    },
    database: 'any',
    async run({ db, url, config, args: { values }, out }) {
      const { demonstration } = await readShopMark(db);
      const traces = await findDemoTraces(db);
      const isThere = await isDemoThere(db);
      if (!isThere && (traces.length === 0 || values.everything === true))
        throw new CommandFailure('Эта база данных не отмечена как демонстрация, и удалять в ней нечего.');
      const busy = await findShopProcesses(db);
      if (busy.length > 0)
        throw new CommandFailure(`С базой данных работает магазин (${busy.join(', ')}). Остановите его и повторите.`);
      // In a shop of its own they are all that may be left.
      const isPeopleOnly = values['people-only'] === true || !isThere;
      const lines =
        values.everything === true
          ? await removeEverything(url, config.DATA_DIR)
          : isPeopleOnly
            ? await removePeopleOnly(db, traces)
            : await removeRows(db, config.DATA_DIR, demonstration, textOf(values.main) ?? null);
      if (isPeopleOnly) await removeDemoLogins(config.DATA_DIR);
      for (const line of lines) out.line(line);
      out.line('Настоящий магазин запускается с его доменом: MAIN_DOMAIN=shop.example npm start');
    },
  },
];

async function removeEverything(url: string, dataDir: string): Promise<string[]> {
  await emptyDatabase(url);
  for (const folder of ['files', 'cache']) await rm(join(dataDir, folder), { recursive: true, force: true });
  await removeDemoLogins(dataDir);
  return ['База данных пуста.'];
}

async function removePeopleOnly(db: Db, traces: string[]): Promise<string[]> {
  await db.transaction().execute(async (db) => {
    await removeDemoTraces(db);
    // The goods and branches that stay are the owner's from now on.
    await forgetLoadedRows(db);
    await unmarkDemonstration(db);
  });
  return [`Удалено: ${traces.join('; ')}.`];
}

async function removeRows(
  db: Db,
  dataDir: string,
  demonstration: ShopMark['demonstration'],
  main_branch: string | null,
): Promise<string[]> {
  try {
    const { goes, stays, sent_files } = await db
      .transaction()
      .execute((db) => removeDemo(db, { staff_user_id: null, main_branch }));
    await removeDemoFiles(dataDir, sent_files);
    return [
      `Демонстрация удалена: ${goes.map(({ name, count }) => `${name.toLowerCase()} ${count}`).join(', ')}.`,
      ...stays.map((words) => `Остаётся вашим. ${words}.`),
    ];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'not_found') throw new CommandFailure(unknownRows(demonstration));
    const fields = Object.values((error.details.fields ?? {}) as Record<string, string>);
    throw new CommandFailure(fields.length > 0 ? `${fields.join('. ')}: --main ФИЛИАЛ` : error.message);
  }
}

/** Rows are noted since migration 0190; what an older version loaded cannot be told from the owner's own. */
function unknownRows(demonstration: ShopMark['demonstration']): string {
  const why =
    demonstration === 'load'
      ? 'Демонстрацию загрузила прежняя версия магазина, и её строки не отличить от ваших.'
      : 'В базе данных есть люди демонстрации, но неизвестно, нет ли рядом с ними настоящих данных.';
  return `${why} Выберите: --people-only удалит только людей, купоны и карты демонстрации, --everything — всё содержимое базы.`;
}

/** The people, each with the code of the second factor at `now`; null: has none. */
function withCodes({ people }: DemoLogins, now: Date) {
  return people.map((person) => ({ ...person, code: person.totp_secret && totpCode(person.totp_secret, now) }));
}
