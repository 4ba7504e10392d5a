import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { randomOf } from './random.ts';
import { insertRows } from './rows.ts';

const dayMs = 86_400_000;
/** The best-selling products get some; the rest of the shop shows how a product without reviews looks. */
const reviewedProducts = 240;

type Review = [rating: number, text: string, pros?: string, cons?: string];

/**
 * By category: the nearest one above a product that is named here speaks of it, and what it says holds for any of its
 * goods. All of them carry the mark of a demonstration review.
 */
const reviewsOf: Record<string, Review[]> = {
  'suhie-smesi': [
    [5, 'Разводили по инструкции, комков нет. По расходу калькулятор не обманул.', 'Мешок целый'],
    [
      4,
      'Работать удобно, но в холодном помещении сохнет заметно дольше, чем написано.',
      'Не трескается',
      'Сохнет долго',
    ],
    [5, 'Брали на кухню и коридор. Остался один мешок, его приняли обратно без вопросов.', '', ''],
    [3, 'Смесь как смесь. Пыли при замешивании много, берите маску.', 'Цена', 'Пылит'],
  ],
  gruntovki: [
    [5, 'Прошли валиком в один слой, основание больше не пылит.', 'Впитывается быстро'],
    [4, 'Сохнет честные два часа. Лужи на полу лучше сразу разгонять.'],
  ],
  'kraski-dlya-sten-i-potolkov': [
    [5, 'Легла в два слоя, полос не видно. Запах ушёл за вечер.', 'Без запаха'],
    [4, 'Цвет чуть темнее, чем на экране. Пробник помог не ошибиться.', 'Хорошо кроет', 'Оттенок'],
    [5, 'Красили валиком с коротким ворсом, хватило с запасом.'],
  ],
  elektroinstrument: [
    [5, 'Полгода в работе почти каждый день, держится.', 'В руке лежит удобно'],
    [4, 'Для дома хватает. Шумит, но для инструмента это нормально.', '', 'Шум'],
    [3, 'Свои задачи решает, но для долгой работы тяжеловат.', 'Цена', 'Вес'],
  ],
  'ruchnoy-instrument': [
    [5, 'Полгода в работе почти каждый день, держится.', 'В руке лежит удобно'],
    [4, 'Для дома хватает, сделано аккуратно.'],
  ],
  'ochki-i-kaski': [
    [5, 'Сидит плотно, за смену не мешает. Взяли на всю бригаду.', 'Не давит'],
    [4, 'Для работы то, что нужно. Сначала подогнали под себя, потом забыли, что надето.'],
  ],
  'iskusstvennye-eli': [
    [5, 'Ставили с детьми, всё собралось за полчаса. Смотрится нарядно.', 'Собирается просто'],
    [4, 'Красиво, но коробку лучше открывать аккуратно: она пригодится, чтобы убрать всё обратно.'],
    [5, 'Купили вторую родителям.'],
  ],
  'elochnye-igrushki': [
    [5, 'На ёлке смотрится нарядно, всё доехало целым.', 'Красиво'],
    [4, 'Коробку лучше открывать аккуратно: она пригодится, чтобы убрать всё обратно.'],
  ],
  lampy: [
    [5, 'Светит ровно, не мерцает, проверили на стенде перед покупкой.', 'Свет мягкий'],
    [4, 'В комнате стало светлее, чем со старой. По сроку службы пока сказать рано.'],
  ],
  svetilniki: [
    [5, 'Светит ровно, не мерцает, проверили на стенде перед покупкой.', 'Свет мягкий'],
    [4, 'Подключали сами, всё подписано. Провод хотелось бы подлиннее.', '', 'Короткий провод'],
  ],
  smesiteli: [
    [5, 'Встал на место старого без переделок, прокладки в комплекте.', 'Комплект полный'],
    [4, 'Не течёт, ход плавный. Инструкция мелким шрифтом.', '', 'Инструкция'],
  ],
};

/** Holds for any goods. */
const reportedOfAll: Review[] = [
  [5, 'Пришло целым, соответствует описанию. Забрали в пункте в тот же день.', 'Быстро'],
  [4, 'За эти деньги хорошо. Всё как на странице товара.'],
  [5, 'Пользуемся второй месяц, нареканий нет.'],
  [3, 'Нормально, но упаковку вскрывать неудобно.', '', 'Упаковка'],
];

const names = ['Игорь', 'Марина', 'Олег', 'Светлана', 'Дмитрий', 'Наталья', 'Павел', 'Ирина', 'Виктор', 'Юлия'];

type Asked = [text: string, answer: string | null];

