import { expect, test } from 'vitest';
import { withNamedCells } from './named-cells.ts';

test('cells of a table say the name of their column; what has no such name stays', () => {
  const table = (rows: string) =>
    `<table><thead><tr><th scope="col">Данные</th><th scope="col">«Срок»</th></tr></thead><tbody>${rows}</tbody></table>`;
  expect(withNamedCells(`<p>а</p>${table('<tr><td>Имя</td><td>90 дней</td></tr>')}`)).toBe(
    `<p>а</p>${table('<tr><td data-name="Данные">Имя</td><td data-name="«Срок»">90 дней</td></tr>')}`,
  );
  expect(withNamedCells(table('<tr><th>Имя</th><td>90 дней</td></tr>'))).toBe(
    table('<tr><th>Имя</th><td data-name="«Срок»">90 дней</td></tr>'),
  );
  const wide = table('<tr><td colspan="2">Имя</td></tr>');
  expect(withNamedCells(wide)).toBe(wide);
  const bare = '<table><tbody><tr><td>Имя</td></tr></tbody></table>';
  expect(withNamedCells(bare)).toBe(bare);
});
