import type { Db } from '#platform/database.ts';
import { makeBranches, makeCategory, makeProduct } from './shop.ts';

/**
 * A small shop with two branches to browse: «Штукатурки» with 60 products, two bases, two weights and two brands, every
 * tenth on discount, three sold out; one product without a price, one switched off; a promotion, a short listing, a
 * page, a slide.
 */
export async function makePlasterShop(db: Db) {
  await makeBranches(db);
  const root = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
  const plaster = await makeCategory(db, 'shtukaturki', 'Штукатурки', root.id);
  const empty = await makeCategory(db, 'pechnye-smesi', 'Печные смеси', root.id);
  await db.updateTable('categories').set({ calculator: 'mix' }).where('id', '=', plaster.id).execute();
  await db.insertInto('category_former_codes').values({ code: 'shtukaturka', category_id: plaster.id }).execute();
  const [suhona, gipsar] = await db
    .insertInto('brands')
    .values([
      { slug: 'suhona', name: 'СУХОНА' },
      { slug: 'gipsar', name: 'ГИПСАР' },
    ])
    .returning('id')
    .execute();
  const attributes = await db
    .insertInto('attributes')
    .values([
      { code: 'base', name: 'Основа', type: 'enum', filter: 'values', position: 1 },
      { code: 'weight', name: 'Вес', type: 'number', unit: 'кг', filter: 'values', position: 2, card_position: 1 },
      { code: 'consumption_10mm', name: 'Расход при слое 10 мм', type: 'number', unit: 'кг/м²', position: 3 },
    ])
    .returning(['id', 'code'])
    .execute();
  const attribute_id = (code: string) => attributes.find((attribute) => attribute.code === code)!.id;
  const values = await db
    .insertInto('attribute_values')
    .values([
      { attribute_id: attribute_id('base'), value: 'Гипсовая' },
      { attribute_id: attribute_id('base'), value: 'Цементная' },
      { attribute_id: attribute_id('base'), value: 'Полимерная' },
      { attribute_id: attribute_id('weight'), value: '25', number: '25' },
      { attribute_id: attribute_id('weight'), value: '30', number: '30' },
    ])
    .returning(['id', 'value'])
    .execute();
  const value = (text: string) => values.find((row) => row.value === text)!.id;
  const products = [];
  for (let n = 1; n <= 60; n++) {
    const base = n % 3 === 0 ? 'Цементная' : 'Гипсовая';
    const weight = n % 2 === 0 ? 25 : 30;
    const isCheaper = n % 10 === 0;
    products.push(
      await makeProduct(db, {
        name: `Штукатурка ${base === 'Гипсовая' ? 'гипсовая' : 'цементная'} СУХОНА ${n}, ${weight} кг`,
        slug: `shtukaturka-${n}`,
        article: `00${12_000 + n}`,
        price: 30_000 + n * 100,
        old_price: isCheaper ? 50_000 : null,
        on_hand: n > 57 ? 0 : 100,
        category_id: plaster.id,
        brand_id: (n % 4 === 0 ? gipsar : suhona)!.id,
        facets: [value(base), value(String(weight))],
        specs: JSON.stringify({ base, weight, consumption_10mm: 8.5 }),
        factor_base: weight,
        popularity: 100 - n,
        description: 'Для ручного нанесения.\nСлой 5–50 мм.',
      }),
    );
  }
  // The old price was really charged: a change of ten days ago says so.
  await db
    .insertInto('price_changes')
    .values(
      products
        .filter((_, index) => (index + 1) % 10 === 0)
        .map((product) => ({
          price_column: 'vologda',
          product_id: product.id,
          changed_at: new Date(Date.now() - 10 * 86_400_000),
          price: 50_000,
        })),
    )
    .execute();
  // A hydration trap and a markup trap in one name.
  const tricky = await makeProduct(db, {
    name: 'Смесь «<b>Печная</b>» & </script> ½"',
    slug: 'smes-pechnaya',
    price: null,
    category_id: plaster.id,
  });
  await db
    .insertInto('product_former_slugs')
    .values({ slug: 'staraya-shtukaturka', product_id: products[0]!.id })
    .execute();
  await db
    .insertInto('shorts')
    .values([
      {
        category_id: plaster.id,
        code: 'cementnaya',
        name: 'Цементная штукатурка',
        filters: JSON.stringify({ base: [String(value('Цементная'))] }),
      },
      {
        category_id: plaster.id,
        code: 'polimernaya',
        name: 'Полимерная штукатурка',
        filters: JSON.stringify({ base: [String(value('Полимерная'))] }),
      },
    ])
    .execute();
  const action = await db
    .insertInto('actions')
    .values({
      slug: 'osen',
      name: 'Осенние скидки',
      text: 'Скидка <script>alert(1)</script>уже в цене.',
      starts_at: new Date(Date.now() - 86_400_000),
      ends_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('action_products')
    .values(products.slice(0, 5).map((product) => ({ action_id: action.id, product_id: product.id })))
    .execute();
  await db
    .insertInto('pages')
    .values([
      { slug: 'delivery', version: 1, title: 'Доставка', html: '<p>Старый текст</p>' },
      { slug: 'delivery', version: 2, title: 'Доставка', html: '<p>Привезём завтра</p><script>alert(1)</script>' },
    ])
    .execute();
  await db
    .insertInto('banners')
    .values([
      { place: 'home', title: 'Смеси до −25 %', text: 'В ноябре', button_text: 'К товарам', link: '/actions/' },
      { place: 'home', title: 'Второй слайд', text: 'В декабре', button_text: 'Выбрать', link: '/catalog/' },
    ])
    .execute();
  return { root, plaster, empty, products, tricky, value };
}
