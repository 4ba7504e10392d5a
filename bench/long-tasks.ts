import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { viewports } from '#test/support/browser.ts';
import { userAgents } from '#test/support/http.ts';
import { launchForLighthouse } from '#test/support/lighthouse.ts';
import { kindPaths, pageKinds } from '#test/support/page-kinds.ts';
import { buildPages } from '../scripts/build.ts';
import { startShop } from './support/shop.ts';
import { mainThreadTasks, namesOf, type Task, type TraceEvent } from './support/tasks.ts';

/**
 * `npm run bench -- long-tasks [PRODUCTS] [KIND …]`: what would hold the main thread of a phone over 50 ms while a page
 * loads and settles. Taken from Chromium's own record of tasks at full speed, by the processor time each took, times
 * SLOWDOWN (default 4): the wall clock of a shared machine counts the neighbours too. Of RUNS (default 6) loads of a
 * cached page the one with the shortest longest task is told, since neighbours only ever add; each of its long tasks is
 * named by what ran in it. The layout shift is the worst of the runs.
 */
const [products = '3000', ...wanted] = process.argv.slice(2);
const runs = Number(process.env.RUNS ?? 6);
const slowdown = Number(process.env.SLOWDOWN ?? 4);
const longMs = 50;
await buildPages();
const shop = await startShop({ products: Number(products) });
const browser = await launchForLighthouse(9_334);
try {
  const origin = `http://${shop.host}:${shop.port}`;
  const db = openDatabase(shop.url);
  const paths = await kindPaths(db).finally(() => db.destroy());
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, path] of Object.entries(paths)) {
    if (!(name in pageKinds) || (wanted.length > 0 && !wanted.includes(name))) continue;
    const url = origin + path;
    // The first makes the page and its pictures. The others stand in one trace: to end one can take five seconds.
    await look(url);
    const trace = await startTrace();
    const looks: Look[] = [];
    for (let run = 0; run < runs; run++) looks.push(await look(url));
    const [reported] = mainThreadTasks(await trace.end(), url, slowdown).sort((a, b) => longest(a) - longest(b));
    if (!reported) throw new Error(`The trace has no page ${url}`);
    const long = reported.filter(({ ms }) => ms > longMs);
    rows[name] = {
      'longest, ms': Math.round(longest(reported)),
      'long tasks': long.length,
      'over 50 ms in all': Math.round(long.reduce((sum, { ms }) => sum + ms - longMs, 0)),
      'all tasks, ms': Math.round(reported.reduce((sum, { ms }) => sum + ms, 0)),
      CLS: Math.max(...looks.map(({ shift }) => shift)),
      nodes: ensure(looks[0]).nodes,
    };
    for (const { ms, parts } of long) console.log(`${name}: ${Math.round(ms)} ms: ${namesOf(parts)}`);
  }
  console.table(rows);
} finally {
  await browser.close();
  await shop.stop();
}

function longest(tasks: Task[]): number {
  return Math.max(0, ...tasks.map(({ ms }) => ms));
}

async function startTrace() {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'v8'] },
  });
  return {
    async end() {
      const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.end');
      await ended;
      await session.detach();
      return events;
    },
  };
}

type Look = { shift: number; nodes: number };

/**
 * Opens the page as a new visitor with a telephone and waits until it is settled: hydrated, its later parts too,
 * everything unfolded.
 */
async function look(url: string): Promise<Look> {
  const context = await browser.newContext({
    userAgent: userAgents.mobile,
    viewport: viewports.mobile,
    isMobile: true,
  });
  const page = await context.newPage();
  // Spoken to by the protocol itself: Playwright's own ways put a script into the page, which would stand among its
  // tasks.
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `window.__shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.__shift += value;
      }).observe({ type: 'layout-shift', buffered: true });`,
  });
  const ask = async <T>(expression: string): Promise<T> =>
    (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  const opened = session.send('Page.navigate', { url });
  await new Promise((resolve) => session.once('Page.loadEventFired', resolve));
  await opened;
  for (const end = Date.now() + 10_000; !(await ask(`document.documentElement.matches('.settled')`)); await sleep(100))
    if (Date.now() > end) throw new Error(`${url} does not settle`);
  await sleep(300);
  const shift = await ask<number>('window.__shift');
  const nodes = await ask<number>(`document.querySelectorAll('*').length`);
  await context.close();
  return { shift: Number(shift.toFixed(4)), nodes };
}
