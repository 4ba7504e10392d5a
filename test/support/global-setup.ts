import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    templateName: string;
  }
}

/** One PostgreSQL for the run and one migrated template; every test file clones it. */
export default async function setup(project: TestProject) {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set');
  const templateName = `template_${process.pid}_${Date.now()}`;
  await administer(serverUrl, `create database ${templateName}`);
  await migrate(databaseUrl(serverUrl, templateName));
  project.provide('serverUrl', serverUrl);
  project.provide('templateName', templateName);
  return () => administer(serverUrl, `drop database ${templateName} with (force)`);
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
