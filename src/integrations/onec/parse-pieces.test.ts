import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#test/support/folder.ts';
import { readGood, readOffer } from './goods-and-offers.ts';
import { NotPlain, parsePieces } from './parse-pieces.ts';
import { readCommerceml } from './read-commerceml.ts';

const folder = await testFolder();

/** Goods and offers of a file, read by the full reader or by the quick one. */
async function read(path: string, isQuick: boolean) {
  const found: unknown[] = [];
  const ignore = () => {};
  let lines = 0;
  const { encoding } = await readCommerceml(path, 'file.xml', {
    container: ignore,
    groups: ignore,
    property: ignore,
    priceType: ignore,
    warehouse: ignore,
    unit: ignore,
    good: (good) => void found.push(good),
    offer: (offer) => void found.push(offer),
    document: ignore,
    pause: () => undefined,
    ...(isQuick && {
      pieces: {
        async take(kind: 'good' | 'offer', bytes: Uint8Array, listLine: number) {
          const text = Buffer.from(bytes).toString().replaceAll('\r\n', '\n');
          const item = kind === 'good' ? 'Товар' : 'Предложение';
          const before = lines;
          lines += parsePieces(text, item, (element) => {
            const own = { ...element, line: element.line + listLine + before };
            found.push(kind === 'good' ? readGood(own) : readOffer(own));
          });
        },
        async end() {
          const own = lines;
          lines = 0;
          return own;
        },
      },
    }),
  });
  return { encoding, found: JSON.parse(JSON.stringify(found)) };
}

const file = (goods: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<КоммерческаяИнформация ВерсияСхемы="2.08">\n<Каталог>\n<Ид>к</Ид><!-- <Товары> -->\n<Товары>\n${goods}\n</Товары>\n<Описание>Конец</Описание></Каталог></КоммерческаяИнформация>`;
const goodOf = (name: string) => `<Товар>\n\t<Ид>1</Ид>\n<Наименование>${name}</Наименование></Товар>`;

test('goods and offers of real exports come out the same by the quick reader as by the full one', async () => {
  for (const name of ['import0_1.xml', 'offers0_1.xml']) {
    const path = join('test/fixtures/commerceml/sample', name);
    const full = await read(path, false);
    expect(full.found.length).toBeGreaterThan(10);
    expect(await read(path, true)).toEqual(full);
  }
});

test('so do entities, CDATA, prefixes, attributes of both quotes, empty elements and both kinds of line ends', async () => {
  const plain = [
    goodOf('Гвоздь &lt;100&gt; &amp; шуруп &quot;М&#8209;8&#x22;'),
    goodOf('<![CDATA[Труба <b>1/2"</b> & муфта]]> стальная'),
    '<Товар\n Статус = "Удален">\n<Ид>2</Ид><Картинка/><Наименование>Два\nслова</Наименование></Товар>',
    `<Товар ПометкаУдаления='false'><Ид> 3 </Ид><БазоваяЕдиница Код="166 " НаименованиеПолное="&quot;Кило&quot;">кг</БазоваяЕдиница></Товар>`,
    '<Товар xmlns:к="urn:1C.ru:commerceml_2"><к:Ид>4</к:Ид></Товар>',
    goodOf('😀 смесь\u00a0'),
  ].join('\n');
  for (const text of [file(plain), file(plain).replaceAll('\n', '\r\n')]) {
    const path = join(folder, 'plain.xml');
    await writeFile(path, text);
    const full = await read(path, false);
    expect(full.found).toHaveLength(6);
    expect(await read(path, true)).toEqual(full);
  }
});

test.each([
  ['a comment', `<Товар><!-- --><Ид>1</Ид></Товар>`],
  ['an instruction', `<Товар><?php ?></Товар>`],
  ['an unknown entity', goodOf('&nbsp;')],
  ['a lonely ampersand', goodOf('A & B')],
  ['an impossible character', goodOf('&#0;')],
  ['a control character', goodOf('\u0001')],
  ['a lonely carriage return', goodOf('A\rB')],
  ['an end of CDATA without its beginning', goodOf(']]>')],
  ['an element closed by another', '<Товар><Ид>1</Имя></Товар>'],
  ['an element left open', '<Товар><Ид>1</Ид>'],
  ['one attribute twice', '<Товар а="1" а="2"></Товар>'],
  ['an attribute without quotes', '<Товар а=1></Товар>'],
  ['a tag inside an attribute', '<Товар а="<"></Товар>'],
  ['text between goods', `${goodOf('A')} или ${goodOf('B')}`],
  ['something else among goods', `${goodOf('A')}<Подарок/>`],
  ['depth beyond measure', `<Товар>${'<а>'.repeat(300)}${'</а>'.repeat(300)}</Товар>`],
])('%s is left to the full reader', (_, text) => {
  expect(() => parsePieces(text, 'Товар', () => {})).toThrow(NotPlain);
});
