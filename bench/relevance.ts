import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { ensure } from '#shared/ensure.ts';
import { changesFrom, type Figures, measure, type Outcome, shopOpened, tableOf } from './relevance/measure.ts';
import { kinds } from './relevance/queries.ts';

/**
 * `npm run bench -- relevance [--save] [--worst N]`: the judged queries over the demo shop of 3,000 goods, per kind and
 * in total, then the worst of them. `--save` writes the figures to `relevance/best.json`, which
 * `test/relevance.test.ts` holds. DATABASE_URL measures the demo shop that stands there.
 */
const words = process.argv.slice(2);
const worst = words.includes('--worst') ? Number(words[words.indexOf('--worst') + 1]) : 40;
const bestPath = join(import.meta.dirname, 'relevance/best.json');

const dataDir = resolve('var/bench-relevance');
const embedded = process.env.DATABASE_URL ? null : await openEmbedded(dataDir, 'command');
const url = process.env.DATABASE_URL ?? embedded?.url ?? '';
await migrate(url);
const db = openDatabase(url);
try {
  if (!(await db.selectFrom('departments').select('id_1c').limit(1).executeTakeFirst())) {
    const { loadDemo } = await import('#demo/load.ts');
    await loadDemo(db, { products: 3_000, filesDir: join(dataDir, 'files'), now: shopOpened });
  }
  const main = ensure((await listDepartments(db)).find((department) => department.is_main));
  const outcomes = await measure(db, priceContextOf(main));
  const table = tableOf(outcomes);
  printTable(table);
  printWorst(outcomes);
  const held = JSON.parse(readFileSync(bestPath, 'utf8')) as Record<string, Figures>;
  const { worse, better } = changesFrom(held, table);
  if (worse.length > 0) console.log(`\nНиже лучших значений:\n  ${worse.join('\n  ')}`);
  if (better.length > 0) console.log(`\nВыше лучших значений (запишите их: --save):\n  ${better.join('\n  ')}`);
  if (words.includes('--save')) writeFileSync(bestPath, `${JSON.stringify(table, null, 2)}\n`);
} finally {
  await db.destroy();
  await embedded?.close();
}

function printTable(table: Record<string, Figures>): void {
  console.log(['вид'.padEnd(26), 'запросов', ' nDCG@10', 'полнота@50', 'пустых', 'первый верен'].join('  '));
  for (const [kind, figures] of Object.entries(table)) {
    const title = kind === 'total' ? 'ВСЕГО' : kinds[kind as keyof typeof kinds];
    const cells = [
      String(figures.queries).padStart(8),
      cell(figures.ndcg).padStart(8),
      cell(figures.recall).padStart(10),
      percent(figures.zero).padStart(6),
      percent(figures.right).padStart(12),
    ];
    console.log([title.padEnd(26), ...cells].join('  '));
  }
}

function printWorst(outcomes: Outcome[]): void {
  const score = (outcome: Outcome) => (outcome.is_about_goods ? outcome.ndcg : outcome.right ? 1 : 0);
  const sorted = [...outcomes].sort((a, b) => score(a) - score(b)).filter((outcome) => score(outcome) < 0.95);
  console.log(`\nХудшие ${Math.min(worst, sorted.length)} из ${sorted.length} неполных:`);
  for (const outcome of sorted.slice(0, worst))
    console.log(
      `  ${score(outcome).toFixed(2)}  ${outcome.kind.padEnd(10)}  ${outcome.query}  →  ${outcome.found}: ${outcome.first}`,
    );
}

function cell(value: number | null): string {
  return value === null ? '—' : value.toFixed(3).replace('.', ',');
}

function percent(value: number | null): string {
  return value === null ? '—' : `${(value * 100).toFixed(1).replace('.', ',')} %`;
}
