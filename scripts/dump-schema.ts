import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate } from '#platform/migrate.ts';
import { openScratchServer } from '#test/support/scratch-server.ts';
import { installed } from './run-steps.ts';
import { readSchema } from './schema-text.ts';

const root = join(import.meta.dirname, '..');
const schemaFile = join(root, 'db/schema.sql');
const typesFile = join(root, 'src/platform/database-types.ts');

/** Writes db/schema.sql and the generated table types from a freshly migrated database; with --check only compares. */
const check = process.argv.includes('--check');
const stale: string[] = [];
const server = await openScratchServer();
const name = `schema_${process.pid}_${Date.now()}`;
try {
  await administer(server.url, `create database ${name}`);
  const url = databaseUrl(server.url, name);
  await migrate(url);
  await settle(schemaFile, await readSchema(url));
  await settle(typesFile, await generateTypes(url));
  await administer(server.url, `drop database ${name} with (force)`);
} finally {
  await server.close();
}
if (stale.length > 0) {
  console.error(`Устарело: ${stale.join(', ')}. Обновите: npm run schema`);
  process.exitCode = 1;
}

async function settle(file: string, text: string) {
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current === text) return;
  if (check) stale.push(file.slice(root.length + 1));
  else await writeFile(file, text);
}

async function generateTypes(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'idd-types-'));
  try {
    const outFile = join(folder, 'types.ts');
    await promisify(execFile)(process.execPath, [
      installed('kysely-codegen'),
      ...['--dialect', 'postgres', '--url', url, '--out-file', outFile, '--default-schema', 'public'],
      ...['--include-pattern', 'public.*', '--date-parser', 'string', '--numeric-parser', 'string'],
      ...['--type-mapping', '{"int8":"number"}'],
    ]);
    return await readFile(outFile, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function administer(serverUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
