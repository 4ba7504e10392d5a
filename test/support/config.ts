import { type Config, readSettings } from '#src/config.ts';

/**
 * Settings as a test gives them, with the mode a database would give: a demonstration under .localhost (`idd.localhost`
 * unless MAIN_DOMAIN is given), else a shop of its own.
 */
export function testConfig({ MAIN_DOMAIN = 'idd.localhost', ...environment }: Record<string, string> = {}): Config {
  const settings = readSettings({ LOG_LEVEL: 'silent', ...environment, MAIN_DOMAIN });
  return { ...settings, MAIN_DOMAIN, isDemonstration: MAIN_DOMAIN.endsWith('.localhost') };
}
