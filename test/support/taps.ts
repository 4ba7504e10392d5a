import type { Locator, Page } from 'playwright-core';

/**
 * A person at a screen whose choices are counted as back-office.md 1.1 counts them: presses and keys that choose. What
 * is typed is not counted, nor what moves the cursor from one field of a form to the next, nor what a scanner sends.
 */
export function countTaps(page: Page) {
  let taps = 0;
  return {
    count: () => taps,
    async tap(target: Locator): Promise<void> {
      await target.click();
      taps += 1;
    },
    /** Keys that are held together are one: 'Control+k'. */
    async key(keys: string): Promise<void> {
      await page.keyboard.press(keys);
      taps += 1;
    },
    /** Opens a list and takes one of it. */
    async choose(list: Locator, choice: { label: string } | { value: string }): Promise<void> {
      await list.selectOption(choice);
      taps += 2;
    },
    async drag(what: Locator, to: Locator): Promise<void> {
      await what.dragTo(to);
      taps += 1;
    },
    /** Where the cursor is. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
    },
    async nextField(): Promise<void> {
      await page.keyboard.press('Tab');
    },
    /** A scanner types what it reads and ends it with Enter. */
    async scan(code: string): Promise<void> {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    },
  };
}
