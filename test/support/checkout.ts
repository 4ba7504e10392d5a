import type { Page } from 'playwright-core';

/** From a page of goods: the first product that can be bought, and on to the cart. */
export async function putInCart(page: Page, hasScript = true): Promise<void> {
  await page
    .getByRole('button', { name: /В\sкорзину/ })
    .first()
    .click();
  if (hasScript)
    await page
      .getByRole('link', { name: /^(Перейти\sв|В)\sкорзин[еу](,|$)/ })
      .first()
      .click();
  await page.waitForURL(/\/cart\/$/);
  await page.getByRole('heading', { name: /^Корзина/ }).waitFor();
}

export async function fillContacts(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.getByLabel('Имя и фамилия').fill(name);
  await page.getByLabel('Телефон').first().fill('8 921 000 12 34');
  await page.getByLabel('Почта для чека').fill(email);
}

/** Agrees, places the order and waits for its page. */
export async function placeOrder(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByLabel(/Согласен\sна/)
    .check();
  await page
    .getByRole('button', { name: /^Оформить\sзаказ\sна/ })
    .last()
    .click();
  await page.waitForURL(/\/order\/[0-9a-f-]{36}\/$/);
  await page.getByRole('heading', { name: /заказ\s\d+/i }).waitFor();
}
