import { type Config, readSettings } from '#src/config.ts';

/**
 * Settings as a test gives them, with the mode a database would give: a demonstration under .localhost (`idd.localhost`
 * unless MAIN_DOMAIN is given), else a shop of its own.
 */
export function testConfig({ MAIN_DOMAIN = 'idd.localhost', ...environment }: Record<string, string> = {}): Config {
  // One person of a test goes through the back office faster than people do.
  const usual = { LOG_LEVEL: 'silent', OFFICE_PER_MINUTE: '600000' };
  const settings = readSettings({ ...usual, ...environment, MAIN_DOMAIN });
  return { ...settings, MAIN_DOMAIN, isDemonstration: MAIN_DOMAIN.endsWith('.localhost') };
}
