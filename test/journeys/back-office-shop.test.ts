import { afterEach, expect, test } from 'vitest';
import { openBranch } from '#modules/departments/create-branch.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { fillBranch, looks, openOffice, ownerWithPassword, signInToOffice } from '#test/support/back-office.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeRequisites, requisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
const product = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, on_hand: 100 });
const buyer = await makeUser(db);
const browser = await testBrowser();
const site = await testSite(db);

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** Orders of every day of two weeks, so that the start page has something to draw. */
async function makeTwoWeeks() {
  const counts = [1, 2, 3, 1, 5, 4, 2, 6, 3, 1, 4, 2, 5, 1];
  for (const [days, count] of counts.entries()) {
    await orderBy(db, buyer, [[product, count]]);
    if (days === 0) continue;
    const created_at = new Date(Date.now() - days * 86_400_000);
    const newest = db.selectFrom('orders').select(({ fn }) => fn.max('number').as('number'));
    await db.updateTable('orders').set({ created_at }).where('number', '=', newest).execute();
  }
}

test('[S6-05] the owner signs in by password and code, invites a colleague, changes a setting and takes it back', {
  timeout: 180_000,
}, async () => {
  const owner = await ownerWithPassword(db, 'Мария Отделова', 'maria@idd.example');
  await makeTwoWeeks();
  const { page, problems } = await openPage(browser, { isFolded: true });
  await signInToOffice(page, site.address('/admin/'), owner);

  await page.getByText('никто не начал собирать').waitFor();
  await page.getByRole('heading', { name: 'Здоровье' }).waitFor();
  const facts = page.getByRole('list', { name: 'Как дела у магазина' }).getByRole('listitem');
  await facts.filter({ hasText: /^Время\sстраниц: / }).waitFor();
  await facts.filter({ hasText: /^Сбои: в\sпорядке$/ }).waitFor();
  await looks(page, 'home');
  await page.getByRole('link', { name: /Новые/ }).click();
  await page.waitForURL('**/orders?view=list&state=new');

  const menu = page.getByRole('navigation', { name: 'Разделы' });
  await menu.getByRole('link', { name: 'Сотрудники' }).click();
  await page.getByRole('link', { name: 'Мария Отделова' }).waitFor();
  await looks(page, 'staff');

  await page.getByRole('button', { name: 'Пригласить' }).click();
  await page.getByRole('button', { name: 'Пригласить и отправить письмо' }).click();
  await page.getByText('Выберите хотя бы одну роль').waitFor();
  await looks(page, 'invite');
  await page.getByLabel('Имя и фамилия').fill('Инна Осипова');
  await page.getByRole('textbox', { name: 'Почта' }).fill('inna@idd.example');
  await page.getByRole('checkbox', { name: /^поддержка/ }).check();
  await page.getByRole('checkbox', { name: 'Череповец' }).check();
  await page.getByRole('button', { name: 'Пригласить и отправить письмо' }).click();
  await page.getByAltText('QR-код для приложения одноразовых паролей').waitFor();
  await looks(page, 'invited');
  await page.getByLabel('Код сохранён в приложении').check();
  await page.getByRole('button', { name: 'Готово' }).click();
  const emails = await db
    .selectFrom('mails')
    .select('to_address')
    .where('to_address', '=', 'inna@idd.example')
    .execute();
  expect(emails).toHaveLength(1);

  await page.getByRole('link', { name: 'Инна Осипова' }).click();
  await page.getByRole('checkbox', { name: /^заказы/ }).check();
  await looks(page, 'member');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('button', { name: 'Сеансы' }).click();
  await page.getByText('Открытых сеансов нет').waitFor();
  await page.getByRole('button', { name: 'В кабинетах покупателей' }).click();
  await page.getByText('В кабинеты покупателей не входил').waitFor();
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('поддержка, заказы').first().waitFor();

  await menu.getByRole('link', { name: 'Настройки' }).click();
  await page.getByRole('textbox', { name: 'ИНН' }).fill('123');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Исправьте отмеченные поля').waitFor();
  await page.getByRole('textbox', { name: 'ИНН' }).fill('');
  await page.getByLabel('Название магазина').fill('ИДД Север');
  await looks(page, 'settings');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'settings-saved');
  for (const [tab, words, name] of [
    ['Реквизиты', /^Куда платят по счёту/, 'settings-requisites'],
    ['Контактный центр', /^Общие телефоны всех филиалов/, 'settings-contact-centre'],
    ['Заказы', /^Правила работы с заказами/, 'settings-orders'],
    ['Резерв', /^Сколько товар отложен/, 'settings-reserve'],
    ['Организации', /^Что магазин обещает организациям/, 'settings-companies'],
    ['Поддержка', /^Обращения покупателей/, 'settings-support'],
    ['Отзывы', /^Отзывы и вопросы о товарах/, 'settings-reviews'],
    ['Формы', /^Заявки с форм сайта/, 'settings-forms'],
    ['Почта', /^От кого приходят письма/, 'settings-mail'],
    ['Безопасность', /^Как сотрудники входят/, 'settings-security'],
  ] as const) {
    await page.getByRole('button', { name: tab, exact: true }).click();
    await page.getByText(words).waitFor();
    await looks(page, name);
  }
  await page
    .getByRole('tab', { name: 'Подключения' })
    .or(page.getByRole('button', { name: 'Подключения' }))
    .click();
  await page.getByRole('heading', { name: /^Оплата на сайте/ }).waitFor();
  await looks(page, 'settings-connections');

  await menu.getByRole('link', { name: 'Журнал' }).click();
  await page.getByText('Настройки «Магазин» изменены').first().waitFor();
  await looks(page, 'journal');
  await page
    .getByRole('link', { name: /^Все\sизменения\sэтой\sзаписи: Настройки\s«Магазин»/ })
    .first()
    .click();
  await page.getByText('Только одна запись:').waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^Реквизиты/ }).count()).toBe(0);
  await page
    .getByRole('link', { name: /^Настройки: открыть/ })
    .first()
    .waitFor();
  await looks(page, 'journal-of-one');
  await page.getByRole('button', { name: 'Показать и другие записи' }).click();
  await page.getByRole('button', { name: 'Вернуть как было: Настройки «Магазин» изменены' }).click();
  await page.getByText('Отменено: Настройки «Магазин» изменены').waitFor();
  await menu.getByRole('link', { name: 'Настройки' }).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.form input')?.value === 'ООО «ИДД»');

  await menu.getByRole('link', { name: 'Филиалы' }).click();
  await page.getByRole('link', { name: 'Череповец' }).waitFor();
  await looks(page, 'branches');
  await page.getByRole('link', { name: 'Череповец' }).click();
  await page.getByRole('button', { name: 'Подобрать заново' }).click();
  await page.getByLabel(/^Предложный/).fill('Череповцу');
  await page.getByText('Совпал с дательным. Ожидаем «Череповце»').waitFor();
  await looks(page, 'branch');
  await page.getByRole('button', { name: 'Исправить' }).click();
  await page.getByLabel('Улица и дом').fill('ул. Ленина, 110');
  await page.getByRole('button', { name: 'Часы' }).click();
  await page.getByLabel('Дата').fill('2026-12-31');
  await page.getByRole('button', { name: 'Добавить' }).click();
  await page.getByLabel('Почему 31.12.2026 иначе').fill('Новый год');
  await page.getByText(/^Праздники года: \d+$/).click();
  await page.getByRole('button', { name: 'Добавить все' }).click();
  await page.getByLabel(/^Открыто 09\.05\.\d{4}$/).waitFor();
  await looks(page, 'branch-hours');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await page.getByRole('button', { name: 'История' }).click();
  await page.getByText('ул. Ленина, 110').waitFor();

  await menu.getByRole('link', { name: 'Задания и здоровье' }).click();
  await page.getByRole('heading', { name: 'На что посмотреть' }).waitFor();
  // A request that the server refuses is written to the console by the browser itself.
  expect(problems.filter((problem) => !/status of (401|403|422)/.test(problem))).toEqual([]);
});

