import { expect, test } from 'vitest';
import { greetingOf } from './greeting.ts';

test('a person is called by a name of one word; a surname is never called out', () => {
  expect(greetingOf(' Анна ')).toBe('Анна, здравствуйте.');
  for (const name of ['Анна Смирнова', 'Смирнова А. П.', '', '—']) expect(greetingOf(name)).toBe('Здравствуйте.');
});
