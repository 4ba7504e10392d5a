import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findViolations, readSources } from '../scripts/boundaries.ts';
import { classNamesOf } from '../scripts/class-names.ts';
import { findStyleViolations, readSheets } from '../scripts/style-layers.ts';

const root = join(import.meta.dirname, '..');

test('a class is written by who stands beside its sheet or above', async () => {
  const sheets = await readSheets(root);
  expect(sheets.size).toBeGreaterThan(50);
  expect(findStyleViolations(new Map([...(await readSources(root)), ...sheets]))).toEqual([]);
});

test('names that stand whole in the source are found, put together ones are not guessed', () => {
  const names = (source: string) => [...classNamesOf('a.tsx', source)].sort();
  expect(names(`const a = <p className="b c" />;`)).toEqual(['b', 'c']);
  expect(names(`const a = <p className={on === 'x' ? 'b is-on' : undefined} />;`)).toEqual(['b', 'is-on']);
  expect(names(`const a = <p className={\`b\${on ? ' c' : ''} \${className}\`} />;`)).toEqual(['b', 'c']);
  expect(names(`const a = <p className={\`b--\${kind} c\`} />;`)).toEqual(['c']);
  expect(names(`const a = <p className={\`b\${kind.look}\`} />;`)).toEqual([]);
  expect(names(`const a = <A className={({ isActive }) => \`b\${isActive ? ' c' : ''}\`.trim()} />;`)).toEqual([
    'b',
    'c',
  ]);
  expect(names(`const wide = big ? 'b' : 'c'; const a = <p className={wide} />;`)).toEqual(['b', 'c']);
  expect(names(`function A({ className = 'b' }) { return <p className={[className, 'c'].join(' ')} />; }`)).toEqual([
    'b',
    'c',
  ]);
  expect(names(`words.className = 'b'; root.classList.toggle('c', on); root.querySelector('.d');`)).toEqual(['b', 'c']);
  expect(names(`const a = \`<p class="b c">\${text}</p>\`;`)).toEqual(['b', 'c']);
});

const sheets = {
  'src/web/styles/base.css': '.row { display: flex; }',
  // A common sheet that names a class does not define it.
  'src/web/styles/below.css': 'html:not(.settled) .cart { margin: 0; }',
  'src/web/ui/popup.css': '.dlg, .mob .dlg:hover { margin: 0; }\n.dlg > .dlg__x { float: right; }',
  'src/web/parts/forms/forms.css': '/* .quoted {} */ @media print { .form > .btn { margin: 0; } .form { gap: 0; } }',
  'src/web/parts/order/order.css': '.oline:not(.form) { margin: 0; }\n.lk .oline .dlg { margin: 0; }',
  'src/web/pages/cart/cart.css': '.cart { margin: 0; }\n.cart .form.cart__form { margin: 0; }',
};

const violations = (planted: Record<string, string>) =>
  findStyleViolations(new Map(Object.entries({ ...sheets, ...planted })));

const writes = (name: string) => `const a = <p className="${name}" />;`;

const foreign: [why: string, path: string, name: string][] = [
  ['a class of a page in another page', 'src/web/pages/order/a.tsx', 'cart'],
  ['a class of a page in a part', 'src/web/parts/order/a.tsx', 'cart'],
  ['a class of a page in ui', 'src/web/ui/a.tsx', 'cart__form'],
  ['a class of a part in ui', 'src/web/ui/a.tsx', 'form'],
  ['a class of a part in a lower one', 'src/web/parts/forms/a.tsx', 'oline'],
  ['a class of a part in one of its row', 'src/web/parts/shell/a.tsx', 'oline'],
];

test.each(foreign)('finds %s', (_why, path, name) => {
  expect(violations({ [path]: writes(name) })).toEqual([expect.stringContaining(`${path}: .${name} belongs to`)]);
});

const misplaced: [why: string, path: string, text: string][] = [
  ['the common sheet that imports one of a page', 'src/web/styles/app.css', '@import "../pages/cart/cart.css";'],
  ['another common sheet that imports one of ui', 'src/web/styles/base.css', '@import "../ui/popup.css";'],
  ['a sheet of ui that imports one of a part', 'src/web/ui/a.css', '@import url("../parts/order/order.css");'],
  ['a sheet of a part that imports one above', 'src/web/parts/forms/a.css', "@import '../order/order.css';"],
  ['a sheet of a page that imports one of another', 'src/web/pages/order/a.css', '@import "../cart/cart.css";'],
];

test.each(misplaced)('finds %s', (_why, path, text) => {
  expect(violations({ [path]: text })).toHaveLength(1);
});

test('finds sheets of other layers that TypeScript imports', () => {
  const imported = (path: string, sheet: string) => findViolations(new Map([[path, `import '${sheet}';\n`]]));
  expect(imported('src/web/pages/order/a.tsx', '../cart/cart.css')).toHaveLength(1);
  expect(imported('src/web/ui/a.tsx', '../parts/forms/forms.css')).toHaveLength(1);
  expect(imported('src/web/pages/order/a.tsx', '../../parts/forms/forms.css')).toEqual([]);
});

test('lets through what is allowed', () => {
  expect(
    violations({
      'src/web/styles/app.css':
        '@import "./base.css";\n@import "../ui/popup.css";\n@import "../parts/order/order.css";',
      'src/web/pages/cart/a.css': '@import "../../parts/order/order.css";',
      'src/web/pages/cart/checkout/a.tsx': writes('cart cart__form form oline dlg__x row'),
      'src/web/parts/order/a.tsx': writes('form dlg row is-on quoted nowhere'),
      'src/web/ui/a.tsx': writes('dlg dlg__x row mob'),
      'src/web/root.tsx': writes('cart form'),
      'src/web/pages/order/a.test.ts': writes('cart'),
    }),
  ).toEqual([]);
});
