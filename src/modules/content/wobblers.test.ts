import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { cleanWobbler } from './clean-wobbler.ts';
import { changeWobbler, createWobbler, endWobbler, listWobblers, type WobblerInput } from './wobblers.ts';

const { db } = await testDatabase();
await makeBranches(db);
const now = new Date('2026-11-20T09:00:00+03:00');
const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
const banner: WobblerInput = { position: 'bottom', text: '<p>Доставим к празднику</p>', action_link: '/delivery/' };

test('[S3-08] a banner has exactly its fields, the branch’s own stand before the common ones', async () => {
  const common = await createWobbler(db, { ...banner, button_text: 'Условия' }, now);
  const own = await createWobbler(
    db,
    { ...banner, department_id_1c: '00131', background_image: 'products/a.webp', filter_is_show_once: true },
    now,
  );
  expect(await listWobblers(db, '00131', now)).toEqual([
    {
      id: own,
      position: 'bottom',
      background_image: 'products/a.webp',
      text: '<p>Доставим к празднику</p>',
      button_text: null,
      action_link: '/delivery/',
      filter_is_show_once: true,
      advertising: null,
    },
    expect.objectContaining({ id: common, button_text: 'Условия', filter_is_show_once: false }),
  ]);
  expect((await listWobblers(db, '00052', now)).map(({ id }) => id)).toEqual([common]);
  await db.deleteFrom('wobblers').execute();
});

test('[S7-21] dates of showing: from the first moment, not a moment after the end', async () => {
  const id = await createWobbler(db, { ...banner, starts_at: at(1), ends_at: at(3) }, now);
  const shownAt = async (moment: Date) => (await listWobblers(db, '00131', moment)).some((one) => one.id === id);
  expect(await shownAt(now)).toBe(false);
  expect(await shownAt(new Date(at(1).getTime() - 1))).toBe(false);
  expect(await shownAt(at(1))).toBe(true);
  expect(await shownAt(new Date(at(3).getTime() - 1))).toBe(true);
  expect(await shownAt(at(3))).toBe(false);
  await endWobbler(db, id, at(2));
  expect(await shownAt(at(2))).toBe(false);
  await expect(endWobbler(db, id, at(2))).rejects.toMatchObject({ code: 'not_found' });
  const coming = await createWobbler(db, { ...banner, starts_at: at(10) }, now);
  await endWobbler(db, coming, now);
  expect((await listWobblers(db, '00131', at(11))).map((one) => one.id)).not.toContain(coming);
});

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">Жми</p>',
  '<a href="javascript:alert(1)">Жми</a>',
  '<a href="jAvAsCrIpT&colon;alert(1)">Жми</a>',
  '<a href="java\tscript:alert(1)">Жми</a>',
  '<a href="data:text/html,<script>alert(1)</script>">Жми</a>',
  '<a href="//evil.example/x">Жми</a>',
  '<a href="https://ok.example" style="position:fixed;inset:0" target=_top>Жми</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mtext></p><img src=1 onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.example"><input name=card></form>',
  '<style>*{display:none}</style>',
  '<p>Текст<!--><img src=x onerror=alert(1)>--></p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<object data="x"></object><embed src=x><base href="//evil.example/"><meta http-equiv=refresh content=0>',
];

test('[S3-08] the HTML of a banner is sanitised by an allow-list when it is saved and when it leaves', async () => {
  for (const attack of attacks) {
    const clean = cleanWobbler(`<p><strong>Слова</strong></p>${attack}`);
    expect(clean, attack).not.toMatch(
      /<(script|img|svg|iframe|form|input|style|object|embed|base|meta|math|noscript)/i,
    );
    expect(clean, attack).not.toMatch(/<[^>]*\s(on\w+|style|target|srcdoc)\s*=/i);
    expect(clean, attack).not.toMatch(/href="(?!https:\/\/|\/[^/]|tel:|mailto:)/i);
    expect(clean, attack).toContain('<strong>Слова</strong>');
    const id = await createWobbler(db, { ...banner, text: `<p>Слова</p>${attack}` }, now);
    const saved = await db.selectFrom('wobblers').select('text').where('id', '=', id).executeTakeFirstOrThrow();
    expect(saved.text, attack).toBe(cleanWobbler(`<p>Слова</p>${attack}`));
    // Written past the verbs, as an import or a hand could: what leaves is clean all the same.
    await db
      .updateTable('wobblers')
      .set({ text: `<p>Слова</p>${attack}` })
      .where('id', '=', id)
      .execute();
    expect((await listWobblers(db, '00131', now)).find((one) => one.id === id)?.text).toBe(saved.text);
  }
  await db.deleteFrom('wobblers').execute();
});

test('a banner without words, with a link elsewhere in disguise or with dates backwards is refused', async () => {
  const wrong: Partial<WobblerInput>[] = [
    { text: '<script>alert(1)</script>' },
    { text: '<p> </p>' },
    { action_link: '//evil.example/' },
    { action_link: '/\\evil.example' },
    { action_link: 'javascript:alert(1)' },
    { action_link: 'http://plain.example/' },
    { background_image: 'https://evil.example/a.png' },
    { background_image: '../../etc/passwd' },
    { starts_at: at(2), ends_at: at(1) },
  ];
  for (const fields of wrong)
    await expect(createWobbler(db, { ...banner, ...fields }, now), JSON.stringify(fields)).rejects.toMatchObject({
      code: 'bad_input',
    });
  const id = await createWobbler(db, banner, now);
  await changeWobbler(db, id, { ...banner, text: '<p>Иначе</p>', advertising: 'Реклама. ООО «Завод»' }, now);
  expect(await listWobblers(db, '00131', now)).toMatchObject([
    { id, text: '<p>Иначе</p>', advertising: 'Реклама. ООО «Завод»' },
  ]);
  await expect(changeWobbler(db, id + 1_000, banner, now)).rejects.toMatchObject({ code: 'not_found' });
});
