import pg from 'pg';
import { type Config, Environment } from '../config.ts';
import type { Command } from './command.ts';

const secrets = /PASSWORD|TOKEN|SECRET|KEYS|_URL$/;

export const commands: Command[] = [
  {
    name: 'config check',
    summary: 'показать настройки и проверить, что с ними можно работать',
    database: 'none',
    async run({ config, out }) {
      const names = Object.keys(Environment.shape) as (keyof typeof Environment.shape)[];
      const width = Math.max(...names.map((name) => name.length)) + 2;
      for (const name of names) out.line(`${name.padEnd(width)}${shown(name, config[name])}`);
      const fault = config.DATABASE_URL ? await findDatabaseFault(config.DATABASE_URL) : null;
      out.line('');
      if (fault) out.line(`ОШИБКА: ${fault}`);
      for (const warning of findWarnings(config)) out.line(`Внимание: ${warning}`);
      if (!fault) out.line('Настройки пригодны.');
      return fault ? 1 : 0;
    },
  },
];

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
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; collation: string | null }>(
      `select current_setting('server_version_num')::int as version,
              (select collname from pg_collation where collname = 'ru-RU-x-icu') as collation`,
    );
    if ((rows[0]?.version ?? 0) < 180_000) return `DATABASE_URL: нужна PostgreSQL 18`;
    if (!rows[0]?.collation) return `DATABASE_URL: PostgreSQL собрана без ICU, русская сортировка невозможна`;
    return null;
  } catch (error) {
    return `DATABASE_URL: не удалось подключиться (${error instanceof Error ? error.message : error})`;
  } finally {
    await client.end().catch(() => {});
  }
}

function findWarnings(config: Config): string[] {
  const warnings: string[] = [];
  if (config.isDemonstration)
    warnings.push(`демонстрационный режим (MAIN_DOMAIN = ${config.MAIN_DOMAIN}): /dev/mail открыт всем`);
  else if (!config.SMTP_URL) warnings.push('SMTP_URL не задан: письма не отправляются и лежат в базе данных');
  if (!config.BITRIX24_WEBHOOK_URL)
    warnings.push(
      'BITRIX24_WEBHOOK_URL не задан: заявки не уходят в CRM и лежат в базе данных, их показывает leads list',
    );
  if (!config.isDemonstration && !config.METRICS_TOKEN)
    warnings.push('METRICS_TOKEN не задан: /metrics отвечает только с этой же машины');
  return warnings;
}
