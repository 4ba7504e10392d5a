import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { findShortcomings } from '#api/production-checks.ts';
import { reasonOf } from '#platform/await-database.ts';
import { openDatabase } from '#platform/database.ts';
import { connectDatabase } from '#platform/database-servers.ts';
import { type Hold, heldWords, outgoingHold } from '#platform/outgoing.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { preparePlace } from '#platform/postgres/place.ts';
import { changeDomain, isLocalDomain, localDomain, readShopMark } from '#platform/shop-mark.ts';
import { keysOf } from '#shared/keys-of.ts';
import { ConfigError, Environment, type Settings } from '../config.ts';
import { judgeShop } from '../shop-mode.ts';
import { type Command, CommandFailure } from './command.ts';

const secrets = /PASSWORD|TOKEN|SECRET|KEYS|_URL$/;

export const commands: Command[] = [
  {
    name: 'config check',
    summary: 'показать настройки и проверить, что с ними можно работать',
    database: 'none',
    async run({ config, out }) {
      const names = keysOf(Environment.shape);
      const width = Math.max(...names.map((name) => name.length)) + 2;
      for (const name of names) out.line(`${name.padEnd(width)}${shown(name, config[name])}`);
      out.line('');
      const { fault, isDemonstration, hold } = await judge(config);
      if (fault) out.line(`ОШИБКА: ${fault}`);
      if (hold) out.line(`Внимание: ${heldWords(hold)}`);
      if (isDemonstration) out.line('Это демонстрация. Настоящему магазину понадобится ещё и это:');
      for (const warning of findWarnings(config)) out.line(`Внимание: ${warning}`);
      if (!fault) out.line('Настройки пригодны.');
      return fault ? 1 : 0;
    },
  },
  {
    name: 'config domain',
    summary:
      'сменить домен, который помнит база данных; после этого задайте тот же MAIN_DOMAIN и перезапустите магазин',
    parameters: [{ name: 'DOMAIN', summary: 'новый домен главного филиала, без порта' }],
    database: 'any',
    async run({ db, args, out }) {
      const domain = Environment.shape.MAIN_DOMAIN.safeParse(args.positionals[0]).data;
      if (!domain) throw new CommandFailure('Домен пишется без порта и адреса: shop.example');
      const { main_domain, demonstration } = await readShopMark(db);
      if (demonstration && !isLocalDomain(domain))
        throw new CommandFailure(
          'В базе данных демонстрационный магазин: он живёт только в домене под .localhost. Сначала удалите его: npm run shop -- demo remove',
        );
      await changeDomain(db, domain);
      out.line(`${main_domain ?? 'Домена не было'} → ${domain}. Запускайте магазин с MAIN_DOMAIN=${domain}`);
      out.line('Ссылки в письмах о прежних заказах ведут на прежний домен: оставьте на нём перенаправление.');
    },
  },
];

/** Whether a shop can be started with these settings on its database, and which kind of shop that is. */
async function judge(
  settings: Settings,
): Promise<{ fault: string | null; isDemonstration: boolean; hold?: Hold | null }> {
  const { DATABASE_URL, DATA_DIR, MAIN_DOMAIN = localDomain } = settings;
  const willBeDemonstration = !DATABASE_URL && isLocalDomain(MAIN_DOMAIN);
  const fault = DATABASE_URL ? await findDatabaseFault(DATABASE_URL) : null;
  if (fault) return { fault, isDemonstration: false };
  const place = DATABASE_URL ? null : await preparePlace(DATA_DIR);
  if (place && !existsSync(join(place.cluster, 'PG_VERSION'))) return { fault, isDemonstration: willBeDemonstration };
  const embedded = place && (await openEmbedded(DATA_DIR, 'command'));
  const db = openDatabase(embedded?.url ?? DATABASE_URL ?? '', { applicationName: 'idd-shop config check', max: 1 });
  try {
    const { isDemonstration } = await judgeShop(db, settings);
    return { fault: null, isDemonstration, hold: await outgoingHold(db) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { fault: error.message, isDemonstration: false };
  } finally {
    await db.destroy();
    await embedded?.close();
  }
}

function shown(name: string, value: unknown): string {
  if (value === undefined || value === '') return '—';
  if (!secrets.test(name)) return String(value);
  return String(value).includes('://') ? hidePassword(String(value)) : '(задано)';
}

function hidePassword(text: string): string {
  if (!URL.canParse(text)) return '(задано)';
  const url = new URL(text);
  if (url.password) url.password = '***';
  // A webhook's address is its key.
  url.pathname = url.pathname.replace(/^(\/rest\/\d+\/)[^/]+/, '$1***');
  return url.href;
}

async function findDatabaseFault(url: string): Promise<string | null> {
  let client: pg.Client | undefined;
  try {
    client = await connectDatabase(url, { query_timeout: 5_000 });
    const { rows } = await client.query<{ version: number; is_read_only: boolean; collation: string | null }>(
      `select current_setting('server_version_num')::int as version,
              current_setting('transaction_read_only') = 'on' as is_read_only,
              (select collname from pg_collation where collname = 'ru-RU-x-icu') as collation`,
    );
    if (rows[0]?.is_read_only)
      return 'DATABASE_URL: этот сервер принимает только чтение (резервный?). Из нескольких выбирает ?target_session_attrs=read-write';
    if ((rows[0]?.version ?? 0) < 180_000) return `DATABASE_URL: нужна PostgreSQL 18`;
    if (!rows[0]?.collation) return `DATABASE_URL: PostgreSQL собрана без ICU, русская сортировка невозможна`;
    return null;
  } catch (error) {
    return `DATABASE_URL: не удалось подключиться (${reasonOf(error)})`;
  } finally {
    await client?.end().catch(() => {});
  }
}

function findWarnings(settings: Settings): string[] {
  const warnings = findShortcomings(settings);
  if (!settings.METRICS_TOKEN) warnings.push('METRICS_TOKEN не задан: /metrics отвечает только с этой же машины');
  return warnings;
}
