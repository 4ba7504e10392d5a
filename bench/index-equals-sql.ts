import { resolve } from 'node:path';
import { openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { compareWithSql } from '#test/support/index-against-sql.ts';

/**
 * `npm run bench -- index-equals-sql [CASES] [SEED]`: the catalogue index beside plain SQL, CASES (100,000) random
 * lists over random catalogues that change. Makes a database of its own beside DATABASE_URL's (else beside the embedded
 * one) and drops it.
 */
const cases = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const questions = 500;

const embedded = process.env.DATABASE_URL ? null : await openEmbedded(resolve('var/bench-cases'), 'command');
const server = process.env.DATABASE_URL ?? embedded?.url ?? '';
const name = `index_cases_${process.pid}`;
const url = new URL(server);
url.pathname = `/${name}`;
const admin = openDatabase(server, { max: 1 });
await admin.pool.query(`create database ${name}`);
await migrate(url.href);
const db = openDatabase(url.href);
try {
  console.log(`TEST_SEED=${seed}`);
  const begun = performance.now();
  const difference = await compareWithSql(db, {
    seed,
    questions,
    between: 25,
    catalogues: Math.ceil(cases / questions),
    onProgress: (done) => process.stderr.write(`\r${done} из ${cases}\x1b[K`),
  });
  process.stderr.write('\n');
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (difference) {
    console.log('Ответы расходятся:');
    console.log(JSON.stringify(difference, null, 1));
    process.exitCode = 1;
  } else {
    console.log(`${cases} случайных списков: индекс и SQL отвечают одинаково (${seconds} с)`);
  }
} finally {
  await db.destroy();
  await admin.pool.query(`drop database ${name} with (force)`);
  await admin.destroy();
  await embedded?.close();
}
