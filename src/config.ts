import { resolve } from 'node:path';
import { z } from 'zod';

/** Every setting and its default; README's table is checked against this list. */
export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('var'),
  DATABASE_URL: z.string().optional(),
  MAIN_DOMAIN: z.string().toLowerCase().default('idd.localhost'),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('ИДД <zakaz@idd.example>'),
  PRODUCT_CODE: z.string().default('idd'),
  SITE_CODE: z.string().default('idd'),
  EXTERNAL_CABINET_URL: z.url({ protocol: /^https?$/ }).optional(),
  IMAGE_HOSTS: z.string().default(''),
  TRUST_PROXY: z.string().default(''),
  FLOOD_PER_MINUTE: z.coerce.number().int().min(1).default(300),
  METRICS_TOKEN: z.string().optional(),
  SECRET_KEYS: z.string().optional(),
  YANDEX_CLIENT_ID: z.string().optional(),
  YANDEX_CLIENT_SECRET: z.string().optional(),
  YANDEX_OAUTH_URL: z.url().default('https://oauth.yandex.ru'),
  YANDEX_INFO_URL: z.url().default('https://login.yandex.ru/info'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = z.infer<typeof Environment> & {
  /** MAIN_DOMAIN under .localhost: demo shop, /dev/mail and the demonstration payment exist only then. */
  isDemonstration: boolean;
};

/** A setting that cannot be understood; the message is a Russian list of all of them. */
export class ConfigError extends Error {}

/** Reads the environment once; empty strings count as unset. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      `Ошибка в настройках:\n${parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`,
    );
  }
  const config = parsed.data;
  return { ...config, DATA_DIR: resolve(config.DATA_DIR), isDemonstration: config.MAIN_DOMAIN.endsWith('.localhost') };
}
