import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/migrate.ts';
import { buildPages } from '../../scripts/build.ts';
import { openScratchServer } from './scratch-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    templateName: string;
  }
}

/** One PostgreSQL for the run, one migrated template that every test file clones, and pages built from the sources as they are. */
export default async function setup(project: TestProject) {
  const [server] = await Promise.all([openScratchServer(), buildPages()]);
  const serverUrl = server.url;
  const templateName = `template_${process.pid}_${Date.now()}`;
  await administer(serverUrl, `create database ${templateName}`);
  await migrate(databaseUrl(serverUrl, templateName));
  project.provide('serverUrl', serverUrl);
  project.provide('templateName', templateName);
  return async () => {
    await administer(serverUrl, `drop database ${templateName} with (force)`);
    await administer(serverUrl, `drop database if exists ${demoTemplate(templateName)} with (force)`);
    await server.close();
  };
}

/** The template that `test/support/demo-database.ts` makes when the first test asks for the demo shop. */
export function demoTemplate(templateName: string): string {
  return `${templateName}_demo`;
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
