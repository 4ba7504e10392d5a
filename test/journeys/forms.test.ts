import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { publishForm } from '#modules/forms/form-schemas.ts';
import type { FormSchema } from '#modules/forms/schema.ts';
import type { DeviceType } from '#platform/device.ts';
import { findings } from '#test/support/axe.ts';
import { isCalm, openPage, type PageOptions, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
const { products } = await makePlasterShop(db);
const dataDir = await testFolder();
// A journey types faster than people do and comes from one address; both measures have tests of their own.
await sql`insert into settings (key, value) values ('form_terms', '{"least_ms": 0, "per_hour": 1000}')`.execute(db);

/** A dynamic form (S3-09) that has every kind of field and of rule. */
const everyKind: FormSchema = {
  code: 'every_kind',
  name: 'Запись на мастер-класс',
  fields: {
    name: { name: 'Имя', as: 'Input', order: 0, rules: { required: true, min: 2, max: 10 } },
    email: { name: 'Почта', as: 'Input', type: 'email', order: 1, rules: {} },
    requesters: { name: 'Мест', as: 'Input', type: 'number', order: 2, rules: { min: 2, max: 12 } },
    day: { name: 'День', as: 'Input', type: 'date', order: 3, rules: { min: '2027-01-10', max: '2027-02-10' } },
    phone: { name: 'Телефон', as: 'Phone', order: 4, rules: { required: true } },
    theme: {
      name: 'Тема',
      as: 'Enum',
      order: 5,
      rules: { required: true },
      options: [
        { value: 'plaster', name: 'Штукатурка' },
        { value: 'tile', name: 'Плитка' },
      ],
    },
    level: {
      name: 'Опыт',
      as: 'Enum',
      look: 'radio',
      order: 6,
      rules: { required: true },
      options: [
        { value: 'none', name: 'Впервые' },
        { value: 'some', name: 'Уже пробовал' },
      ],
    },
    question: { name: 'Вопрос', as: 'Textarea', order: 7, rules: { min: 5, max: 20 } },
    rules: { name: 'С правилами согласен', as: 'Checkbox', order: 8, rules: { required: true } },
    photo: { name: 'Фото стены', as: 'File', order: 9, rules: { required: true, max: 2 } },
    plan: { name: 'План', as: 'File', order: 10, rules: { max: 1 } },
  },
};
await publishForm(db, everyKind);

const { app, address } = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser();
const devices: DeviceType[] = ['desktop', 'mobile'];

async function open(path: string, options: PageOptions = {}) {
  const opened = await openPage(browser, options);
  await opened.context.addCookies([{ name: 'isConfirmCity', value: 'true', url: address('/') }]);
  await opened.page.addInitScript(() => {
    const reported: string[] = [];
    Object.assign(window, { reportedGoals: reported });
    window.addEventListener('goal', (event) => reported.push((event as CustomEvent<{ goal: string }>).detail.goal));
  });
  if (options.javaScriptEnabled !== false) await opened.page.clock.install();
  await opened.page.goto(address(path));
  if (options.javaScriptEnabled !== false) await isCalm(opened.page);
  return opened;
}

const goals = (page: Page) => page.evaluate(() => (window as unknown as { reportedGoals: string[] }).reportedGoals);

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('form_draft')).length);

