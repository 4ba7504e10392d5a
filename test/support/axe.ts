import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * WCAG 2.2 A and AA findings of the page as it stands, one line each; an accessible page gives []. Without the header
 * and the footer (in the back office: the menu), which are the same on every page and cost as much as the rest, unless
 * `isWhole`.
 */
export async function findings(page: Page, { isWhole = false } = {}): Promise<string[]> {
  // What is still folded below the first screen (parts/shell/settle.ts) has no boxes and colours to look at.
  await page
    .waitForFunction(
      () => !('__reactRouterContext' in window) || document.documentElement.classList.contains('settled'),
      null,
      { timeout: 5_000 },
    )
    .catch(() => {}); // without JavaScript it never comes
  // A page of the back office stays loaded from screen to screen.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async (exclude) => {
      let isMoving = false;
      const note = () => {
        isMoving = true;
      };
      document.addEventListener('animationstart', note);
      document.addEventListener('transitionrun', note);
      let violations: { id: string; nodes: { target: string[] }[] }[] = [];
      // What began to move while the page was judged, a banner that came, is judged again where it stands.
      for (let tries = 0; tries < 3 && (tries === 0 || (isMoving && violations.length > 0)); tries++) {
        // What is still moving into its place has neither its size nor its colour yet; what turns for ever is not
        // waited for.
        await new Promise((resolve) => requestAnimationFrame(resolve));
        isMoving = false;
        const moving = document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
          .map(({ finished }) => finished.catch(() => {}));
        await Promise.race([Promise.all(moving), new Promise((resolve) => setTimeout(resolve, 2_000))]);
        // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page after its script ran
        ({ violations } = await (window as any).axe.run(
          { exclude },
          {
            // Only findings are read: the selectors of what passed cost more than the checks.
            resultTypes: ['violations'],
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
          },
        ));
      }
      document.removeEventListener('animationstart', note);
      document.removeEventListener('transitionrun', note);
      return violations.flatMap((violation) =>
        violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}`),
      );
    },
    isWhole ? [] : ['.site-head', '.mhead', '[data-static="footer"]', 'section.side'],
  );
}
