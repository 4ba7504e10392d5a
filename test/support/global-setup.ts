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
    for (const demo of Object.values(demoTemplates(templateName)))
      await administer(serverUrl, `drop database if exists ${demo} with (force)`);
    await rm(demoFiles(templateName), { recursive: true, force: true });
    await server.close();
  };
}

/** The templates that `test/support/demo-database.ts` makes when the first test asks for the demo shop of that size. */
export function demoTemplates(templateName: string) {
  return { small: `${templateName}_demo_small`, large: `${templateName}_demo` };
}

/** What the files of the small demo shop have in common: `files`, and the resized pictures in `images`. */
export function demoFiles(templateName: string): string {
  return join(tmpdir(), `idd-${templateName}`);
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
