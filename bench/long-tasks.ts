import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/database.ts';
import { viewports } from '#test/support/browser.ts';
import { userAgents } from '#test/support/http.ts';
import { launchForLighthouse } from '#test/support/lighthouse.ts';
import { kindPaths, pageKinds } from '#test/support/page-kinds.ts';
import { startShop } from './support/shop.ts';

/**
 * `npm run bench -- long-tasks [PRODUCTS] [KIND …]`: what would hold the main thread of a phone over 50 ms while a page loads. Taken from
 * Chromium's own record of tasks at full speed, by the processor time each took, times SLOWDOWN (default 4): the wall clock of a shared
 * machine counts the neighbours too. Of RUNS (default 5) loads of a kept page the median; TELL=1 names what the longest consist of. The
 * layout shift is the worst of the runs.
 */
const [products = '3000', ...wanted] = process.argv.slice(2);
const runs = Number(process.env.RUNS ?? 5);
const slowdown = Number(process.env.SLOWDOWN ?? 4);
const shop = await startShop({ products: Number(products) });
const browser = await launchForLighthouse(9_334);
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
try {
  const origin = `http://${shop.host}:${shop.port}`;
  const db = openDatabase(shop.url);
  const paths = await kindPaths(db).finally(() => db.destroy());
  const rows: Record<string, Record<string, number | string>> = {};
  for (const [name, path] of Object.entries(paths)) {
    if (!(name in pageKinds) || (wanted.length > 0 && !wanted.includes(name))) continue;
    // The first makes the page and its pictures.
    await load(origin + path);
    if (process.env.TELL) await load(origin + path, true);
    const loads = [];
    for (let run = 0; run < runs; run++) loads.push(await load(origin + path));
    const longest = loads.map(({ tasks }) => Math.max(0, ...tasks));
    rows[name] = {
      'longest, ms': median(longest),
      'over 50 ms in all': median(loads.map(({ tasks }) => tasks.reduce((sum, ms) => sum + ms - 50, 0))),
      'long tasks': median(loads.map(({ tasks }) => tasks.length)),
      CLS: Math.max(...loads.map(({ shift }) => shift)),
      nodes: loads[0]!.nodes,
    };
  }
  console.table(rows);
} finally {
  await browser.close();
  await shop.stop();
}

type Event = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  tid: number;
  pid: number;
  args: unknown;
};

async function load(url: string, isTold = false) {
  const context = await browser.newContext({
    userAgent: userAgents.mobile,
    viewport: viewports.mobile,
    isMobile: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { __seen: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const events: Event[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])));
  const categories = `toplevel,devtools.timeline,v8${isTold ? ',disabled-by-default-devtools.timeline' : ''}`;
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories });
  await page.goto(url, { waitUntil: 'load' });
  await sleep(2_000);
  const seen = await page.evaluate(() => ({
    ...(window as unknown as { __seen: { shift: number } }).__seen,
    nodes: document.querySelectorAll('*').length,
  }));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await context.close();
  const thread = events.find(
    ({ name, args }) => name === 'ParseHTML' && (args as { beginData?: { url?: string } }).beginData?.url === url,
  );
  const own = events.filter(({ pid, tid }) => pid === thread?.pid && tid === thread.tid);
  // A task may begin others inside itself; the outermost holds the thread.
  let end = 0;
  const all = own
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .sort((a, b) => a.ts - b.ts)
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
  const tasks = all.map(costOf).filter((ms) => ms > 50);
  if (isTold) for (const task of all.filter((task) => costOf(task) > 50)) tell(task, own);
  return { tasks, shift: Number(seen.shift.toFixed(4)), nodes: seen.nodes };
}

/** Milliseconds of the slowed processor. */
function costOf({ tdur, dur = 0 }: Event): number {
  return Math.round(((tdur ?? dur) / 1_000) * slowdown);
}

function tell(task: Event, events: Event[]): void {
  const end = task.ts + (task.dur ?? 0);
  const parts = events
    .filter((event) => event !== task && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= end && costOf(event) > 8)
    .sort((a, b) => a.ts - b.ts)
    .map((event) => {
      const { data } = event.args as { data?: { url?: string; functionName?: string } };
      return `${event.name} ${costOf(event)} ${data?.url?.split('/').at(-1) ?? ''} ${data?.functionName ?? ''}`;
    });
  console.log(`task of ${costOf(task)} ms:\n   ${parts.join('\n   ')}`);
}