test('the owner prepares a branch of another city and sees what it lacks; once it is open, its delivery, bank and pickup point are in the shop', async () => {
  const { cookies } = await makeStaff(db, ['owner'], { full_name: 'Мария Отделова' });
  const { page } = await openOffice({ browser, address: site.address, cookies }, '/branches');
  await page.getByRole('button', { name: 'Новый филиал' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Завести' }).click();
  await dialog.getByText('Исправьте отмеченные поля').waitFor();
  await fillBranch(dialog, 'Котлас');
  expect(await dialog.getByLabel('Предложный').inputValue()).toBe('Котласе');
  await looks(page, 'new-branch');
  await dialog.getByRole('button', { name: 'Завести' }).click();
  await page.getByRole('heading', { name: 'Котлас', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Открыть филиал' }).isDisabled()).toBe(true);
  await looks(page, 'branch-draft');

  await makeProduct(db, { price_column: 'kotlas', price: 12_300 });
  await db
    .insertInto('stock')
    .values({ store: 'store777', product_id: product.id, on_hand: 5, on_hand_base: 150 })
    .execute();
  await db.transaction().execute((db) => openBranch(db, '00777'));
  await page.reload();
  await page.getByRole('button', { name: 'Доставка' }).click();
  await page.getByText('Зон пока нет').waitFor();
  await page.getByRole('button', { name: 'Новая зона' }).click();
  await page.getByLabel('Название зоны').fill('Котлас');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Назовите хотя бы один населённый пункт').waitFor();
  await page.getByLabel('Населённые пункты').fill('Котлас');
  await page.getByLabel('Цена, ₽, строка 1').fill('390,50');
  await page.getByRole('button', { name: 'Ещё время' }).click();
  await page.getByRole('checkbox', { name: 'Поднять по лестнице' }).check();
  await looks(page, 'delivery');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'delivery-saved');

  await page.getByRole('button', { name: 'Реквизиты' }).click();
  await page.getByText('352501001').waitFor();
  await looks(page, 'branch-requisites-shared');
  await page.getByRole('checkbox', { name: 'У филиала свои КПП, банк и подпись' }).check();
  await page.getByRole('textbox', { name: 'КПП' }).fill('290401001');
  await page.getByLabel('Расчётный счёт').fill('40702810900000000101');
  await page.getByLabel('Индекс подразделения в номере УПД').fill('7');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Расчётный счёт не подходит к БИК').waitFor();
  await page.getByLabel('Расчётный счёт').fill(requisites.account);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText(/^Сохранено\sв/).waitFor();
  await looks(page, 'branch-requisites');

  await page.getByRole('button', { name: 'Пункты выдачи' }).click();
  await page.getByRole('button', { name: 'Новый пункт' }).click();
  await dialog.getByLabel('Название на сайте').fill('Вычегодский');
  await dialog.getByLabel('Улица и дом').fill('ул. Энгельса, 5');
  await dialog.getByLabel('Код подразделения в 1С').fill('00778');
  await dialog.getByRole('button', { name: 'Создать' }).click();
  await page.getByRole('heading', { name: 'Вычегодский' }).waitFor();
  await page.goto(site.address('/admin/branches/00777?tab=points'));
  await page.getByRole('link', { name: 'Вычегодский' }).waitFor();
  await looks(page, 'branch-points');

  const shop = await openPage(browser);
  await shop.page.goto(site.address('/contacts/', 'kotlas'));
  await shop.page.getByText('ул. Энгельса, 5').first().waitFor();
  await shop.page.getByText('290401001').waitFor();
  await shop.page.goto(site.address('/delivery/', 'kotlas'));
  await shop.page.getByText('390,50 ₽').first().waitFor();
});
