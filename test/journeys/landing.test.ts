import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { previewUrl } from '#modules/landings/preview-link.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { seenCookie, withSeen } from '#shared/seen-landings.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { mobileWays, openPage, type PageOptions, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { demoShop } from '#test/support/demo-database.ts';
import { ask, userAgents } from '#test/support/http.ts';
import { testMailbox } from '#test/support/mailbox.ts';

const { db, url, dataDir } = await demoShop(1_000);
// People of the test fill a form in faster than people do.
await sql`insert into settings (key, value) values ('form_terms', '{"least_ms": 0, "per_hour": 1000}')`.execute(db);
const { address, port } = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser();
const mailbox = await testMailbox(db, url);

async function openAs(user: { id: string }, options: PageOptions = {}) {
  const opened = await openPage(browser, options);
  const { cookies } = await signedIn(db, user);
  const origin = `http://idd.localhost:${port}`;
  await opened.context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({
      name,
      value,
      url: origin,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  );
  return opened;
}

const spinsOf = async (user: { id: string }) =>
  (await sql<{ coupon: string }>`select coupon from fortune_spins where user_id = ${user.id}::uuid`.execute(db)).rows;

describe('landing pages', () => {
  test.for(ways)('[S2-02] /lp/{slug} made of blocks, /lp/magic and /lp/fortune open: %s', async ([, options]) => {
    const { page, context, problems } = await openPage(browser, options);
    for (const [path, heading] of [
      ['/lp/vannaya-svoimi-rukami/', 'Ванная своими руками'],
      ['/lp/magic/', 'Мастерская Нового года'],
      ['/lp/fortune/', 'Колесо призов'],
    ] as const) {
      await page.goto(address(path));
      expect(await page.locator('h1').innerText()).toBe(heading);
      if (options.javaScriptEnabled !== false) expect(await findings(page), path).toEqual([]);
      const width = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]').catch(() => null);
      if (width)
        expect((width as number[])[0], `${path}: nothing sticks out`).toBeLessThanOrEqual((width as number[])[1]!);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  test('blocks show live goods, questions fold, the calculator counts with its script and without', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, context } = await openPage(browser, { javaScriptEnabled });
      await page.goto(address('/lp/novosele/'));
      expect(await page.locator('.card').count()).toBeGreaterThan(5);
      await page.getByText('С чего начать ремонт новой квартиры?').click();
      await page.getByText(/С\sчерновых\sработ/).waitFor();
      const box = page.locator('.promo-in');
      await box.getByRole('textbox').first().fill('40');
      if (javaScriptEnabled) await expect.poll(() => box.locator('.promo-in__answer').innerText()).toMatch(/\d/);
      else {
        await box.getByRole('button', { name: 'Посчитать' }).click();
        await page.waitForURL(/\/product\/.*area=40/);
      }
      await context.close();
    }
  });

  test.for(mobileWays)(
    'a landing page counts what it promises: the whole set with counts that can be changed, and its sum: %s',
    async ([, options]) => {
      const { page, context, problems } = await openPage(browser, options);
      await page.goto(address('/lp/vannaya-svoimi-rukami/'));
      expect(await page.locator('.promo-in').count(), 'the calculator of tiles').toBe(1);
      const set = page.locator('.goodsset');
      const rows = set.locator('li');
      const goods = await rows.count();
      expect(goods).toBeGreaterThan(2);
      const counts = await rows
        .locator('input[inputmode]')
        .evaluateAll((inputs) =>
          (inputs as unknown as { value: string }[]).map(({ value }) => Number(value.replace(',', '.'))),
        );
      expect(Math.max(...counts), 'more than one of each').toBeGreaterThan(1);
      const sumOf = async (words: string) => Number(words.replace(/[^\d,]/g, '').replace(',', '.'));
      const total = () => set.locator('.goodsset__total .price').innerText().then(sumOf);
      const before = await total();
      const sums = await Promise.all((await rows.locator('> b').allInnerTexts()).map(sumOf));
      expect(sums.reduce((sum, one) => sum + one, 0)).toBeCloseTo(before, 1);
      const first = rows.first().locator('input[inputmode]');
      await first.fill('0');
      await first.blur();
      if (options.javaScriptEnabled !== false) await expect.poll(total).toBeLessThan(before);
      await set.getByRole('button', { name: 'Весь набор в корзину' }).click();
      if (options.javaScriptEnabled !== false) await set.getByRole('link', { name: 'Перейти в корзину' }).click();
      await page.waitForURL(/\/cart\//);
      await expect.poll(() => page.locator('[name=line]').count()).toBe(goods - 1);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test.for(mobileWays)(
    '[S1-05] the form of a landing page becomes a lead with its campaign and its variant: %s',
    async ([way, options]) => {
      const { page, context, problems } = await openPage(browser, options);
      await page.goto(address(`/lp/vannaya-svoimi-rukami/?utm_source=test&utm_campaign=${encodeURIComponent(way)}`));
      if (options.javaScriptEnabled !== false) await page.waitForLoadState('networkidle');
      const form = page.locator('.blocks__form');
      await form.getByLabel('Имя').fill('Анна');
      await form.getByLabel('Телефон').fill('+7 (921)-000-12-34');
      await form.getByLabel('Вопрос').fill(`Сколько нужно клея? ${way}`);
      await form.getByLabel(/Согласен\sна\sобработку/).check();
      await form.getByRole('button', { name: 'Отправить вопрос' }).click();
      await page
        .getByText(/Специалист\sфилиала\sсвяжется\sс\sвами/)
        .first()
        .waitFor();
      const { rows } = await sql<{ about: string; campaign: { campaign: string } | null }>`
      select s.about, l.campaign from form_submissions s join leads l on l.origin_id = s.id
      where s.answers::text like ${`%${way}%`} and s.answers::text not like ${`%${way} without%`}`.execute(db);
      expect(rows).toMatchObject([{ about: 'landing:vannaya-svoimi-rukami.a', campaign: { campaign: way } }]);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('the variant of a split is the browser’s own: it comes at once and stays, robots see the first', async () => {
    const heading = async (headers: Record<string, string>) => {
      const answer = await ask(port, '/lp/novosele/?utm_source=test', { 'user-agent': userAgents.desktop, ...headers });
      return {
        title: /<h1[^>]*>([^<]*)/.exec(answer.text)?.[1]?.replaceAll('\u00a0', ' '),
        cookie: String(answer.headers['set-cookie'] ?? ''),
      };
    };
    const [a, b] = ['Въехали? Начнём со стен', 'Ремонт новой квартиры по порядку'];
    const seen = `${seenCookie}=${withSeen([], 'novosele', new Date())}`;
    for (let round = 0; round < 2; round++) {
      expect(await heading({ cookie: `split=9; ${seen}` })).toEqual({ title: a, cookie: '' });
      expect(await heading({ cookie: `split=0; ${seen}` })).toEqual({ title: b, cookie: '' });
    }
    expect(await heading({ 'user-agent': userAgents.robot })).toEqual({ title: a, cookie: '' });
    const fresh = await heading({});
    const digit = /split=([0-9]); Path=\/; SameSite=Lax; Max-Age=7776000; HttpOnly/.exec(fresh.cookie)?.[1];
    expect(fresh.title).toBe(Number(digit) < 5 ? b : a);
    const data = await ask(port, '/lp/novosele.data', { cookie: 'split=0', 'user-agent': userAgents.desktop });
    expect(data.text).toContain(b);
  });

  test('a draft is seen by its signed link only, which is neither kept nor indexed; after the end the address leads on', async () => {
    await saveLanding(db, { slug: 'chernovik', name: 'Черновик', redirect_to: '/catalog/' });
    await writeLandingPage(db, 'chernovik', {
      title: 'Ещё не готово',
      blocks: [{ type: 'html', html: '<p>Проба</p>' }],
    });
    const link = previewUrl(await secretKeys(db, undefined), 'chernovik', { variant: 'a', department_id_1c: '00131' });
    expect((await ask(port, '/lp/chernovik/')).status).toBe(404);
    const shown = await ask(port, link);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(shown.text).toContain('Ещё не готово');
    expect(shown.text).toContain('noindex');
    expect((await ask(port, link.replace('preview=a', 'preview=b'))).status).toBe(404);
    // The draft of another branch opens by its own link alone, whatever host the link is opened on.
    await writeLandingPage(db, 'chernovik', {
      title: 'План Череповца',
      blocks: [{ type: 'html', html: '<p>Проба</p>' }],
      department_id_1c: '00052',
    });
    const elsewhere = await ask(port, link, { host: 'cherepovets.idd.localhost' });
    expect(elsewhere.text).toContain('Ещё не готово');
    expect(elsewhere.text).not.toContain('План Череповца');
    const ends_at = new Date(Date.now() - 1_000);
    await saveLanding(db, { slug: 'vannaya-svoimi-rukami', name: 'Ванная', ends_at, redirect_to: '/category/plitka/' });
    await expect
      .poll(async () => {
        const over = await ask(port, '/lp/vannaya-svoimi-rukami/');
        return [over.status, over.headers.location];
      })
      .toEqual([302, '/category/plitka/']);
  });
});

describe('the wheel', () => {
  test.for(ways)('a person spins by keyboard, sees the prize in words, and the same after: %s', async ([, options]) => {
    const user = await makeUser(db);
    const { page, context, problems } = await openAs(user, options);
    await page.goto(address('/lp/fortune/'));
    await page.getByText('Как проверить, что всё честно').click();
    const commit = await page.locator('.fortune__form code').first().innerText();
    await page.getByLabel('Ваше слово или число').fill('еловая шишка');
    await page.getByRole('button', { name: 'Крутить колесо' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Ваш приз').waitFor();
    const [spin] = await spinsOf(user);
    expect(await page.locator('.fortune__won').innerText()).toContain(spin!.coupon);
    if (options.javaScriptEnabled !== false) expect(await findings(page)).toEqual([]);
    await page.reload();
    expect(await page.locator('.fortune__won').innerText()).toContain(spin!.coupon);
    expect(await page.getByRole('button', { name: 'Крутить колесо' }).count()).toBe(0);
    // Anybody checks it: the seed is the one whose print was shown before.
    await page.getByRole('link', { name: 'Проверить розыгрыш' }).click();
    await page.waitForURL(/spin=/);
    await expect.poll(() => page.getByLabel('Контрольная сумма, показанная до вращения').inputValue()).toBe(commit);
    expect(await page.getByLabel('Слово участника').inputValue()).toBe('еловая шишка');
    await page.getByRole('button', { name: 'Проверить', exact: true }).click();
    await page.getByText(/Контрольная\sсумма\sсовпала/).waitFor();
    // A wrong field says so itself, and the rest stays as it was typed.
    await page.locator('#check-ticket').fill('не билет');
    await page.getByRole('button', { name: 'Проверить', exact: true }).click();
    await expect
      .poll(async () => (await page.locator('#check-ticket-error').textContent())?.replaceAll('\u00a0', ' '))
      .toBe('Минимум 16 символов');
    expect(await page.getByLabel('Слово участника').inputValue()).toBe('еловая шишка');
    expect(await page.locator('.fortune__check .is-error').count()).toBe(1);
    expect(await spinsOf(user)).toHaveLength(1);
    expect(await mailbox.emailTo(user.email)).toContain(spin!.coupon);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('with reduced motion the prize is shown at once, nothing turns', async () => {
    const user = await makeUser(db);
    const { page, context } = await openAs(user);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(address('/lp/fortune/'));
    await page.getByRole('button', { name: 'Крутить колесо' }).click();
    await page.getByText('Ваш приз').waitFor();
    expect(
      await page.evaluate('document.getAnimations().filter((one) => one.effect.target.closest(".wheel")).length'),
    ).toBe(0);
    await context.close();
  });

  test('the goals: wheel_spin once the wheel has stopped, wheel_used with the coupon', async () => {
    const user = await makeUser(db);
    const { page, context } = await openAs(user);
    await page.addInitScript(`addEventListener('goal', (event) => {
      sessionStorage.goals = (sessionStorage.goals ?? '') + ' ' + event.detail.goal;
    })`);
    await page.goto(address('/lp/fortune/'));
    await page.getByRole('button', { name: 'Крутить колесо' }).click();
    await page.getByRole('button', { name: 'Применить в корзине' }).click();
    await page.waitForURL(/\/cart\//);
    expect(String(await page.evaluate('sessionStorage.goals')).match(/wheel_\w+/g)).toEqual([
      'wheel_spin',
      'wheel_used',
    ]);
    await context.close();
  });

  test('a guest signs in by a code on the page itself, without JavaScript, and spins', async () => {
    const user = await makeUser(db);
    const { page, context } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(address('/lp/fortune/'));
    const form = page.locator('.fortune__signin');
    await form.getByLabel('Почта').fill('kto-to@mailinator.com');
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Получить код' }).click();
    await page.getByText(/адреса\sвременной\sпочты/).waitFor();
    await form.getByLabel('Почта').fill(user.email);
    await form.getByRole('button', { name: 'Получить код' }).click();
    await form.locator('[name=auth_code]').fill(await mailbox.codeTo(user.email));
    await form.getByRole('button', { name: 'Войти' }).click();
    await page.getByRole('button', { name: 'Крутить колесо' }).click();
    await page.getByText('Ваш приз').waitFor();
    expect(await spinsOf(user)).toHaveLength(1);
    await context.close();
  });

  test('the prize coupon takes its sum off its owner’s cart and nobody else’s', async () => {
    const { rows } = await sql<{ slug: string }>`
      select p.slug from products p join prices pr on pr.product_id = p.id
      join departments d on d.base_price = pr.price_column and d.is_main
      join stock s on s.product_id = p.id and s.store = d.store and s.on_hand - s.reserved > p.min_count
      where p.switched_off_at is null and p.min_count = 1 and pr.price > 2500000 limit 1`.execute(db);
    const [dear] = rows;
    const [winner, other] = [await makeUser(db), await makeUser(db)];
    const { page, context } = await openAs(winner, { javaScriptEnabled: false });
    await page.goto(address('/lp/fortune/'));
    await page.getByRole('button', { name: 'Крутить колесо' }).click();
    await page.getByText('Ваш приз').waitFor();
    const [spin] = await spinsOf(winner);
    const add = async (open: typeof page) => {
      await open.goto(address(`/product/${dear!.slug}/`));
      await open
        .getByRole('button', { name: /^В\sкорзину/ })
        .first()
        .click();
      await open.waitForURL(/\/cart\//);
    };
    await add(page);
    await page.getByRole('button', { name: new RegExp(`Применить ${spin!.coupon}`) }).click();
    await page
      .getByText(new RegExp(`Купон ${spin!.coupon}`))
      .first()
      .waitFor();
    await context.close();
    const stranger = await openAs(other, { javaScriptEnabled: false });
    await add(stranger.page);
    await stranger.page.locator('[name=coupon]').fill(spin!.coupon);
    await stranger.page.getByRole('button', { name: 'Применить' }).click();
    await stranger.page.getByText('Такого купона нет или он уже не действует').waitFor();
    await stranger.context.close();
  });
});

describe('the Christmas world', () => {
  test.for(mobileWays)(
    'a gift by budget and room, balls for a tree, a whole set into the cart: %s',
    async ([, options]) => {
      const { page, context, problems } = await openPage(browser, options);
      await page.goto(address('/lp/magic/'));
      await page.getByLabel('Бюджет').selectOption({ label: 'до 1 000 ₽' });
      await page.getByLabel('Куда').selectOption({ label: 'Детская' });
      await page.getByLabel('Кому').selectOption({ label: 'Малышу до 6 лет' });
      await page.getByRole('button', { name: 'Показать подарки' }).click();
      await page.waitForURL(/budget=1000/);
      const dearest = async () => {
        const prices = await page.locator('#gifts .price').allInnerTexts();
        return Math.max(...prices.map((price) => Number(price.replace(/[^\d,]/g, '').replace(',', '.'))));
      };
      await expect.poll(dearest).toBeLessThanOrEqual(1_000);
      expect(await dearest()).toBeGreaterThan(0);

      await page.getByLabel('Высота ёлки, см').fill('ёлка');
      await page.getByRole('button', { name: 'Посчитать' }).click();
      await page.getByText(/Высота\s—\sчисло\sот\s40\sдо\s400/).waitFor();
      await page.getByLabel('Высота ёлки, см').fill('1,8');
      await page.getByRole('button', { name: 'Посчитать' }).click();
      await page.getByText('36 шаров и 9 м гирлянды').waitFor();
      expect(new URL(page.url()).searchParams.get('budget'), 'the gift’s wish stays').toBe('1000');

      const set = page.locator('.magic__sets > li').first();
      const goods = await set.locator('ul > li').count();
      await set.getByRole('button', { name: 'Весь набор в корзину' }).click();
      if (options.javaScriptEnabled !== false) await set.getByRole('link', { name: 'Перейти в корзину' }).click();
      await page.waitForURL(/\/cart\//);
      await expect.poll(() => page.locator('[name=line]').count()).toBe(goods);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  test('lamps glow only where motion is welcome', async () => {
    const { page, context } = await openPage(browser);
    const glowing = () => page.evaluate('document.getAnimations().length > 0');
    await page.goto(address('/lp/magic/'));
    expect(await glowing()).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    expect(await glowing()).toBe(false);
    await context.close();
  });
});
