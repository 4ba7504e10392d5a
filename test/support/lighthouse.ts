import { type Browser, chromium as engine } from 'playwright-core';
import { chromium, chromiumArguments } from './chromium.ts';

/**
 * What Lighthouse (mobile: simulated slow 4G, a processor slowed 4×) says of a page. Scores 0–100, times in ms;
 * `failed`: audits under 1.
 */
export type PageScores = {
  performance: number;
  accessibility: number;
  best_practices: number;
  seo: number;
  lcp_ms: number;
  tbt_ms: number;
  cls: number;
  bytes: number;
  failed: string[];
};

/** A Chromium that Lighthouse can drive: it speaks to a debugging port, not to Playwright. */
export async function launchForLighthouse(debuggingPort: number): Promise<Browser> {
  const { executablePath, env } = await chromium();
  return engine.launch({
    executablePath,
    env,
    // The end of a trace waits 5 s for a second renderer that has nothing to tell.
    args: [...chromiumArguments, `--remote-debugging-port=${debuggingPort}`, '--renderer-process-limit=1'],
  });
}

/**
 * `isIndexed` false: that robots are told to stay away (is-crawlable) is meant, and the score of SEO is told without
 * it.
 */
export async function measurePage(url: string, debuggingPort: number, isIndexed = true): Promise<PageScores> {
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(
    url,
    { port: debuggingPort, logLevel: 'error', output: 'json', formFactor: 'mobile', disableFullPageScreenshot: true },
    { extends: 'lighthouse:default', settings: { skipAudits: isIndexed ? [] : ['is-crawlable'] } },
  );
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const number = (name: string) => audits[name]?.numericValue ?? 0;
  const failed = ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${id}: ${audits[id]?.title}`),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
    seo: score('seo'),
    lcp_ms: Math.round(number('largest-contentful-paint')),
    tbt_ms: Math.round(number('total-blocking-time')),
    cls: Number(number('cumulative-layout-shift').toFixed(3)),
    bytes: Math.round(number('total-byte-weight')),
    failed,
  };
}
