import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/migrate.ts';
import { buildAdmin, buildPages } from '../../scripts/build.ts';
import { openScratchServer } from './scratch-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    templateName: string;
  }
}

/**
 * One PostgreSQL for the run, one migrated template that every test file clones, and pages built from the sources as
 * they are.
 */
export default async function setup(project: TestProject) {
  const [server] = await Promise.all([openScratchServer(), buildPages().then(buildAdmin)]);
  const serverUrl = server.url;
  const templateName = `template_${process.pid}_${Date.now()}`;
  await administer(serverUrl, `create database ${templateName}`);
  await migrate(databaseUrl(serverUrl, templateName));
  project.provide('serverUrl', serverUrl);
  project.provide('templateName', templateName);
  return async () => {
    await administer(serverUrl, `drop database ${templateName} with (force)`);
    for (const products of demoSizes) {
      await administer(serverUrl, `drop database if exists ${demoTemplate(templateName, products)} with (force)`);
      await rm(demoFiles(templateName, products), { recursive: true, force: true });
    }
    await server.close();
  };
}

/** Of how many goods a test's demo shop may be. */
export const demoSizes = [60, 300, 1_000, 3_000] as const;
export type DemoSize = (typeof demoSizes)[number];

/** The template that `test/support/demo-database.ts` makes when the first test asks for a demo shop of that size. */
export function demoTemplate(templateName: string, products: DemoSize): string {
  return `${templateName}_demo_${products}`;
}

/** What the files of the demo shops of a size have in common: `files`, and the resized pictures in `images`. */
export function demoFiles(templateName: string, products: DemoSize): string {
  return join(tmpdir(), `idd-${templateName}-${products}`);
}

export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(serverUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