async function lastSent(code: string) {
  return db
    .selectFrom('form_submissions')
    .selectAll()
    .where('code', '=', code)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function countSent(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from form_submissions`.execute(db);
  return rows[0]!.count;
}

/** The message under a field, by the element that names it for assistive technology. */
async function messageOf(form: Locator, name: string): Promise<string> {
  return (await form.locator(`[data-field="${name}"] .field__err`).allTextContents())
    .join()
    .replaceAll('\u00a0', ' ')
    .trim();
}

/** S9-05, on a clock that stands still: the box appears after `press`, is there until 3 s have gone and no longer. */
async function closesAfter3Seconds(page: Page, box: Locator, press: () => Promise<void>) {
  await page.clock.pauseAt(Date.now() + 1_000);
  await press();
  await eventually(async () => {
    await page.clock.runFor(1);
    return box.count();
  }).toBe(1);
  await page.clock.runFor(2_500);
  expect(await box.count()).toBe(1);
  await page.clock.runFor(500);
  await box.waitFor({ state: 'detached' });
}

/** A busy machine takes its time; what is right now is not waited for. */
const eventually = <T>(look: () => Promise<T>, message = '') => expect.poll(look, { timeout: 20_000, message });

const says = (form: Locator, name: string, message: string, about = name) =>
  eventually(() => messageOf(form, name), about).toBe(message);

async function expectAccessible(page: Page) {
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

describe('[S2-43] [S2-26] [S4-18] a callback from any page', () => {
  test.for(devices)(
    '%s: the button opens a dialog, a press touches all fields, the result closes after 3 s, goals are told',
    async (device) => {
      const { page, context, problems } = await open('/catalog/', { device });
      if (device === 'mobile') await page.locator('a[href="#side-menu"]').first().click();
      const opener = device === 'mobile' ? page.locator('#side-menu') : page.locator('header');
      await opener.getByRole('link', { name: 'Заказать звонок' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Заказать звонок' });
      await dialog.getByLabel('Имя').waitFor();
      expect(await goals(page)).toEqual(['callback_open']);
      await dialog.getByRole('button', { name: 'Жду звонка' }).click();
      await dialog.getByText('Проверьте 3 поля').waitFor();
      expect(await messageOf(dialog, 'name')).toBe('Обязательно для заполнения');
      expect(await messageOf(dialog, 'phone')).toBe('Обязательно для заполнения');
      expect(await dialog.getByText('Обязательно для выбора').count()).toBe(1);
      expect(await dialog.getByLabel('Имя').evaluate((input) => input === document.activeElement)).toBe(true);
      await expectAccessible(page);
      await dialog.getByLabel('Имя').fill('Анна');
      await dialog.getByLabel('Телефон').pressSequentially('89210001234');
      expect(await dialog.getByLabel('Телефон').inputValue()).toBe('+7 (921)-000-12-34');
      await dialog.getByLabel(/Согласен\sна\sобработку/).check();
      const box = dialog.getByRole('status').getByText(/^Заявка\s№\s\d+\sпринята\./);
      await closesAfter3Seconds(page, box, () => dialog.getByRole('button', { name: 'Жду звонка' }).click());
      // S2-40: the popup itself takes another 300 ms.
      await page.clock.runFor(350);
      await page.locator('#form-dialog[open]').waitFor({ state: 'detached' });
      expect(await goals(page)).toEqual(['callback_open', 'callback_sent']);
      expect(await lastSent('callback')).toMatchObject({
        page: '/catalog/',
        answers: [{ value: 'Анна' }, { value: '+7-921-000-12-34' }],
      });
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('a phone without JavaScript: the same form is a page', async () => {
    const { page, context } = await open('/catalog/', { device: 'mobile', javaScriptEnabled: false });
    await page.locator('footer summary', { hasText: 'Заявки' }).click();
    await page.locator('footer').getByRole('link', { name: 'Заказать звонок' }).click();
    const main = page.getByRole('main');
    expect(new URL(page.url()).pathname).toBe('/forms/callback/');
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
    await main.getByLabel('Имя').fill('А');
    await main.getByLabel('О чём поговорим').fill('О плитке');
    await main.getByRole('button', { name: 'Жду звонка' }).click();
    await main.getByText('Минимум 2 символов').waitFor();
    expect(await messageOf(main, 'phone')).toBe('Обязательно для заполнения');
    // The draft is kept: what was right stands where it stood, and the first broken field has the focus.
    expect(await main.getByLabel('О чём поговорим').inputValue()).toBe('О плитке');
    expect(await page.locator(':focus').getAttribute('name')).toBe('name');
    await main.getByLabel('Имя').fill('Борис');
    await main.getByLabel('Телефон').fill('8 921 000 55 66');
    await main.getByLabel(/Согласен\sна\sобработку/).check();
    await main.getByRole('button', { name: 'Жду звонка' }).click();
    await main.getByText(/^Заявка\s№\s\d+\sпринята\./).waitFor();
    expect(await lastSent('callback')).toMatchObject({
      page: '/catalog/',
      answers: [{ value: 'Борис' }, { value: '+7-921-000-55-66' }, { value: 'О плитке' }],
    });
    await main.getByRole('link', { name: 'Вернуться на страницу' }).click();
    expect(new URL(page.url()).pathname).toBe('/catalog/');
    await context.close();
  });
});

const small = { mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]) };
const program = Buffer.from([0x4d, 0x5a, 0x90, 0x00, 0x03, 0x00]);

/** A text file of exactly so many bytes. */
const textOf = (bytes: number) => Buffer.alloc(bytes, 'а 5 мешков\n');

/**
 * Fields whose words and messages are tried one after another: what is typed, and what stands below when the field is
 * left.
 */
const tries: Record<string, [typed: string, message: string][]> = {
  name: [
    ['', 'Обязательно для заполнения'],
    ['А', 'Минимум 2 символов'],
    ['Александра-Мария', 'Максимум 10 символов'],
    ['Анна', ''],
  ],
  email: [
    ['анна@почта', 'Неверный формат'],
    ['anna@pochta.example', ''],
  ],
  requesters: [
    ['два', 'Должно быть числом'],
    ['1', 'Минимальное значение 2'],
    ['12,5', 'Максимальное значение 12'],
    ['2', ''],
  ],
  day: [
    ['2027-01-09', 'Дата не раньше 10.01.2027'],
    ['2027-02-11', 'Дата не позже 10.02.2027'],
    ['', ''],
    ['2027-01-10', ''],
  ],
  phone: [
    ['', 'Обязательно для заполнения'],
    ['+7 (921)-000', 'Неверный формат телефона'],
    ['+7 (921)-000-12-3', 'Неверный формат телефона'],
    ['+7 (921)-000-12-34', ''],
  ],
  question: [
    ['Как?', 'Минимум 5 символов'],
    ['Как выровнять стену с перепадом?', 'Максимум 20 символов'],
    ['Как выровнять?', ''],
  ],
};

describe('[S5-05] [S5-06] [S5-07] [S2-45] [S3-09] [S3-10] every message of a form', () => {
  test.for(devices)('%s: each appears when its field is left or chosen, and goes when it is right', async (device) => {
    const { page, context, problems } = await open('/forms/every_kind/', { device });
    const form = page.getByRole('form', { name: 'Запись на мастер-класс' });
    const field = (name: string) => form.locator(`[name="${name}"]`).first();
    for (const [name, rows] of Object.entries(tries)) {
      for (const [typed, message] of rows) {
        const before = await messageOf(form, name);
        await field(name).fill(typed);
        // S5-05: typing alone judges nothing.
        expect(await messageOf(form, name), `${name}: ${typed} while typing`).toBe(before);
        await field(name).blur();
        await says(form, name, message, `${name}: ${typed}`);
      }
    }
    // S5-05: a rule without words of its own says the default ones: here a date that was typed in part.
    await field('day').fill('');
    await field('day').focus();
    await page.keyboard.type('01');
    await field('day').blur();
    await says(form, 'day', 'День is not valid.');
    await field('day').fill('2027-01-10');
    await field('day').blur();
    // Choices are judged when they are made.
    await field('theme').focus();
    await field('theme').blur();
    await says(form, 'theme', 'Обязательно для заполнения');
    await field('theme').selectOption('tile');
    await says(form, 'theme', '');
    await field('level').focus();
    await field('level').blur();
    await says(form, 'level', 'Обязательно для заполнения');
    await form.getByLabel('Впервые').check();
    await says(form, 'level', '');
    await field('rules').check();
    await field('rules').uncheck();
    await says(form, 'rules', 'Обязательно для выбора');
    await field('rules').check();
    await says(form, 'rules', '');

    // S5-07, each before anything is sent.
    const files = async (chosen: { name: string; mimeType: string; buffer: Buffer }[], message: string) => {
      await field('photo').setInputFiles(chosen);
      await says(form, 'photo', message);
    };
    await files(
      [{ name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: program }],
      'Недопустимый формат файла',
    );
    await files([{ name: 'photo.png', mimeType: 'image/png', buffer: program }], 'Недопустимый формат файла');
    await files([{ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }], 'Недопустимый формат файла');
    await files([{ name: 'big.txt', mimeType: 'text/plain', buffer: textOf(5_242_881) }], 'Файл слишком большой');
    await files([], 'Файл обязателен для заполнения');
    await files(
      [1, 2, 3].map((n) => ({ name: `${n}.png`, ...small })),
      'Не больше 2 файлов в одном сообщении',
    );
    await files(
      [1, 2].map((n) => ({ name: `${n}.png`, ...small })),
      '',
    );
    await expectAccessible(page);
    await form.getByLabel(/Согласен\sна\sобработку/).check();
    await form.getByRole('button', { name: 'Отправить' }).click();
    await form.getByText(/^Заявка\s№\s\d+\sпринята\./).waitFor();
    expect((await lastSent('every_kind'))?.answers).toMatchObject([
      { name: 'Имя', value: 'Анна' },
      { name: 'Почта', value: 'anna@pochta.example' },
      { name: 'Мест', value: '2' },
      { name: 'День', value: '10.01.2027' },
      { name: 'Телефон', value: '+7-921-000-12-34' },
      { name: 'Тема', value: 'Плитка' },
      { name: 'Опыт', value: 'Впервые' },
      { name: 'Вопрос', value: 'Как выровнять?' },
      { name: 'С правилами согласен', value: 'Да' },
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('[S5-11] without JavaScript the server says the same', async () => {
    const { page, context } = await open('/forms/every_kind/', { javaScriptEnabled: false });
    const form = page.getByRole('form', { name: 'Запись на мастер-класс' });
    const longest = Math.max(...Object.values(tries).map((rows) => rows.length));
    for (let round = 0; round < longest; round++) {
      for (const [name, rows] of Object.entries(tries))
        await form.locator(`[name="${name}"]`).fill(rows[Math.min(round, rows.length - 1)]![0]);
      await form.getByRole('button', { name: 'Отправить' }).click();
      await form.locator('.errsum').waitFor();
      for (const [name, rows] of Object.entries(tries)) {
        const [typed, message] = rows[Math.min(round, rows.length - 1)]!;
        expect(await messageOf(form, name), `${name}: ${typed}`).toBe(message);
      }
      expect(await messageOf(form, 'photo')).toBe('Файл обязателен для заполнения');
      expect(await messageOf(form, 'theme')).toBe('Обязательно для заполнения');
      expect(await messageOf(form, 'level')).toBe('Обязательно для заполнения');
      expect(await messageOf(form, 'rules')).toBe('Обязательно для выбора');
    }
    await expectAccessibleWithoutScript(page);
    await context.close();
  });

  test('[S3-10] touched, dirty, valid, pending and validated are known of each field', async () => {
    const { page, context } = await open('/forms/every_kind/');
    const form = page.getByRole('form', { name: 'Запись на мастер-класс' });
    const state = (name: string) => form.locator(`[data-field="${name}"]`).getAttribute('data-state');
    expect(await state('name')).toBe(null);
    const input = form.getByLabel('Имя');
    await input.fill('А');
    await eventually(() => state('name')).toBe('dirty');
    await input.blur();
    await eventually(() => state('name')).toBe('touched dirty validated');
    await input.fill('Анна');
    await input.blur();
    await eventually(() => state('name')).toBe('touched dirty valid validated');
    // Looking into a file takes time: it is pending meanwhile.
    await page.evaluate(() => {
      const read = File.prototype.arrayBuffer;
      File.prototype.arrayBuffer = function () {
        return new Promise((go) => Object.assign(window, { readOn: () => go(read.call(this)) }));
      };
    });
    await form.getByLabel('План').setInputFiles({ name: 'plan.png', ...small });
    await eventually(() => state('plan')).toBe('dirty pending');
    await page.evaluate(() => (window as unknown as { readOn: () => void }).readOn());
    await eventually(() => state('plan')).toContain('valid validated');
    await context.close();
  });
});

/** axe is a script: where the page runs none, its markup is judged in a page that does. */
async function expectAccessibleWithoutScript(page: Page) {
  const { page: judge, context } = await openPage(browser, { isFolded: true });
  await judge.route('**/*', (route) =>
    route.request().resourceType() === 'document'
      ? page.content().then((body) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }))
      : route.request().resourceType() === 'script'
        ? route.abort()
        : route.continue(),
  );
  await judge.goto(address('/forms/every_kind/'));
  expect(await findings(judge)).toEqual([]);
  await context.close();
}

describe('[S5-07] files of a form are checked by the server and kept where no address leads', () => {
  const resume = (page: Page) => page.getByRole('main').getByLabel('Резюме');

  async function fill(page: Page) {
    const main = page.getByRole('main');
    await main.getByLabel('Имя и фамилия').fill('Анна Смирнова');
    await main.getByLabel('Телефон').fill('+7 921 000-12-34');
    await main.getByLabel(/Согласен\sна\sобработку/).check();
  }
  const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Отправить отклик' }).click();

  const refused: [string, { name: string; mimeType: string; buffer: Buffer }, string][] = [
    [
      'a wrong type',
      { name: 'резюме.exe', mimeType: 'text/plain', buffer: Buffer.from('резюме') },
      'Недопустимый формат файла',
    ],
    [
      'wrong content',
      { name: 'резюме.pdf', mimeType: 'application/pdf', buffer: program },
      'Недопустимый формат файла',
    ],
    [
      '5242881 bytes',
      { name: 'резюме.txt', mimeType: 'text/plain', buffer: textOf(5_242_881) },
      'Файл слишком большой',
    ],
    ['0 bytes', { name: 'резюме.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }, 'Недопустимый формат файла'],
  ];
  test.for(refused)('%s is refused without JavaScript, and nothing is left on the disk', async ([, file, message]) => {
    const before = await countSent();
    const { page, context } = await open('/forms/vacancy/', { javaScriptEnabled: false });
    await fill(page);
    await resume(page).setInputFiles(file);
    await send(page);
    await page.getByRole('main').getByText(message).waitFor();
    expect(await countSent()).toBe(before);
    expect(await keptFiles()).toEqual(await knownFiles());
    await context.close();
  });

  test.for(['desktop', 'desktop without JavaScript'])(
    '%s: exactly 5242880 bytes, under a path instead of a name',
    async (way) => {
      const { page, context } = await open('/forms/vacancy/', { javaScriptEnabled: way === 'desktop' });
      await fill(page);
      await resume(page).setInputFiles({
        name: '..\\..\\etc\\резюме <b>.txt',
        mimeType: 'text/plain',
        buffer: textOf(5_242_880),
      });
      await send(page);
      await page
        .getByRole('main')
        .getByText(/^Заявка\s№\s\d+\sпринята\./)
        .waitFor();
      const sent = await lastSent('vacancy');
      const files = await db.selectFrom('form_files').selectAll().where('submission_id', '=', sent!.id).execute();
      expect(files).toMatchObject([{ name: 'резюме <b>.txt', type: 'text/plain', size: 5_242_880, field: 'resume' }]);
      expect(await keptFiles()).toContain(files[0]!.id);
      for (const path of [
        `/files/private/forms/${files[0]!.id.slice(0, 2)}/${files[0]!.id}`,
        `/forms/vacancy/files/${files[0]!.id}/`,
      ]) {
        const answer = await app.inject({ url: path, headers: { host: 'idd.localhost' } });
        expect([path, answer.statusCode]).toEqual([path, 404]);
      }
      await context.close();
    },
  );

  test.for(['desktop', 'desktop without JavaScript'])(
    '%s: two files at once; one wrong among them and none is taken',
    async (way) => {
      const { page, context } = await open('/forms/estimate/', { javaScriptEnabled: way === 'desktop' });
      const main = page.getByRole('main');
      const before = await countSent();
      await main.getByLabel('Имя').fill('Анна');
      await main.getByLabel('Телефон').fill('+7 921 000-12-34');
      await main.getByLabel(/Согласен\sна\sобработку/).check();
      const list = { name: 'список.txt', mimeType: 'text/plain', buffer: Buffer.from('Штукатурка, 5 мешков') };
      const choose = (other: { name: string; mimeType: string; buffer: Buffer }) =>
        main.getByLabel('Смета или список').setInputFiles([list, other]);
      await choose({ name: 'смета.docx', mimeType: 'application/zip', buffer: program });
      await main.getByRole('button', { name: 'Отправить на расчёт' }).click();
      await main.getByText('Недопустимый формат файла').waitFor();
      expect(await countSent()).toBe(before);
      await choose({ name: 'смета.png', ...small });
      await main.getByRole('button', { name: 'Отправить на расчёт' }).click();
      await main.getByText(/^Заявка\s№\s\d+\sпринята\./).waitFor();
      const sent = await lastSent('estimate');
      const files = await db
        .selectFrom('form_files')
        .select('name')
        .where('submission_id', '=', sent!.id)
        .orderBy('name')
        .execute();
      expect(files.map(({ name }) => name).sort()).toEqual(['смета.png', 'список.txt']);
      expect(await keptFiles()).toEqual(await knownFiles());
      await context.close();
    },
  );

  /** Ids of the bytes on the disk, and of the rows that name them. */
  async function keptFiles(): Promise<string[]> {
    const entries = await readdir(join(dataDir, 'files', 'private', 'forms'), { recursive: true }).catch(() => []);
    return entries.flatMap((entry) => (entry.includes('/') ? [entry.split('/')[1]!] : [])).sort();
  }
  async function knownFiles(): Promise<string[]> {
    return (await db.selectFrom('form_files').select('id').execute()).map(({ id }) => id).sort();
  }
});

describe('what was typed and pressed', () => {
  test('[S4-18] [S9-05] a draft outlives a failure and a reload; the error box closes after 3 s; the second press sends once', async () => {
    const { page, context } = await open('/forms/consultation/');
    const main = page.getByRole('main');
    await main.getByLabel('Имя').fill('Вера');
    await main.getByLabel('Телефон').fill('+7 (921)-000-12-34');
    await main.getByLabel('Написать на почту').check();
    await main.getByLabel('Вопрос').fill('Какой клей для бассейна?');
    await eventually(() => drafts(page)).toBe(1);
    await page.reload();
    await eventually(() => main.getByLabel('Вопрос').inputValue()).toBe('Какой клей для бассейна?');
    expect(await main.getByLabel('Написать на почту').isChecked()).toBe(true);
    // A consent is given again each time.
    expect(await main.getByLabel(/Согласен\sна\sобработку/).isChecked()).toBe(false);
    await main.getByLabel(/Согласен\sна\sобработку/).check();
    // The request arrives, the answer is lost on its way.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        if (!String(asked[0]).startsWith('/_forms/')) return answer;
        window.fetch = fetch;
        throw new TypeError('Failed to fetch');
      };
    });
    const box = main.getByRole('alert').getByText(/Нет\sсоединения/);
    await closesAfter3Seconds(page, box, () => main.getByRole('button', { name: 'Отправить вопрос' }).click());
    await page.clock.resume();
    expect(await main.getByLabel('Имя').inputValue()).toBe('Вера');
    const first = await lastSent('consultation');
    await main.getByRole('button', { name: 'Отправить вопрос' }).click();
    await main.getByText(`Заявка № ${first!.number} принята.`).waitFor();
    expect((await lastSent('consultation'))!.id).toBe(first!.id);
    expect(await drafts(page)).toBe(0);
    await context.close();
  });

  test('[S4-18] pressed twice at once, with and without JavaScript, it is one request', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const before = await countSent();
      const { page, context } = await open('/forms/callback/', { javaScriptEnabled });
      const main = page.getByRole('main');
      await main.getByLabel('Имя').fill(javaScriptEnabled ? 'Глеб' : 'Дина');
      await main.getByLabel('Телефон').fill('+7 (921)-000-77-88');
      await main.getByLabel(/Согласен\sна\sобработку/).check();
      await main.getByRole('button', { name: 'Жду звонка' }).dblclick();
      await main.getByText(/^Заявка\s№\s\d+\sпринята\./).waitFor();
      if (!javaScriptEnabled) {
        // Going back and pressing again says the same number.
        const said = await main.getByText(/^Заявка\s№\s\d+\sпринята\./).textContent();
        await page.goBack();
        await main.getByRole('button', { name: 'Жду звонка' }).click();
        await main.getByText(said!).waitFor();
      }
      expect(await countSent()).toBe(before + 1);
      await context.close();
    }
  });
});

describe('[S2-15] [S2-26] one click on the product page', () => {
  test.for(devices)(
    '%s: the product goes along; without a price there is no cart but a question about it',
    async (device) => {
      const [plaster] = Object.values(products);
      const { page, context, problems } = await open(`/product/${plaster!.slug}/`, { device });
      await page.getByLabel('Количество').fill('12');
      await page.getByLabel('Количество').blur();
      await page.getByRole('link', { name: 'Купить в 1 клик' }).click();
      const dialog = page.getByRole('dialog', { name: 'Купить в 1 клик' });
      expect(await dialog.getByLabel('Сколько нужно').inputValue()).toMatch(/^12\sмешков$/);
      await dialog.getByLabel('Имя').fill('Анна');
      await dialog.getByLabel('Телефон').fill('+7 (921)-000-12-34');
      await dialog.getByLabel(/Согласен\sна\sобработку/).check();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Купить' }).click();
      await dialog.getByText(/^Заявка\s№\s\d+\sпринята\./).waitFor();
      await expectAccessible(page);
      expect(await goals(page)).toEqual(['one_click', 'one_click_sent']);
      expect(await lastSent('one_click')).toMatchObject({ about: `product:${plaster!.id}` });

      const unpriced = await makeProduct(db, { name: `Мраморная крошка ${device}`, price: null });
      await page.goto(address(`/product/${unpriced.slug}/`));
      await isCalm(page);
      expect(await page.getByRole('button', { name: 'В корзину' }).count()).toBe(0);
      await page.locator('#buy').getByText('Цена по запросу').waitFor();
      await page.locator('#buy').getByRole('link', { name: 'Узнать цену' }).click();
      await page.getByRole('dialog', { name: 'Узнать цену' }).getByText(`Мраморная крошка ${device}`).waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('without JavaScript the form’s page names the product and sends it along', async () => {
    const [plaster] = Object.values(products);
    const { page, context } = await open(`/product/${plaster!.slug}/`, { device: 'mobile', javaScriptEnabled: false });
    await page.getByLabel('Количество').fill('12');
    await page.getByRole('button', { name: 'Купить в 1 клик' }).click();
    const main = page.getByRole('main');
    await main.getByText(plaster!.name).waitFor();
    expect(await main.getByLabel('Сколько нужно').inputValue()).toMatch(/^12\sмешков$/);
    await main.getByLabel('Имя').fill('Ольга');
    await main.getByLabel('Телефон').fill('8 921 000 99 88');
    await main.getByLabel(/Согласен\sна\sобработку/).check();
    await main.getByRole('button', { name: 'Купить' }).click();
    await main.getByText(/^Заявка\s№\s\d+\sпринята\./).waitFor();
    expect(await lastSent('one_click')).toMatchObject({
      about: `product:${plaster!.id}`,
      page: `/product/${plaster!.slug}/`,
    });
    await context.close();
  });
});

test('[S2-03] the page of cooperation asks once what is offered, in its form', async () => {
  const { page, problems, context } = await open('/cooperation/', { device: 'mobile' });
  await page.getByRole('combobox', { name: 'Что предлагаете' }).selectOption('landlord');
  expect(await page.getByText('Что предлагаете').count()).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
});
