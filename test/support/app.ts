import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { partsOfApp } from '#demo/parts-of-app.ts';
import { openPartners, type PartnerTable } from '#integrations/partners.ts';
import type { Database } from '#platform/database.ts';
import { type Log, openLog } from '#platform/log.ts';
import { buildApp } from '#src/app.ts';
import { atEnd } from './at-end.ts';
import { testConfig } from './config.ts';

export type TestAppOptions = {
  /**
   * The lists of the application follow the database as they do in the shop, in a thread of their own;
   * `app.catalogue.caughtUp()` waits for what was just written. Otherwise each list asks first what changed.
   */
  followsCatalogue?: boolean;
  /** Partners besides those of the shop. */
  partners?: PartnerTable;
};

/**
 * The real application on a test database, asked through `app.inject({ method, url, headers: { host } })`, which
 * answers when the invalidations of what the test wrote before are received. Needs a build.
 */
export async function testApp(
  db: Database,
  environment: Record<string, string> = {},
  log?: Log,
  { followsCatalogue = false, partners }: TestAppOptions = {},
) {
  const config = testConfig({ PORT: '80', ...environment });
  const build = await import(pathToFileURL(resolve('build/server/index.js')).href);
  const app = await buildApp({
    db,
    config,
    partners: openPartners(db, config, partners),
    log: log ?? openLog(config.LOG_LEVEL),
    build,
    clientDir: resolve('build/client'),
    ...partsOfApp,
    followsCatalogue,
  });
  await app.ready();
  await app.catalogue?.loaded;
  atEnd(() => app.close());
  const inject = app.inject.bind(app) as (request: InjectOptions) => Promise<LightMyRequestResponse>;
  app.inject = (async (request: InjectOptions) => {
    await app.invalidations.caughtUp();
    return withPlainSpaces(await inject(request));
  }) as typeof app.inject;
  return app;
}

/** A page with every no-break space as a space: where lines may end is tried on its own, not by every test of words. */
function withPlainSpaces(answer: LightMyRequestResponse): LightMyRequestResponse {
  if (!String(answer.headers['content-type']).startsWith('text/html')) return answer;
  const body = answer.body.replaceAll('\u00a0', ' ');
  return Object.assign(answer, { body, payload: body });
}
