import type { Locator, Page } from 'playwright-core';

/**
 * What a person does, by its kinds: `press` of the mouse, `key` that chooses, `typed` signs, `field`: the cursor goes
 * on to the next one by the keyboard, `scan`: what a scanner sends.
 */
export type Act = { kind: 'press' | 'key' | 'field' | 'scan' } | { kind: 'typed'; signs: number };

/**
 * A person at a screen whose choices are counted as back-office.md 1.1 counts them: presses and keys that choose. What
 * is typed is not counted, nor what moves the cursor from one field of a form to the next, nor what a scanner sends.
 */
export function countTaps(page: Page) {
  let acts: Act[] = [];
  let begun = performance.now();
  const press = () => acts.push({ kind: 'press' });
  const typed = (text: string) => acts.push({ kind: 'typed', signs: [...text].length });
  return {
    count: () => acts.filter(({ kind }) => kind === 'press' || kind === 'key').length,
    acts: (): readonly Act[] => acts,
    /** Milliseconds since the beginning. */
    passed: () => performance.now() - begun,
    /** What was done before does not belong to the task. */
    begin(): void {
      acts = [];
      begun = performance.now();
    },
    async tap(target: Locator): Promise<void> {
      await target.click();
      press();
    },
    /** Keys that are held together are one: 'Control+k'. */
    async key(keys: string): Promise<void> {
      await page.keyboard.press(keys);
      acts.push({ kind: 'key' });
    },
    /** Opens a list and takes one of it. */
    async choose(list: Locator, choice: { label: string } | { value: string }): Promise<void> {
      await list.selectOption(choice);
      press();
      press();
    },
    async drag(what: Locator, to: Locator): Promise<void> {
      await what.dragTo(to);
      press();
    },
    /** Where the cursor is. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      typed(text);
    },
    /** A field of a form, reached from the one before it. */
    async fill(field: Locator, text: string): Promise<void> {
      await field.fill(text);
      acts.push({ kind: 'field' });
      typed(text);
    },
    async nextField(): Promise<void> {
      await page.keyboard.press('Tab');
      acts.push({ kind: 'field' });
    },
    /** A scanner types what it reads and ends it with Enter. */
    async scan(code: string): Promise<void> {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      acts.push({ kind: 'scan' });
    },
  };
}

export type Taps = ReturnType<typeof countTaps>;
