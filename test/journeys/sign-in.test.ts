import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#modules/accounts/passwords.ts';
import { makeUser } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { isCalm, mobileWays, openPage, type PageOptions, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { wrongCode } from '#test/support/emails.ts';
import { linkIn, testMailbox } from '#test/support/mailbox.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { testYandex } from '#test/support/yandex.ts';

const { db, url } = await testDatabase();
await makePlasterShop(db);
const mailbox = await testMailbox(db, url);
const yandex = await testYandex([]);
const { address } = await testSite(db, yandex.environment);
const browser = await testBrowser();

// One address asks for everybody's emails here, which is more than an hour allows.
beforeEach(() => sql`delete from limits`.execute(db));

const password = 'вечерний звон 7';
const withPassword = async (email: string) =>
  makeUser(db, { email, password_hash: await hashPassword(password), password_changed_at: new Date() });

let made = 0;
const newAddress = () => `novyi${++made}@pochta.example`;

const devices: [string, PageOptions][] = [
  ['desktop', { device: 'desktop' }],
  ['mobile', { device: 'mobile' }],
];

/** The login button of this device's page: in the header, or in the bottom bar. */
function cabinetButton(page: Page, { device }: PageOptions) {
  return device === 'mobile' ? page.locator('.bbar a').last() : page.locator('.hitems a').last();
}

async function open(options: PageOptions, path = '/category/shtukaturki/') {
  const opened = await openPage(browser, options);
  await opened.context.addCookies([{ name: 'isConfirmCity', value: 'true', domain: 'idd.localhost', path: '/' }]);
  await opened.page.goto(address(path));
  return opened;
}

async function openDialog(options: PageOptions, path?: string) {
  const opened = await open(options, path);
  await cabinetButton(opened.page, options).click();
  const dialog = opened.page.getByRole('dialog', { name: 'Вход в личный кабинет' });
  await dialog.waitFor();
  return { ...opened, dialog };
}

/** The visitor is inside: the cookies of a session, and the cabinet opens. */
async function expectSignedIn(page: Page, name: string) {
  const cookies = await page.context().cookies();
  expect(cookies.map((cookie) => cookie.name)).toEqual(expect.arrayContaining(['access', 'refresh', 'signed']));
  expect(
    cookies.filter((cookie) => ['access', 'refresh'].includes(cookie.name)).every((cookie) => cookie.httpOnly),
  ).toBe(true);
  await page.goto(address('/personal/'));
  expect((await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ')).toContain(name);
}

describe('the login dialog', () => {
  test.for(devices)(
    '[S2-41] [S4-05] by a code of a real email, %s: closes by itself and leaves the cabinet button',
    async ([, options]) => {
      const email = (await makeUser(db, { full_name: 'Анна Смирнова' })).email;
      const { page, dialog } = await openDialog(options);
      expect((await dialog.getByRole('link').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '))).toEqual(
        expect.arrayContaining(['По коду из письма', 'По паролю', 'Через Яндекс ID', 'Зарегистрируйтесь']),
      );
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('link', { name: 'По коду из письма' }).click();
      await dialog.getByLabel('Почта').fill('anna@pochta');
      await dialog.getByRole('button', { name: 'Получить код' }).click();
      await dialog.getByText('Неверный формат').waitFor();
      await dialog.getByText('Обязательно для выбора').waitFor();
      expect(await dialog.getByLabel('Почта').evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await findings(page)).toEqual([]);

      await dialog.getByLabel('Почта').fill(email);
      await dialog.locator('#signin-consent_personal_data').check();
      await dialog.getByRole('button', { name: 'Получить код' }).click();
      const code = dialog.getByLabel('Код из письма, 6 цифр');
      await code.waitFor();
      expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
      expect(await findings(page)).toEqual([]);

      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await code.evaluate(
        (field, text) => {
          const data = new DataTransfer();
          data.setData('text', text);
          (field as HTMLInputElement).focus();
          document.execCommand('insertText', false, data.getData('text'));
        },
        (await mailbox.codeTo(email)).replace(/(...)/, '$1 '),
      );
      const done = page.getByRole('dialog', { name: 'Вы успешно вошли на сайт' });
      await done.waitFor();
      expect(await done.innerText()).toContain('Анна Смирнова');
      await expect.poll(() => cabinetButton(page, options).getAttribute('href')).toBe('/personal/');
      expect(await cabinetButton(page, options).innerText()).toBe('Кабинет');

      const closing = options.device === 'mobile' ? 1_500 : 3_000;
      // axe waits by timers, which stand still here: they go on a little at a time until it is done.
      let isFound = false;
      const found = findings(page).finally(() => {
        isFound = true;
      });
      let ran = 0;
      for (; !isFound && ran < closing - 1; ran++) await page.clock.runFor(1);
      expect(await found).toEqual([]);
      await page.clock.runFor(closing - 1 - ran);
      expect(await done.evaluate((element) => element.classList.contains('is-closing'))).toBe(false);
      await page.clock.runFor(1);
      expect(await done.evaluate((element) => element.classList.contains('is-closing'))).toBe(true);
      await page.clock.runFor(300);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.clock.resume();
      expect(new URL(page.url()).pathname).toBe('/category/shtukaturki/');
      expect(await cabinetButton(page, options).evaluate((button) => button === document.activeElement)).toBe(true);
      await expectSignedIn(page, 'Анна Смирнова');
      await page.context().close();
    },
  );

  test('[S8-06] a wrong code: no text, the field cleared, focused and marked; the tries stand there from the start', async () => {
    const { email } = await makeUser(db);
    const { page, dialog } = await openDialog({});
    await dialog.getByRole('link', { name: 'По коду из письма' }).click();
    await dialog.getByLabel('Почта').fill(email);
    await dialog.locator('#signin-consent_personal_data').check();
    await dialog.getByRole('button', { name: 'Получить код' }).click();
    const code = dialog.getByLabel('Код из письма, 6 цифр');
    await dialog.getByText('Осталось 5 попыток.').waitFor();
    const before = await dialog.innerText();
    await code.pressSequentially(wrongCode(await mailbox.codeTo(email)));
    await dialog.getByText('Осталось 4 попытки.').waitFor();
    expect(await code.inputValue()).toBe('');
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    const wordsOf = (text: string) => text.replace(/через\s\d:\d\d/, '').replace(/Осталось\s.*/, '');
    expect(wordsOf(await dialog.innerText())).toBe(wordsOf(before));
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  test('[S4-05] another email after a minute, another address at once; a refused request says why (S8-06)', async () => {
    const { page, dialog } = await openDialog({});
    await page.clock.install();
    await dialog.getByRole('link', { name: 'По коду из письма' }).click();
    const email = newAddress();
    await dialog.getByLabel('Почта').fill(email);
    await dialog.locator('#signin-consent_personal_data').check();
    await dialog.getByRole('button', { name: 'Получить код' }).click();
    await dialog.getByText(/Отправить\sещё\sраз\sчерез\s(1:00|0:5\d)/).waitFor();
    const first = await mailbox.codeTo(email);
    await page.clock.fastForward(61_000);
    await sql`delete from limits`.execute(db);
    await dialog.getByRole('button', { name: 'Отправить ещё раз' }).click();
    await dialog.getByText(/Отправить\sещё\sраз\sчерез/).waitFor();
    const second = await mailbox.codeTo(email);
    expect(second).toMatch(/^\d{6}$/);
    // Asked for once more at once, the server refuses with its own words.
    await page.clock.fastForward(61_000);
    await dialog.getByRole('button', { name: 'Отправить ещё раз' }).click();
    expect(await dialog.getByRole('alert').innerText()).toMatch(/через\s\d+/);
    if (first !== second) {
      await dialog.getByLabel('Код из письма, 6 цифр').pressSequentially(first);
      await dialog.getByText('Осталось 4 попытки.').waitFor();
    }
    await dialog.getByRole('button', { name: 'Изменить' }).click();
    expect(await dialog.getByLabel('Почта').inputValue()).toBe(email);
    expect(await dialog.locator('#signin-consent_personal_data').isChecked()).toBe(true);
    await page.context().close();
  });

  test.for(devices)(
    '[S5-10] [S8-05] by password, %s: both fields required, a refusal in the error box, then inside',
    async ([, options]) => {
      const { email } = await withPassword(newAddress());
      const { page, dialog } = await openDialog(options);
      await dialog.getByRole('link', { name: 'По паролю' }).click();
      await dialog.getByRole('button', { name: 'Войти' }).click();
      expect(await dialog.locator('.field__err').allInnerTexts()).toEqual([
        'Обязательно для заполнения',
        'Обязательно для заполнения',
      ]);
      await dialog.getByLabel('Почта').fill(email);
      await dialog
        .getByLabel('Пароль', { exact: true })
        .or(dialog.locator('#signin-password'))
        .first()
        .fill('не тот пароль');
      await dialog.getByRole('button', { name: 'Показать пароль' }).click();
      expect(await dialog.locator('#signin-password').getAttribute('type')).toBe('text');
      await dialog.getByRole('button', { name: 'Войти' }).click();
      await dialog.getByRole('alert').waitFor();
      expect(await dialog.getByRole('alert').innerText()).toBe('Неверная почта или пароль');
      expect(await dialog.getByLabel('Почта').inputValue()).toBe(email);
      expect(await findings(page)).toEqual([]);
      await dialog.locator('#signin-password').fill(password);
      await dialog.getByRole('button', { name: 'Войти' }).click();
      await page.getByRole('dialog', { name: 'Вы успешно вошли на сайт' }).waitFor();
      await expectSignedIn(page, 'Анна Смирнова');
      await page.context().close();
    },
  );

  test('[S8-05] the lines of a refusal are joined in one box', async () => {
    const { page, dialog } = await openDialog({});
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'x', message: ['Первая строка', 'Вторая строка'] } } }),
    );
    await dialog.getByRole('link', { name: 'По паролю' }).click();
    await dialog.getByLabel('Почта').fill('anna@pochta.example');
    await dialog.locator('#signin-password').fill(password);
    await dialog.getByRole('button', { name: 'Войти' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('alert').allInnerTexts()).toEqual(['Первая строка\nВторая строка']);
    await page.context().close();
  });

  test.for(devices)('[S4-05] [S2-41] somebody new tells a name after the code, %s', async ([, options]) => {
    const email = newAddress();
    const { page, dialog } = await openDialog(options);
    await dialog.getByRole('link', { name: 'По коду из письма' }).click();
    await dialog.getByLabel('Почта').fill(email);
    await dialog.locator('#signin-consent_personal_data').check();
    await dialog.getByRole('button', { name: 'Получить код' }).click();
    await dialog.getByText('Осталось 5 попыток.').waitFor();
    await dialog.getByLabel('Код из письма, 6 цифр').pressSequentially(await mailbox.codeTo(email));
    await dialog.getByLabel('Имя и фамилия').waitFor();
    expect(await dialog.locator('#signin-consent_personal_data').isChecked()).toBe(true);
    expect(await dialog.getByLabel(/Хочу\sполучать/).isChecked()).toBe(false);
    expect(await dialog.getByLabel('ИНН').isVisible()).toBe(false);
    await dialog.getByLabel('Покупаю для компании').check();
    await dialog.getByLabel('ИНН').fill('7707083894');
    await dialog.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await dialog.getByText('Проверьте ИНН: 10 или 12 цифр').waitFor();
    expect(await findings(page)).toEqual([]);
    await dialog.getByLabel('ИНН').fill('7707083893');
    await dialog.getByLabel('Имя и фамилия').fill('Пётр Кузнецов');
    await dialog.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await page.getByRole('dialog', { name: 'Вы успешно вошли на сайт' }).waitFor();
    await expectSignedIn(page, 'Пётр Кузнецов');
    await page.context().close();
  });

  test('[S2-41] Escape and the background close it, the focus returns, the page does not scroll under it', async () => {
    const { page, dialog } = await openDialog({});
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await cabinetButton(page, {}).evaluate((button) => button === document.activeElement)).toBe(true);
    await cabinetButton(page, {}).click();
    await dialog.waitFor();
    await page.mouse.click(20, 20);
    await dialog.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  test('[S2-41] scrolled down the page, the sheet of a phone still stands at the lower edge', async () => {
    const { page, context } = await open({ device: 'mobile' });
    await page.evaluate(() => window.scrollTo(0, 900));
    await cabinetButton(page, { device: 'mobile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Вход в личный кабинет' });
    await dialog.waitFor();
    await expect.poll(async () => (await dialog.boundingBox())!.y + (await dialog.boundingBox())!.height).toBe(844);
    expect(await page.evaluate(() => window.scrollY)).toBe(900);
    await context.close();
  });

  test('[S2-41] [S6-02] a guest’s way into the personal area leads through the dialog; a form whose session has ended is sent after it', async () => {
    const { email, id } = await withPassword(newAddress());
    const { page, context } = await open({}, '/');
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/personal/profile/', textContent: 'Профиль' });
      document.querySelector('main')!.prepend(link);
    });
    await page.getByRole('main').getByRole('link', { name: 'Профиль' }).click();
    const signIn = async () => {
      const dialog = page.getByRole('dialog', { name: 'Вход в личный кабинет' });
      await dialog.getByRole('link', { name: 'По паролю' }).click();
      await dialog.getByLabel('Почта').fill(email);
      await dialog.locator('#signin-password').fill(password);
      await dialog.getByRole('button', { name: 'Войти' }).click();
      await page.getByRole('dialog', { name: 'Вы успешно вошли на сайт' }).waitFor();
      await page.getByRole('button', { name: 'Закрыть' }).click();
      // S2-40: for 300 ms more it keeps the page behind it from being used.
      await page.locator('#login-dialog[open]').waitFor({ state: 'detached' });
    };
    await signIn();
    await page.waitForURL(address('/personal/profile/'));
    // Whoever is signed in is read after the page: without the cookies by then it would be led away from the form.
    await isCalm(page);

    await context.clearCookies({ name: /access|refresh|signed/ });
    await page.getByLabel('Имя и фамилия').first().fill('Анна Новикова');
    await page.getByLabel('Имя и фамилия').first().press('Enter');
    await signIn();
    const nameNow = () => db.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirst();
    await expect.poll(nameNow, { timeout: 15_000 }).toEqual({ full_name: 'Анна Новикова' });
    await context.close();
  });

  test('[S2-41] its code is not loaded before it is asked for', async () => {
    const asked: string[] = [];
    const { page, context } = await openPage(browser);
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(address('/'));
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => /login-dialog|\/auth-|\/api\/(_?auth)/.test(path))).toEqual([]);
    await cabinetButton(page, {}).click();
    await page.getByRole('dialog', { name: 'Вход в личный кабинет' }).waitFor();
    expect(asked.some((path) => path.includes('login-dialog'))).toBe(true);
    await context.close();
  });
});

