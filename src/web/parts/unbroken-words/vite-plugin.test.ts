// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates as sources have them
import { expect, test } from 'vitest';
import { withUnbrokenWords } from './vite-plugin.ts';

const set = (code: string) => withUnbrokenWords('/src/web/a.tsx', code).replaceAll('\u00a0', '_');

test.each([
  ['const a = <p>Новогодние шары и гирлянды</p>;', 'const a = <p>Новогодние шары и_гирлянды</p>;'],
  ['const a = <b>Шары и гирлянды</b>;', 'const a = <b>Шары и гирлянды</b>;'],
  [
    'const a = (\n  <p>\n    Шары и\n    гирлянды — точно в срок\n  </p>\n);',
    'const a = (\n  <p>{"Шары и_гирлянды_— точно в_срок"}\n\n\n</p>\n);',
  ],
  [
    "const a = (\n  <p>\n    Заберите в{' '}\n    <b>пункте</b> до {day}, {n} кг\n  </p>\n);",
    'const a = (\n  <p>{"Заберите в"}\n{\'_\'}\n    <b>пункте</b> до_{day}, {n}{"_кг"}\n</p>\n);',
  ],
  [
    "const a = <p>{isOn ? 'Положили в корзину товары' : `Осталось из ${n} шт. и всё`}</p>;",
    "const a = <p>{isOn ? 'Положили в_корзину товары' : `Осталось из_${n}_шт. и_всё`}</p>;",
  ],
  [
    'const a = <Note title="Оплата счёта точно в срок" name="a в б" />;',
    'const a = <Note title="Оплата счёта точно в_срок" name="a в б" />;',
  ],
  [
    'const a = words === \'в деле\' ? <i aria-label="в деле" /> : null;',
    'const a = words === \'в деле\' ? <i aria-label="в деле" /> : null;',
  ],
  [
    "const a = { words: 'Счёт — сразу после оформления', description: 'Магазин товаров для дома и сада' };",
    "const a = { words: 'Счёт_— сразу после оформления', description: 'Магазин товаров для дома и сада' };",
  ],
])('%s', (code, expected) => {
  expect(set(code)).toBe(expected);
});
