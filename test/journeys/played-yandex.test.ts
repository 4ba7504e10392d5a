import { expect, test } from 'vitest';
import { makeUser } from '#test/support/accounts.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testMailbox } from '#test/support/mailbox.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

const { db, url } = await testDatabase();
await makePlasterShop(db);
await makeUser(db, { email: 'anna@pochta.example', full_name: 'Анна Смирнова' });
const mailbox = await testMailbox(db, url);
const { address, port } = await testSite(db);
const browser = await testBrowser();

/** From the third button of the sign-in page to the consent page of the demonstration. */
async function goToYandex(login = address('/login/?back=%2Fcart%2F')) {
  const opened = await openPage(browser);
  await opened.page.goto(login);
  await opened.page.getByRole('link', { name: 'Через Яндекс ID' }).first().click();
  await opened.page.getByRole('heading', { name: 'Демонстрация: это не Яндекс' }).waitFor();
  return opened;
}

test.for(['idd.localhost', 'localhost'])(
  '[S2-07] [S2-41] the demonstration plays Yandex ID at %s: a new person signs up through the third button',
  async (host) => {
    const { page, context } = await goToYandex(`http://${host}:${port}/login/?back=%2Fcart%2F`);
    await page.getByText('Страница стоит на месте Яндекс ID').waitFor();
    await page.getByRole('button', { name: 'Войти как olga.sokolova' }).click();
    if (host === 'idd.localhost') {
      await page.getByLabel('Имя и фамилия').waitFor();
      expect(await page.getByLabel('Имя и фамилия').inputValue()).toBe('Ольга Соколова');
      await page.locator('#signin-consent_personal_data').check();
      await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
    }
    await page.waitForURL(`http://${host}:${port}/cart/`);
    const person = await db.selectFrom('users').select('full_name').where('full_name', '=', 'Ольга Соколова').execute();
    expect(person).toHaveLength(1);
    await context.close();
  },
);

test('[S2-07] the played account with the e-mail of a customer asks for a code, and refusing leads to the other ways', async () => {
  const { page, context } = await goToYandex();
  await page.getByRole('button', { name: 'Отказаться' }).click();
  await page.getByText('Вы отменили вход через Яндекс.').waitFor();
  await page.goto(address('/auth/yandex/?back=%2Fcart%2F'));
  await page.getByRole('button', { name: 'Войти как anna.smirnova' }).click();
  await page.getByLabel('Код из письма, 6 цифр').waitFor();
  await page.getByLabel('Код из письма, 6 цифр').pressSequentially(await mailbox.codeTo('anna@pochta.example'));
  await page.waitForURL(address('/cart/'));
  await context.close();
});