describe('the pages', () => {
  test.for(ways)('[S2-09] [S4-05] /login by code, %s: back to the page that asked', async ([, options]) => {
    const { email } = await makeUser(db, { full_name: 'Анна Смирнова' });
    const { page, context } = await open(options, '/personal/orders/active/');
    await page.waitForURL(/\/login\/\?back=/);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await page.getByRole('main').getByRole('link', { name: 'По коду из письма' }).click();
    await page.getByRole('main').getByLabel('Почта').fill('не адрес');
    await page.getByRole('button', { name: 'Получить код' }).click();
    await page.getByText('Неверный формат').waitFor();
    expect(await page.getByRole('main').getByLabel('Почта').inputValue()).toBe('не адрес');
    await page.getByRole('main').getByLabel('Почта').fill(email);
    await page.locator('#signin-consent_personal_data').check();
    await page.getByRole('button', { name: 'Получить код' }).click();
    const field = page.getByLabel('Код из письма, 6 цифр');
    await field.waitFor();
    await page.getByText('Осталось 5 попыток.').waitFor();
    const code = await mailbox.codeTo(email);
    await typeCode(page, wrongCode(code), options);
    await page.getByText('Осталось 4 попытки.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('');
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await typeCode(page, code, options);
    await page.waitForURL(/\/personal\/orders\/active\/$/);
    await expectSignedIn(page, 'Анна Смирнова');
    await context.close();
  });

  test('[S2-09] a code that the phone filled in before the page’s scripts ran is sent once they run', async () => {
    const user = await makeUser(db, { email: newAddress(), full_name: 'Вера Лунина' });
    const { page, context } = await openPage(browser, { device: 'mobile', isFolded: true });
    let letScriptsCome = () => {};
    const comes = new Promise<void>((resolve) => {
      letScriptsCome = resolve;
    });
    await page.route('**/assets/**', async (route) => {
      if (route.request().url().endsWith('.js')) await comes;
      await route.continue();
    });
    await page.goto(address('/login/?way=code&back=/contacts/'), { waitUntil: 'commit' });
    await page.getByRole('main').getByLabel('Почта').fill(user.email);
    await page
      .getByLabel(/Согласен\sна/)
      .first()
      .check();
    await page.getByRole('button', { name: 'Получить код' }).click({ noWaitAfter: true });
    const field = page.getByLabel('Код из письма, 6 цифр');
    await field.waitFor();
    await field.fill(await mailbox.codeTo(user.email));
    letScriptsCome();
    await page.waitForURL(({ pathname }) => pathname === '/contacts/');
    await expectSignedIn(page, 'Вера');
    await context.close();
  });

  test.for(mobileWays)('[S2-09] [S5-10] [S8-05] /login by password, %s', async ([, options]) => {
    const { email } = await withPassword(newAddress());
    const { page, context } = await open(options, '/login/?way=password&back=%2Fcart%2F');
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    await expect
      .poll(() => page.locator('main .field__err').allInnerTexts())
      .toEqual(['Обязательно для заполнения', 'Обязательно для заполнения']);
    await page.getByRole('main').getByLabel('Почта').fill(email);
    await page.locator('#signin-password').fill('не тот пароль');
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    await page.getByText('Неверная почта или пароль').waitFor();
    expect(await page.getByRole('main').getByLabel('Почта').inputValue()).toBe(email);
    // No answer of the server carries a password back.
    if (options.javaScriptEnabled === false) expect(await page.locator('#signin-password').inputValue()).toBe('');
    else expect(await findings(page)).toEqual([]);
    await page.locator('#signin-password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    await page.waitForURL(/\/cart\/$/);
    await expectSignedIn(page, 'Анна Смирнова');
    await context.close();
  });

  test.for(ways)('[S2-09] /signup, %s: e-mail, code, name; two consents, kept apart', async ([, options]) => {
    const email = newAddress();
    const { page, context } = await open(options, '/signup/?back=%2Ffavorites%2F');
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await page.getByRole('main').getByLabel('Почта').fill(email);
    await page.locator('#signin-consent_personal_data').check();
    await page.getByRole('button', { name: 'Получить код' }).click();
    await page.getByLabel('Код из письма, 6 цифр').waitFor();
    await typeCode(page, await mailbox.codeTo(email), options);
    await page.getByLabel('Имя и фамилия').waitFor();
    expect(await page.getByLabel('ИНН').isVisible()).toBe(false);
    await page.getByLabel('Покупаю для компании').check();
    await page.getByLabel('ИНН').fill('12');
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await page.getByText('Проверьте ИНН: 10 или 12 цифр').waitFor();
    expect(await page.locator('.errsum a').allInnerTexts()).toEqual(['Имя и\u00a0фамилия', 'ИНН']);
    await page.getByLabel('Имя и фамилия').fill('Мария Белова');
    await page.getByLabel('ИНН').fill('7707083893');
    await page.getByLabel(/Хочу\sполучать/).check();
    await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await page.waitForURL(/\/favorites\/$/);
    const kept = await sql<{
      purpose: string;
    }>`select purpose from consents where subject = ${email} order by 1`.execute(db);
    expect(kept.rows.map(({ purpose }) => purpose)).toEqual(['advertising', 'personal_data']);
    await expectSignedIn(page, 'Мария Белова');
    await context.close();
  });

  test.for(mobileWays)(
    '[S2-09] /forgotpassword and /password-restore, %s: the email’s link sets a password that signs in',
    async ([, options]) => {
      const { email } = await makeUser(db, { full_name: 'Анна Смирнова' });
      const { page, context } = await open(options, '/forgotpassword/');
      await page.getByRole('main').getByLabel('Почта').fill(email);
      await page.getByRole('button', { name: 'Прислать ссылку' }).click();
      await page.getByText(/на\sнеё\sпридёт\sссылка/).waitFor();
      const link = linkIn(await mailbox.emailTo(email), '/password-restore/');
      await page.goto(address(link));
      await page.locator('#signin-password').fill('коротко');
      await page.getByRole('button', { name: 'Сохранить пароль' }).click();
      await page.getByText('Минимум 8 символов').waitFor();
      if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
      await page.locator('#signin-password').fill('password123');
      await page.getByRole('button', { name: 'Сохранить пароль' }).click();
      await page.getByText(/списках\sутёкших/).waitFor();
      await page.locator('#signin-password').fill(password);
      await page.getByRole('button', { name: 'Сохранить пароль' }).click();
      await page.getByText('Пароль изменён. Войдите с новым паролем.').waitFor();
      await page.getByRole('main').getByLabel('Почта').fill(email);
      await page.locator('#signin-password').fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
      await page.waitForURL(/\/personal\/$/);
      await page.goto(address(link));
      await page.getByText('Ссылка устарела или уже использована.').waitFor();
      await context.close();
    },
  );

  test('[S2-09] the same words whether or not somebody has the address', async () => {
    const { email } = await makeUser(db);
    const said = [];
    for (const typed of [email, newAddress()]) {
      const { page, context } = await open({}, '/forgotpassword/');
      await page.getByRole('main').getByLabel('Почта').fill(typed);
      await page.getByRole('button', { name: 'Прислать ссылку' }).click();
      await page.getByRole('status').filter({ hasText: 'придёт ссылка' }).waitFor();
      said.push((await page.getByRole('main').innerText()).replace(typed, 'E-MAIL'));
      await context.close();
    }
    expect(said[0]).toBe(said[1]);
  });

  test.for(ways)('[S2-09] «Это не я» of an email ends what was begun with it, %s', async ([, options]) => {
    const { email } = await makeUser(db);
    const thief = await open({}, '/login/?way=code');
    await thief.page.getByRole('main').getByLabel('Почта').fill(email);
    await thief.page.locator('#signin-consent_personal_data').check();
    await thief.page.getByRole('button', { name: 'Получить код' }).click();
    await thief.page.getByLabel('Код из письма, 6 цифр').waitFor();
    const emailMessage = await mailbox.emailTo(email);
    expect(emailMessage).toContain('Вологда');
    await typeCode(thief.page, /^Код:\s(\d{6})$/m.exec(emailMessage)![1]!, {});
    await thief.page.waitForURL(/\/personal\/$/);

    const owner = await open(options, linkIn(emailMessage, '/login/not-me/'));
    if (options.javaScriptEnabled !== false) expect(await findings(owner.page)).toEqual([]);
    await owner.page.getByRole('button', { name: 'Закрыть вход' }).click();
    await owner.page.getByRole('heading', { name: 'Вход закрыт' }).waitFor();
    await thief.page.goto(address('/personal/'));
    expect(new URL(thief.page.url()).pathname).toBe('/login/');
    await thief.context.close();
    await owner.context.close();
  });

  test('[S2-09] whoever is signed in is led on from /login; no address of another shop is led to', async () => {
    const { email } = await withPassword(newAddress());
    const { page, context } = await open({}, '/login/?way=password&back=https%3A%2F%2Fevil.example%2F');
    await page.getByRole('main').getByLabel('Почта').fill(email);
    await page.locator('#signin-password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    await page.waitForURL(address('/personal/'));
    await page.goto(address('/login/?back=%2Fcart%2F'));
    expect(page.url()).toBe(address('/cart/'));
    await page.goto(address('/login/?back=%2F%2Fevil.example'));
    expect(page.url()).toBe(address('/personal/'));
    await context.close();
  });

  test('[S2-41] without JavaScript the button of a cached page leads to the login page and, once inside, to the cabinet', async () => {
    const { email } = await withPassword(newAddress());
    const { page, context } = await open({ device: 'desktop', javaScriptEnabled: false });
    await cabinetButton(page, {}).click();
    expect(page.url()).toBe(address('/login/?back=%2Fcategory%2Fshtukaturki%2F'));
    await page.getByRole('main').getByRole('link', { name: 'По паролю' }).click();
    await page.getByRole('main').getByLabel('Почта').fill(email);
    await page.locator('#signin-password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
    expect(page.url()).toBe(address('/category/shtukaturki/'));
    await cabinetButton(page, {}).click();
    expect(page.url()).toBe(address('/personal/'));
    expect(await cabinetButton(page, {}).innerText()).toBe('Кабинет');
    await context.close();
  });
});

describe('Yandex ID', () => {
  const accountOf = (login: string, default_email: string) => ({
    id: `id-${login}`,
    login,
    default_email,
    real_name: 'Ольга Соколова',
  });

  test.for(mobileWays)(
    '[S2-07] [S2-41] [S4-05] a new person tells a name, then is known by the account alone, %s',
    async ([, options]) => {
      const login = `olga${++made}`;
      await yandex.control({ accounts: [accountOf(login, `${login}@yandex.ru`)], mode: 'ok' });
      const isPlain = options.javaScriptEnabled === false;
      const { page, context } = isPlain
        ? await open(options, '/login/?back=%2Fcart%2F')
        : await openDialog(options, '/cart/');
      await page.getByRole('link', { name: 'Через Яндекс ID' }).click();
      await page.getByRole('button', { name: `Войти как ${login}` }).click();
      if (isPlain) await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
      await page.getByLabel('Имя и фамилия').waitFor();
      expect(await page.getByLabel('Имя и фамилия').inputValue()).toBe('Ольга Соколова');
      expect(await page.locator('#signin-consent_personal_data').isChecked()).toBe(false);
      if (!isPlain) expect(await findings(page)).toEqual([]);
      await page.locator('#signin-consent_personal_data').check();
      await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
      await page.waitForURL(/\/cart\/$/);
      await expectSignedIn(page, 'Ольга Соколова');

      await context.clearCookies({ name: /access|refresh|signed/ });
      await page.goto(address('/auth/yandex/?back=%2Ffavorites%2F'));
      await page.getByRole('button', { name: `Войти как ${login}` }).click();
      if (isPlain) await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
      await page.waitForURL(/\/favorites\/$/);
      await expectSignedIn(page, 'Ольга Соколова');
      await context.close();
    },
  );

  test.for(ways)(
    '[S2-07] an account with the same e-mail asks for a code before the two are linked, %s',
    async ([, options]) => {
      const { id, email } = await makeUser(db, { full_name: 'Анна Смирнова' });
      const login = `anna${++made}`;
      await yandex.control({ accounts: [accountOf(login, email)], mode: 'ok' });
      const isPlain = options.javaScriptEnabled === false;
      const { page, context } = await open(options, '/auth/yandex/?back=%2Fcart%2F');
      await page.getByRole('button', { name: `Войти как ${login}` }).click();
      if (isPlain) await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
      await page.getByLabel('Код из письма, 6 цифр').waitFor();
      const linked = () => db.selectFrom('identities').select('subject').where('user_id', '=', id).execute();
      expect(await linked()).toEqual([]);
      await typeCode(page, await mailbox.codeTo(email), options);
      await page.waitForURL(/\/cart\/$/);
      expect(await linked()).toEqual([{ subject: `id-${login}` }]);
      await expectSignedIn(page, 'Анна Смирнова');
      await context.close();
    },
  );

  test.for(mobileWays)(
    '[S2-07] whoever refuses there, or brings a state of another browser, is shown the other ways, %s',
    async ([, options]) => {
      await yandex.control({ accounts: [accountOf('olga', 'olga@yandex.ru')], mode: 'ok' });
      const { page, context } = await open(options, '/auth/yandex/?back=%2Fcart%2F');
      await page.getByRole('button', { name: 'Отказаться' }).click();
      await page.getByText('Вы отменили вход через Яндекс.').waitFor();
      if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
      await page.getByRole('link', { name: 'Войти другим способом' }).click();
      await page.waitForURL(address('/login/?back=%2Fcart%2F'));
      await page.goto(address('/auth/yandex?code=stolen&state=foreign'));
      if (options.javaScriptEnabled === false)
        await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
      await page.getByText('Не удалось войти через Яндекс. Попробуйте ещё раз').waitFor();
      expect((await context.cookies()).some(({ name }) => name === 'access')).toBe(false);
      await context.close();
    },
  );
});

/** Six digits: with JavaScript the last one sends the form. */
async function typeCode(page: Page, code: string, { javaScriptEnabled }: PageOptions) {
  const field = page.getByLabel('Код из письма, 6 цифр');
  await field.waitFor();
  if (javaScriptEnabled === false) {
    await field.fill(code);
    await page.getByRole('main').getByRole('button', { name: 'Войти' }).click();
  } else await field.pressSequentially(code);
}