const askedOfAll: Asked[] = [
  [
    'Можно ли забрать сегодня, если заказать утром?',
    'Да, если на странице у пункта стоит «сегодня». Код придёт письмом.',
  ],
  ['Есть ли скидка на большой объём?', null],
];

/** By the root category of what is bought with some to spare. */
const askedOfPacks: Asked = [
  'Примете ли обратно целые упаковки, если останутся?',
  'Примем в срок из правил возврата, если сохранены вид и упаковка.',
];
const boughtInPacks = ['suhie-smesi', 'plitka', 'poly', 'uteplenie'];

/** Demonstration reviews and questions: marked as such wherever they stand, and never told to search engines. */
export async function loadReviews(db: Db, now: Date): Promise<number> {
  const { rows: products } = await sql<{ id: number; path: string[] }>`
    with recursive up as (
      select id as leaf, parent_id, array[code] as path from categories
      union all select up.leaf, c.parent_id, up.path || c.code from up join categories c on c.id = up.parent_id
    )
    select p.id, up.path from products p
    join product_categories main on main.product_id = p.id and main.is_main
    join up on up.leaf = main.category_id and up.parent_id is null
    where p.switched_off_at is null order by p.popularity desc, p.id limit ${reviewedProducts}`.execute(db);
  const { rows: branches } = await sql<{ id_1c: string }>`
    select id_1c from departments where branch_id_1c is null and parent = '00046' order by id_1c`.execute(db);
  const reviews: Record<string, unknown>[] = [];
  const questions: Record<string, unknown>[] = [];
  products.forEach(({ id, path }, at) => {
    const random = randomOf(`reviews ${id}`);
    const own = reviewsOf[path.find((code) => reviewsOf[code]) ?? ''] ?? [];
    const texts = [...own, ...reportedOfAll];
    const count = at === 0 ? texts.length : random.int(0, Math.max(own.length, 2));
    for (let n = 0; n < count; n++) {
      const [rating, text, pros = '', cons = ''] = ensure(texts[n % texts.length]);
      const created_at = new Date(now.getTime() - random.int(3, 200) * dayMs - random.int(0, 86_000) * 1_000);
      const hasReply = rating < 4;
      reviews.push({
        product_id: id,
        author_name: `${names[random.int(0, names.length - 1)]} ${'АБВГДКМНПС'[random.int(0, 9)]}.`,
        rating,
        text,
        pros,
        cons,
        state: 'approved',
        is_demo: true,
        reply: hasReply ? 'Спасибо за отзыв. Передали замечание товароведу.' : null,
        replied_at: hasReply ? new Date(created_at.getTime() + dayMs) : null,
        department_id_1c: ensure(branches[random.int(0, branches.length - 1)]).id_1c,
        created_at,
        changed_at: created_at,
        decided_at: new Date(created_at.getTime() + dayMs / 2),
      });
    }
    if (at < 60 && random.chance(0.5)) {
      const asked = path.some((code) => boughtInPacks.includes(code)) ? [askedOfPacks, ...askedOfAll] : askedOfAll;
      const [text, answer] = ensure(asked[random.int(0, asked.length - 1)]);
      const created_at = new Date(now.getTime() - random.int(3, 90) * dayMs);
      questions.push({
        product_id: id,
        author_name: names[random.int(0, names.length - 1)],
        text,
        state: 'approved',
        is_demo: true,
        answer,
        answered_at: answer && new Date(created_at.getTime() + dayMs),
        department_id_1c: ensure(branches[random.int(0, branches.length - 1)]).id_1c,
        created_at,
        confirmed_at: created_at,
        decided_at: created_at,
      });
    }
  });
  await insertReviews(db, 'reviews', reviews);
  await insertReviews(db, 'product_questions', questions);
  // What `countRating` does for one review, done for all at once.
  await sql`
    update products p set demo_rating_count = r.count, demo_rating_sum = r.sum
    from (select product_id, count(*)::int as count, sum(rating)::int as sum from reviews where is_demo group by product_id) r
    where p.id = r.product_id`.execute(db);
  return reviews.length;
}

/** Ids and the columns a demonstration row leaves alone are the table's own. */
async function insertReviews(db: Db, table: 'reviews' | 'product_questions', rows: Record<string, unknown>[]) {
  const { rows: last } = await sql<{
    id: number;
  }>`select coalesce(max(id), 0)::int as id from ${sql.table(table)}`.execute(db);
  const first = ensure(last[0]).id + 1;
  await insertRows(
    db,
    table,
    rows.map((row, at) => ({ id: first + at, ...row })),
  );
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.table(table)}), 1))`.execute(
    db,
  );
}
