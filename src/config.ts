import { resolve } from 'node:path';
import { z } from 'zod';
import { DatabaseAddressError, readDatabaseAddress } from './platform/database-address.ts';
import { networkList } from './platform/networks.ts';
import { isProxySetting } from './platform/trusted-proxy.ts';
import './shared/input-messages.ts';

/** Every setting and its default; README's table is checked against this list. */
export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('var'),
  DATABASE_URL: z.string().superRefine(refuseBadAddress).optional(),
  DATABASE_REPLICA_URL: z.string().superRefine(refuseBadAddress).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(4).max(500).default(20),
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(60).default(5),
  MAIN_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^(?=.{1,200}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'имя домена без порта и адреса: shop.example')
    .optional(),
  PUBLIC_SCHEME: z.enum(['https', 'http']).optional(),
  PUBLIC_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('ИДД <zakaz@idd.example>'),
  PRODUCT_CODE: z.string().default('idd'),
  SITE_CODE: z.string().default('idd'),
  EXTERNAL_CABINET_URL: z.url({ protocol: /^https?$/ }).optional(),
  IMAGE_HOSTS: z.string().default(''),
  TRUST_PROXY: z
    .string()
    .default('')
    .refine(isProxySetting, 'адреса и сети прокси через запятую: 10.0.0.0/8, 192.0.2.1; либо true'),
  FLOOD_PER_MINUTE: z.coerce.number().int().min(1).default(300),
  OFFICE_PER_MINUTE: z.coerce.number().int().min(60).default(600),
  GUEST_ORDERS_PER_HOUR: z.coerce.number().int().min(0).default(20),
  METRICS_TOKEN: z.string().optional(),
  SECRET_KEYS: z.string().optional(),
  YANDEX_CLIENT_ID: z.string().optional(),
  YANDEX_CLIENT_SECRET: z.string().optional(),
  YANDEX_OAUTH_URL: z.url().default('https://oauth.yandex.ru'),
  YANDEX_INFO_URL: z.url().default('https://login.yandex.ru/info'),
  YANDEX_MAPS_KEY: z.string().optional(),
  YANDEX_MAPS_URL: z.url({ protocol: /^https?$/ }).default('https://api-maps.yandex.ru/v3/'),
  DADATA_TOKEN: z.string().optional(),
  DADATA_URL: z.url().default('https://suggestions.dadata.ru/suggestions/api/4_1/rs'),
  PAYMENT_PROVIDER: z.string().optional(),
  YOOKASSA_SHOP_ID: z.string().optional(),
  YOOKASSA_SECRET_KEY: z.string().optional(),
  YOOKASSA_URL: z.url().default('https://api.yookassa.ru/v3/'),
  // As published by YooKassa: where its notifications come from.
  YOOKASSA_NETWORKS: z
    .string()
    .default('185.71.76.0/27,185.71.77.0/27,77.75.153.0/25,77.75.156.11,77.75.156.35,77.75.154.128/25,2a02:5180::/32')
    .refine((typed) => networkList(typed) !== null, 'адреса и сети через запятую'),
  YOOKASSA_TAX_SYSTEM: z.coerce.number().int().min(1).max(6).optional(),
  YOOKASSA_DELIVERY_VAT: z.coerce
    .number()
    .refine((rate) => [0, 5, 7, 10, 20, 22].includes(rate), 'ставка НДС: 0, 5, 7, 10, 20 или 22')
    .default(22),
  YOOKASSA_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  BITRIX24_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isWebhook, 'адрес входящего вебхука: https://…/rest/номер/код/')
    .optional(),
  BITRIX24_ASSIGNED_BY_ID: z.coerce.number().int().min(1).optional(),
  BITRIX24_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(30_000),
  ONEC_LOGIN: z
    .string()
    .regex(/^[^\s:]{1,100}$/, 'до 100 знаков, без пробелов и двоеточия')
    .optional(),
  ONEC_PASSWORD: z.string().optional(),
  WEBHOOK_NETWORKS: z
    .string()
    .default('')
    .refine((typed) => networkList(typed) !== null, 'адреса и сети через запятую'),
  YANDEX_METRIKA_ID: z
    .string()
    .regex(/^\d{1,12}$/, 'номер счётчика: до 12 цифр')
    .optional(),
  YANDEX_METRIKA_URL: z.url({ protocol: /^https?$/ }).default('https://mc.yandex.ru/metrika/tag.js'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The environment alone, before the database has said which shop it holds. */
export type Settings = z.infer<typeof Environment>;

/** What the database says of its shop (`src/shop-mode.ts`). */
export type ShopMode = {
  /** The domain of the main branch, remembered since the first start. */
  MAIN_DOMAIN: string;
  /**
   * The database is marked as a demonstration: only then are there /dev/*, the demonstration payment and the
   * demonstration Yandex ID.
   */
  isDemonstration: boolean;
};

export type Config = Settings & ShopMode;

/**
 * A setting that cannot be understood, or that contradicts the database; the message is Russian, one line or a list.
 */
export class ConfigError extends Error {}

/** Reads the environment once; empty strings count as unset. Throws ConfigError. */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      `Ошибка в настройках:\n${parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`,
    );
  }
  const settings = parsed.data;
  if ((settings.YOOKASSA_SHOP_ID === undefined) !== (settings.YOOKASSA_SECRET_KEY === undefined)) {
    throw new ConfigError('Ошибка в настройках:\n  YOOKASSA_SHOP_ID и YOOKASSA_SECRET_KEY задаются вместе');
  }
  if ((settings.ONEC_LOGIN === undefined) !== (settings.ONEC_PASSWORD === undefined)) {
    throw new ConfigError('Ошибка в настройках:\n  ONEC_LOGIN и ONEC_PASSWORD задаются вместе');
  }
  return { ...settings, DATA_DIR: resolve(settings.DATA_DIR) };
}

/** A sentence that says what is wrong with the address, and does not repeat its password. */
function refuseBadAddress(typed: string, context: z.RefinementCtx): void {
  try {
    readDatabaseAddress(typed);
  } catch (error) {
    if (!(error instanceof DatabaseAddressError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}

/** Bitrix24 takes calls by https only; a server on this machine may stand in for it. */
function isWebhook(typed: string): boolean {
  if (!URL.canParse(typed)) return false;
  const { protocol, hostname, pathname } = new URL(typed);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isHere) && /^\/rest\/\d+\/[^/]+\/?$/.test(pathname);
}
