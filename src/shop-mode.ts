import { setTimeout as sleep } from 'node:timers/promises';
import { findDemoTraces } from '#demo/traces.ts';
import { defaultNodeOf, refuseWeakNodePassword } from '#integrations/onec/exchange/nodes.ts';
import { checkPartners } from '#integrations/partners.ts';
import type { Db } from '#platform/database.ts';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import type { Log } from '#platform/log.ts';
import { Refusal } from '#platform/refusal.ts';
import { isLocalDomain, localDomain, readShopMark, rememberDomain } from '#platform/shop-mark.ts';
import { type Config, ConfigError, type Settings, type ShopMode } from './config.ts';

/**
 * Which shop the database holds: the settings with what it remembers. Whoever serves or changes the shop begins here:
 * web, worker, the launcher and the commands. The first start remembers the domain. Throws ConfigError with a Russian
 * sentence when the settings contradict the database: another domain, none, or demonstration data in a shop of its own;
 * or when one of them names a partner that is not there.
 */
export async function openShop(db: Db, settings: Settings): Promise<Config> {
  const mode = await judgeShop(db, settings);
  const remembered = await rememberDomain(db, mode.MAIN_DOMAIN);
  // Another process was faster with another domain: it is judged like any other.
  return remembered === mode.MAIN_DOMAIN ? { ...settings, ...mode } : openShop(db, settings);
}

/**
 * The same for web and worker, which may be started before their database: asks until it answers. A contradiction is
 * told to whoever started the process, and ends it.
 */
export async function openShopOrEnd(db: Db, settings: Settings, log: Log): Promise<Config> {
  for (;;) {
    try {
      return await openShop(db, settings);
    } catch (error) {
      if (error instanceof ConfigError) {
        process.send?.({ failed: error.message });
        process.stderr.write(`${error.message}\n`);
        process.exit(1);
      }
      if (!isDatabaseUnavailable(error)) throw error;
      log.error({ err: error }, 'the database is away; waiting for it');
      await sleep(1_000);
    }
  }
}

/** The same without remembering anything: for looking. */
export async function judgeShop(db: Db, settings: Settings): Promise<ShopMode> {
  const mode = await judgeMode(db, settings);
  checkPartners({ ...settings, ...mode });
  if (!mode.isDemonstration) await checkOnecPassword(settings);
  return mode;
}

/** Who knows it can change every price: what strangers try first may not open a shop of its own. */
async function checkOnecPassword(settings: Settings): Promise<void> {
  const node = defaultNodeOf(settings);
  if (!node) return;
  await refuseWeakNodePassword(node.login, node.password).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new ConfigError(
      `ONEC_PASSWORD: пароль слишком простой. Нужно хотя бы 12 знаков, и не из тех слов, что пробуют первыми`,
    );
  });
}

async function judgeMode(db: Db, settings: Settings): Promise<ShopMode> {
  const { main_domain, demonstration } = await readShopMark(db).catch((error) => {
    if (error.code !== undefinedTable) throw error;
    throw new ConfigError('База данных не обновлена. Выполните: npm run shop -- migrate');
  });
  const asked = settings.MAIN_DOMAIN;
  if (demonstration) return { MAIN_DOMAIN: demonstrationDomain(asked, main_domain), isDemonstration: true };
  if (asked === undefined)
    throw new ConfigError(
      `MAIN_DOMAIN не задан${main_domain ? `, а в базе данных магазин ${main_domain}` : ''}. Укажите домен главного филиала: MAIN_DOMAIN=${main_domain ?? 'shop.example'}. Без него запускается только демонстрация.`,
    );
  const traces = await findDemoTraces(db);
  if (traces.length > 0)
    throw new ConfigError(
      `В базе данных остались демонстрационные данные: ${traces.join('; ')}. С ними магазин не запускается. Удалите их: npm run shop -- demo remove`,
    );
  if (main_domain !== null && asked !== main_domain)
    throw new ConfigError(
      `База данных помнит магазин ${main_domain}, а MAIN_DOMAIN = ${asked}. Если домен действительно меняется: npm run shop -- config domain ${asked}`,
    );
  return { MAIN_DOMAIN: asked, isDemonstration: false };
}

const undefinedTable = '42P01';

function demonstrationDomain(asked: string | undefined, remembered: string | null): string {
  const domain = remembered ?? (asked !== undefined && isLocalDomain(asked) ? asked : localDomain);
  if (asked === undefined || asked === domain) return domain;
  throw new ConfigError(
    `В базе данных демонстрационный магазин, его домен ${domain}, а MAIN_DOMAIN = ${asked}. Для настоящего магазина возьмите другую базу (DATA_DIR или DATABASE_URL) или удалите демонстрацию: npm run shop -- demo remove`,
  );
}
