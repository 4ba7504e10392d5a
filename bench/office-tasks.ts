import { chromium as engine } from 'playwright-core';
import { openDatabase } from '#platform/database.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { chromium, chromiumArguments } from '#test/support/chromium.ts';
import { atMain, officeTasks, type TaskShop } from '#test/support/office-tasks.ts';
import type { Act } from '#test/support/taps.ts';
import { makeOrders } from './support/many-orders.ts';
import { type Row, report } from './support/report.ts';
import { dataFolder, makeOnce, startWeb } from './support/shop.ts';

/**
 * `npm run bench -- office-tasks [PRODUCTS] [ORDERS] [ROUNDS] [TASKS]`: presses and seconds of the ten tasks that the
 * back office is measured by (back-office.md 1.1), walked in Chromium in a shop of its own with 100,000 goods and as
 * many orders unless told. Each is done three times unless told, each time as somebody who has just signed in; all of
 * them, unless their numbers are named (`4,6`). `machine`: what the person waits for, the median of those that came to
 * their end; `person`: what they need for pressing, typing and thinking, by the keystroke-level model. Ends with code 1
 * when one does not, or takes more presses, or more seconds of both together, than is asked.
 */
const products = Number(process.argv[2] ?? 100_000);
const orders = Number(process.argv[3] ?? 100_000);
const rounds = Number(process.argv[4] ?? 3);
const wanted = process.argv[5]?.split(',');

/**
 * Seconds of the keystroke-level model (Card, Moran, Newell, «The keystroke-level model for user performance time with
 * interactive systems», CACM 23, 1980): a sign or key of an average typist, pointing, pressing and letting go of the
 * button, from mouse to keyboard or back, and thinking before each choice.
 */
const operators = { key: 0.28, point: 1.1, click: 0.2, hand: 0.4, think: 1.35 };

const folder = `${dataFolder(products)}-orders-${orders}`;
const embedded = await openEmbedded(folder, 'command');
try {
  await makeOnce(embedded.url, products);
  await makeOrders(embedded.url, orders, (text) => process.stderr.write(`\r${text}\x1b[K`));
  process.stderr.write('\r\x1b[K');
  const web = await startWeb(embedded.url, folder);
  const db = openDatabase(embedded.url);
  const { executablePath, env } = await chromium();
  const browser = await engine.launch({ executablePath, env, args: chromiumArguments });
  try {
    const shop = { db, browser, address: (path: string) => `http://idd.localhost:${web.port}${path}` };
    report(await measure(shop));
  } finally {
    await browser.close();
    await db.destroy();
    await web.stop();
  }
} finally {
  await embedded.close();
}

async function measure(shop: TaskShop): Promise<Row[]> {
  const rows: Row[] = [];
  for (const task of officeTasks.filter(({ number }) => wanted?.includes(number) ?? true)) {
    const times: number[] = [];
    let [presses, person] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      process.stderr.write(`\r${task.number}: ${task.what}\x1b[K`);
      try {
        const walk = await task.prepare(shop);
        const desk = await atMain(shop, task.role);
        desk.begin();
        await walk(desk);
        times.push(desk.passed() / 1_000);
        presses = desk.count();
        person = secondsOf(desk.acts());
      } catch (error) {
        console.error(`\n${task.number}: ${task.what}: ${String(error).slice(0, 600)}`);
        process.exitCode = 1;
      }
      for (const context of shop.browser.contexts()) await context.close();
    }
    const machine = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
    const total = machine + person;
    const isOver = (task.most ?? presses) < presses || (task.seconds ?? total) < total;
    if (isOver) process.exitCode = 1;
    rows.push({
      what: `${task.number}: ${task.what}`,
      presses,
      most_presses: task.most ?? '',
      machine: machine.toFixed(1),
      person: person.toFixed(1),
      together: total.toFixed(1),
      most_seconds: task.seconds ?? '',
    });
  }
  process.stderr.write('\r\x1b[K');
  return rows;
}

/** What these acts take of a person who knows the screen. A scanner sends at once: it is pointed and pressed. */
function secondsOf(acts: readonly Act[]): number {
  const { key, point, click, hand, think } = operators;
  let seconds = 0;
  let isAtKeys = false;
  for (const act of acts) {
    const takesKeys = act.kind !== 'press' && act.kind !== 'scan';
    if (takesKeys !== isAtKeys) seconds += hand;
    isAtKeys = takesKeys;
    if (act.kind === 'typed') seconds += act.signs * key;
    else if (act.kind === 'field') seconds += key;
    else seconds += think + (act.kind === 'key' ? key : point + click);
  }
  return seconds;
}
