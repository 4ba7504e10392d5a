import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eraseAccounts } from '#jobs/erase-accounts.ts';
import { exportPerson } from '#modules/accounts/export-person.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { linkToken } from '#modules/orders/order-access.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { query } from '#modules/search/listing.ts';
import { storePrivateFile } from '#platform/private-files.ts';
import { hashSecret, secretKeys } from '#platform/secret-keys.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { jobContext, runJobs } from '#test/support/jobs.ts';
import { orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { askQuestion, confirmQuestion, questionKey, questionOfKey, takeQuestionLimit } from './ask-question.ts';
import { answerQuestion, refuseQuestion } from './decide-question.ts';
import { approveReview, refuseReview, replyToReview } from './decide-review.ts';
import { forgetUnconfirmedQuestions } from './forget-reviews.ts';
import { inviteToReview, silenceInvitations } from './invite-to-review.ts';
import { remakePhoto } from './photos.ts';
import { promisedTime } from './promised-time.ts';
import { findReceivedLine, type ReceivedLine, receivedLinesOf } from './proof.ts';
import { countReviews, countToModerate, listQuestions, listReviews } from './queries.ts';
import { photoPath, photosArea, type ReviewFields } from './schema.ts';
import { voteForReview } from './vote-for-review.ts';
import { findOwnReview, writeReview } from './write-review.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await sql`update departments set email = 'vologda@idd.example' where id_1c = '00131'`.execute(db);
const keys = await secretKeys(db, undefined);
const department = (await listDepartments(db)).find(({ id_1c }) => id_1c === '00131')!;
const requester = { department_id_1c: '00131', origin: 'http://idd.localhost:3000' };
const nobody = { user_id: null, secret: null, order_id: null, token: null };
const good: ReviewFields = {
  rating: '5',
  text: 'Штукатурил кухню по маякам, тянется хорошо.',
  pros: 'Мешки целые',
  cons: '',
  author_name: 'Анна С.',
};
const noPhotos = { photos: [], dropsPhotos: false };
const dayMs = 86_400_000;

/** Takes an order through the shop to its recipient. */
async function receive(order_id: string, now = new Date()) {
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order_id, state, { who: 'Пётр', now }));
}

/** A person who has received this product, and the line that proves it. */
async function buyerOf(product: { id: number; idcode: string }) {
  const user = await makeUser(db);
  const { id } = await orderBy(db, user, [[product, 1]]);
  await receive(id);
  const line = await findReceivedLine(db, keys, { ...nobody, user_id: user.id }, product.id);
  return { user, order_id: id, line: line! };
}

async function write(line: ReceivedLine, more: Partial<ReviewFields> = {}, photos = noPhotos, now = new Date()) {
  return db.transaction().execute((db) => writeReview(db, requester, line, { ...good, ...more }, photos, now));
}

async function approve(id: number, now = new Date()) {
  await db.transaction().execute((db) => approveReview(db, id, now));
}

async function ratingOf(product: { id: number }) {
  return (await productCards(db, priceContextOf(department), { ids: [product.id] }))[0]!.rating;
}

async function emailMessages(key: string) {
  const { rows } = await sql<{ to_address: string; subject: string; text: string }>`
    select to_address, subject, text from mails where key like ${key} order by id`.execute(db);
  return rows;
}

test('only who received the product proves it: an order under way, somebody else’s and another product do not count', async () => {
  const [product, other] = [await makeProduct(db), await makeProduct(db)];
  const anna = await makeUser(db);
  const key = { ...nobody, user_id: anna.id };
  expect(await findReceivedLine(db, keys, key, product.id)).toBeNull();
  const { id } = await orderBy(db, anna, [[product, 2]]);
  expect(await findReceivedLine(db, keys, key, product.id)).toBeNull();
  await receive(id);
  expect(await findReceivedLine(db, keys, key, product.id)).toMatchObject({ order_id: id, user_id: anna.id });
  expect(await findReceivedLine(db, keys, key, other.id)).toBeNull();
  const vera = await makeUser(db);
  expect(await findReceivedLine(db, keys, { ...nobody, user_id: vera.id }, product.id)).toBeNull();
  expect(await findReceivedLine(db, keys, nobody, product.id)).toBeNull();
});

test('a guest proves the purchase by the secret of the order or by the signed link of its email, not by its id', async () => {
  const product = await makeProduct(db);
  const secret = 'B'.repeat(43);
  const place = await orderPlace(db, { secret });
  const { id } = await submitOrder(db, place, orderInput([[product, 1]]));
  await receive(id);
  expect(hashSecret(secret).length).toBe(32);
  const token = linkToken(keys, id, new Date());
  for (const key of [
    { ...nobody, secret },
    { ...nobody, order_id: id, token },
  ])
    expect(await findReceivedLine(db, keys, key, product.id)).toMatchObject({
      user_id: null,
      email: 'anna@pochta.example',
    });
  for (const key of [
    { ...nobody, secret: 'C'.repeat(43) },
    { ...nobody, order_id: id },
    { ...nobody, order_id: id, token: `${token.slice(0, -2)}AA` },
    { ...nobody, order_id: 'x', token },
  ])
    expect(await findReceivedLine(db, keys, key, product.id)).toBeNull();
  const year = new Date(Date.now() + 365 * dayMs);
  expect(await findReceivedLine(db, keys, { ...nobody, order_id: id, token }, product.id, year)).toBeNull();
  expect(await receivedLinesOf(db, keys, { ...nobody, token }, id)).toHaveLength(1);
  expect(await receivedLinesOf(db, keys, nobody, id)).toBeNull();
});

test('[S5-11] the server says the words of every broken field', async () => {
  const { line } = await buyerOf(await makeProduct(db));
  await expect(
    write(line, { rating: '6', text: 'мало', author_name: '', pros: 'я'.repeat(501) }),
  ).rejects.toMatchObject({
    details: {
      fields: {
        rating: 'Обязательно для выбора',
        text: 'Минимум 10 символов',
        author_name: 'Обязательно для заполнения',
        pros: 'Максимум 500 символов',
      },
    },
  });
});

test('one review a person and product, changed until it is decided on; a published one stands', async () => {
  const product = await makeProduct(db);
  const { line } = await buyerOf(product);
  const { id } = await write(line);
  expect(await ratingOf(product)).toBeNull();
  expect(await write(line, { rating: '3', text: 'Передумал: сохнет долго.' })).toMatchObject({ id });
  expect(await listReviews(db, product.id, { is_demo: false })).toEqual([]);
  await approve(id);
  expect(await ratingOf(product)).toEqual({ value: 3, count: 1, is_demo: false });
  await expect(write(line)).rejects.toThrow('уже опубликован');
  expect(await listReviews(db, product.id, { is_demo: false })).toMatchObject([
    { id, rating: 3, author_name: 'Анна С.' },
  ]);
});

test('sent twice at the same moment there is one review', async () => {
  const product = await makeProduct(db);
  const { line } = await buyerOf(product);
  const sent = await Promise.allSettled([write(line), write(line), write(line)]);
  expect(sent.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from reviews where product_id = ${product.id}`.execute(db);
  expect(rows[0]!.n).toBe(1);
});

test('a guest who signs in with the same address is still the same author', async () => {
  const product = await makeProduct(db);
  const { id } = await submitOrder(
    db,
    await orderPlace(db),
    orderInput([[product, 1]], {
      contact: { name: 'Вера', phone: '+7 (921) 000-12-34', email: 'vera@pochta.example' },
    }),
  );
  await receive(id);
  const key = { ...nobody, order_id: id, token: linkToken(keys, id, new Date()) };
  const line = (await findReceivedLine(db, keys, key, product.id))!;
  const { id: review } = await write(line);
  const vera = await makeUser(db, { email: 'vera@pochta.example' });
  expect(await findOwnReview(db, { product_id: product.id, user_id: vera.id, email: '' })).toMatchObject({
    id: review,
  });
  expect(
    await findOwnReview(db, { product_id: product.id, user_id: null, email: 'vera@pochta.example' }),
  ).toMatchObject({ id: review });
});

test('the rating is kept with every decision: approved counts once, refused leaves, the mean has one digit', async () => {
  const product = await makeProduct(db);
  const ids: number[] = [];
  for (const rating of ['5', '4', '4']) ids.push((await write((await buyerOf(product)).line, { rating })).id);
  for (const id of ids) await approve(id);
  await approve(ids[0]!);
  expect(await ratingOf(product)).toEqual({ value: 4.3, count: 3, is_demo: false });
  expect((await countReviews(db, product.id, false)).stars).toEqual([1, 2, 0, 0, 0]);
  await db.transaction().execute((db) => refuseReview(db, ids[0]!, 'Отзыв о другом товаре'));
  expect(await ratingOf(product)).toEqual({ value: 4, count: 2, is_demo: false });
  await expect(db.transaction().execute((db) => refuseReview(db, ids[1]!, ' '))).rejects.toMatchObject({
    code: 'bad_input',
  });
});

test('a demonstration review makes a marked rating until the first real one, and never counts with it', async () => {
  const product = await makeProduct(db);
  const { rows } = await sql<{ id: number }>`
    insert into reviews (product_id, author_name, rating, text, is_demo, department_id_1c)
    values (${product.id}, 'Игорь', 2, 'Показывает, как выглядит отзыв', true, '00131') returning id`.execute(db);
  await approve(rows[0]!.id);
  expect(await ratingOf(product)).toEqual({ value: 2, count: 1, is_demo: true });
  const { id } = await write((await buyerOf(product)).line);
  await approve(id);
  expect(await ratingOf(product)).toEqual({ value: 5, count: 1, is_demo: false });
  expect(await emailMessages(`review ${rows[0]!.id} %`)).toEqual([]);
});

test('reviews are searched by words in any form and by a part of one, counted with the same stars', async () => {
  const product = await makeProduct(db);
  const texts = [
    ['5', 'Штукатурил кухню по маякам, тянется хорошо.', 'Мешки целые'],
    ['4', 'Высыхает медленно, но трещин нет.', ''],
    ['2', 'Упаковка порвана, 100% брак.', ''],
  ] as const;
  for (const [rating, text, pros] of texts)
    await approve((await write((await buyerOf(product)).line, { rating, text, pros })).id);
  const found = async (words: string) =>
    (await listReviews(db, product.id, { is_demo: false, words })).map(({ rating }) => rating).sort();
  expect(await found('мешками')).toEqual([5]);
  expect(await found('порванный')).toEqual([2]);
  expect(await found('МЕШКИ целые')).toEqual([5]);
  expect(await found('трещина')).toEqual([4]);
  expect(await found('штукат')).toEqual([5]);
  expect(await found('100%')).toEqual([2]);
  expect(await found('%')).toEqual([2]);
  expect(await found('краска')).toEqual([]);
  expect(await found('')).toEqual([2, 4, 5]);
  expect((await countReviews(db, product.id, false, 'порв')).stars).toEqual([0, 0, 0, 1, 0]);
});

test('the author reads of each decision and of the shop’s reply, the branch of each review to decide on', async () => {
  const product = await makeProduct(db, { name: 'Грунтовка белая' });
  const { line, user } = await buyerOf(product);
  const { id } = await write(line);
  const [toBranch] = await emailMessages(`review ${id} written%`);
  expect(toBranch).toMatchObject({ to_address: 'vologda@idd.example' });
  expect(toBranch!.text).toContain(`npm run shop -- reviews approve ${id}`);
  await db.transaction().execute((db) => refuseReview(db, id, 'Уберите номер телефона'));
  const [refused] = await emailMessages(`review ${id} refused%`);
  expect(refused).toMatchObject({ to_address: user.email, subject: 'Отзыв не опубликован' });
  expect(refused!.text).toContain('Уберите номер телефона');
  await write(line, { text: 'Теперь без телефона, всё хорошо.' });
  await approve(id);
  expect((await emailMessages(`review ${id} approved%`))[0]!.text).toContain('Грунтовка белая');
  await db.transaction().execute((db) => replyToReview(db, id, 'Спасибо за отзыв!'));
  expect((await emailMessages(`review ${id} reply%`))[0]!.text).toContain('Спасибо за отзыв!');
  expect((await listReviews(db, product.id, { is_demo: false }))[0]).toMatchObject({ reply: 'Спасибо за отзыв!' });
});

test('a vote counts once per person, the second press takes it back, one’s own review is refused', async () => {
  const product = await makeProduct(db);
  const { line, user } = await buyerOf(product);
  const { id } = await write(line);
  const vote = (voter: string) => db.transaction().execute((db) => voteForReview(db, id, voter));
  const stranger = '11111111-1111-4111-8111-111111111111';
  await expect(vote(stranger)).rejects.toMatchObject({ code: 'not_found' });
  await approve(id);
  const both = await Promise.all([vote(stranger), vote('22222222-2222-4222-8222-222222222222')]);
  expect(both.map(({ helpful_count }) => helpful_count).sort()).toEqual([1, 2]);
  expect(await vote(stranger)).toMatchObject({ helpful_count: 1, is_on: false });
  await expect(vote(user.id)).rejects.toMatchObject({ code: 'own_review' });
});

test('[S5-07] a photo is made again: webp without the sender’s metadata, at most 1,600 px; what is no picture is refused', async () => {
  const sent = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#a05030' } })
    .withExif({ IFD0: { Artist: 'Анна', Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
  expect(sent.includes('secret place')).toBe(true);
  const { bytes, width, height } = await remakePhoto(sent, 'anna');
  const made = await sharp(bytes).metadata();
  expect([made.format, width, height, made.exif]).toEqual(['webp', 1600, 1067, undefined]);
  expect(bytes.includes('secret place')).toBe(false);
  await expect(
    remakePhoto(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>')]), 'anna'),
  ).rejects.toThrow('Недопустимый формат файла');
});

test('a picture that would have to be held whole in memory is refused by its pixels; a photo of a camera with as many is taken', async () => {
  const large = sharp({ create: { width: 4_600, height: 4_600, channels: 4, background: '#a0503080' } });
  const png = await large.clone().toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer();
  expect(await sharp(png).metadata()).toMatchObject({ depth: 'ushort', isProgressive: true });
  await expect(remakePhoto(png, 'stranger')).rejects.toMatchObject({ status: 422, message: 'Файл слишком большой' });
  const photo = await large.flatten().jpeg().toBuffer();
  expect(await remakePhoto(photo, 'anna')).toMatchObject({ width: 1_600, height: 1_600 });
});

test('photos are read one at a time: who sends very many is told to wait, and another’s is read between them', async () => {
  const photo = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#a05030' } })
    .jpeg()
    .toBuffer();
  const done: string[] = [];
  const many = Array.from({ length: 7 }, (_, at) =>
    remakePhoto(photo, 'stranger').then(
      () => done.push(`stranger ${at}`),
      (error) => error.code,
    ),
  );
  await remakePhoto(photo, 'anna').then(() => done.push('anna'));
  expect(done).toEqual(['stranger 0', 'anna']);
  expect((await Promise.all(many)).slice(5)).toEqual(['busy', 'busy']);
  expect(done).toHaveLength(6);
});

test('photos stand beside the goods only while the review is shown, and go with the account', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'idd-reviews-'));
  const product = await makeProduct(db);
  const { line, user } = await buyerOf(product);
  const photo = await remakePhoto(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
    'anna',
  );
  await storePrivateFile(dataDir, photosArea, photo.id, photo.bytes);
  const { bytes: _, ...kept } = photo;
  const { id } = await write(line, {}, { photos: [kept] as never, dropsPhotos: false });
  const shown = join(dataDir, 'files', photoPath(photo.id));
  await runJobs(db, url, { DATA_DIR: dataDir });
  await expect(stat(shown)).rejects.toThrow();
  await approve(id);
  await runJobs(db, url, { DATA_DIR: dataDir });
  expect(await readFile(shown)).toEqual(photo.bytes);
  expect((await listReviews(db, product.id, { is_demo: false }))[0]!.photos).toMatchObject([
    { id: photo.id, width: 40 },
  ]);
  const plain = await buyerOf(product);
  await approve((await write(plain.line, { rating: '4' } as never)).id);
  expect(await countReviews(db, product.id, false)).toEqual({
    stars: [1, 1, 0, 0, 0],
    with_photos: [1, 0, 0, 0, 0],
  });
  expect((await listReviews(db, product.id, { is_demo: false, photos: true })).map(({ id }) => id)).toEqual([id]);
  const { reviews } = await exportPerson(db, user.id);
  expect(reviews).toMatchObject([{ rating: 5, text: good.text, state: 'approved', photos: 1 }]);

  await sql`update users set deletion_requested_at = now() - interval '1 day', deletion_due_at = now() - interval '1 day'
    where id = any(${[user.id, plain.user.id]}::uuid[])`.execute(db);
  const context = await jobContext(db, testConfig({ DATA_DIR: dataDir }));
  await eraseAccounts({}, context, {} as never);
  expect(await listReviews(db, product.id, { is_demo: false })).toEqual([]);
  expect(await ratingOf(product)).toBeNull();
  await expect(stat(shown)).rejects.toThrow();
});

test('a guest’s question waits for the email’s link, is answered by the shop and told of; a forged link names nothing', async () => {
  const product = await makeProduct(db);
  const asked = { text: 'Подойдёт ли для ванной?', author_name: 'Олег', email: 'oleg@pochta.example' };
  const ask = (fields: typeof asked) =>
    db.transaction().execute((db) => askQuestion(db, keys, requester, { user_id: null }, product.id, fields));
  await expect(ask({ ...asked, email: 'oleg', text: 'Эй' })).rejects.toMatchObject({
    details: { fields: { text: 'Минимум 5 символов', email: 'Неверный формат' } },
  });
  const { id, needs_confirmation } = await ask(asked);
  expect(needs_confirmation).toBe(true);
  await expect(db.transaction().execute((db) => answerQuestion(db, id, 'Да'))).rejects.toMatchObject({
    code: 'wrong_move',
  });
  const [emailMessage] = await emailMessages(`question ${id} confirmation`);
  expect(emailMessage!.text).toContain(encodeURIComponent(questionKey(keys, id)));
  expect(questionOfKey(keys, `${id + 1}.${questionKey(keys, id).split('.')[1]}`)).toBeNull();
  expect(questionOfKey(keys, questionKey(keys, id))).toBe(id);
  await db.transaction().execute((db) => confirmQuestion(db, id));
  await db.transaction().execute((db) => confirmQuestion(db, id));
  expect(await emailMessages(`question ${id} asked`)).toHaveLength(1);
  await db.transaction().execute((db) => answerQuestion(db, id, 'Да, под плитку тоже.'));
  expect((await listQuestions(db, product.id)).questions).toMatchObject([{ id, answer: 'Да, под плитку тоже.' }]);
  expect((await emailMessages(`question ${id} answer%`))[0]).toMatchObject({ to_address: 'oleg@pochta.example' });
  await db.transaction().execute((db) => refuseQuestion(db, id, 'Повтор'));
  expect(await listQuestions(db, product.id)).toEqual({ questions: [], total: 0 });
});

test('questions nobody confirmed go after three days; eleven a day are too many', async () => {
  const product = await makeProduct(db);
  const { id } = await db.transaction().execute((db) =>
    askQuestion(db, keys, requester, { user_id: null }, product.id, {
      text: 'Сколько сохнет?',
      author_name: 'Кто-то',
      email: 'kto@pochta.example',
    }),
  );
  const exists = async () => (await sql`select from product_questions where id = ${id}`.execute(db)).rows.length;
  await forgetUnconfirmedQuestions(db, new Date(Date.now() + 2 * dayMs));
  expect(await exists()).toBe(1);
  await forgetUnconfirmedQuestions(db, new Date(Date.now() + 4 * dayMs));
  expect(await exists()).toBe(0);
  for (let n = 0; n < 10; n++) await takeQuestionLimit(db, ['kto@pochta.example']);
  await expect(takeQuestionLimit(db, ['kto@pochta.example'])).rejects.toMatchObject({ code: 'too_many' });
});

test('five days after the hand-over one email invites to review, not earlier, not twice, not after a no', async () => {
  await sql`delete from review_invitations`.execute(db);
  await sql`update orders set completed_at = now() - interval '90 days' where completed_at is not null`.execute(db);
  const product = await makeProduct(db, { name: 'Шпатлёвка финишная' });
  const [anna, oleg, vera] = [await makeUser(db), await makeUser(db), await makeUser(db)];
  const invite = (now: Date) => db.transaction().execute((db) => inviteToReview(db, keys, now));
  const contact = (email: string) => ({ contact: { name: 'Покупатель', phone: '+7 (921) 000-12-34', email } });
  const orders = [];
  for (const user of [anna, oleg, vera]) {
    const { id } = await orderBy(db, user, [[product, 1]], { input: contact(user.email) });
    await receive(id);
    orders.push(id);
  }
  await silenceInvitations(db, oleg.email, true);
  const line = (await findReceivedLine(db, keys, { ...nobody, user_id: vera.id }, product.id))!;
  await write(line);
  expect(await invite(new Date(Date.now() + 4.9 * dayMs))).toBe(0);
  const day = new Date(Date.now() + 5.1 * dayMs);
  expect(await Promise.all([invite(day), invite(day)]).then(([a, b]) => a + b)).toBe(1);
  const [emailMessage, ...more] = await emailMessages('review invitation %');
  expect(more).toEqual([]);
  expect(emailMessage).toMatchObject({ to_address: anna.email });
  expect(emailMessage!.text).toContain('Шпатлёвка финишная');
  expect(emailMessage!.text).toContain(`/reviews/order/${orders[0]}/?token=`);
  expect(await invite(new Date(Date.now() + 9 * dayMs))).toBe(0);
  await sql`insert into settings (key, value) values ('review_terms', '{"invite_after_days": 0}')`.execute(db);
  const { id } = await orderBy(db, anna, [[product, 1]]);
  await receive(id);
  expect(await invite(day)).toBe(0);
});

test('lists sort by rating: the best first, one «5» below many of «4,8», the unrated last', async () => {
  const category = await makeCategory(db, 'rated', 'С отзывами');
  const rated = async (count: number, sum: number) => {
    const { id } = await makeProduct(db, { category_id: category.id });
    await sql`update products set rating_count = ${count}, rating_sum = ${sum} where id = ${id}`.execute(db);
    return id;
  };
  const [none, one, many, poor] = [await rated(0, 0), await rated(1, 5), await rated(50, 240), await rated(10, 20)];
  const listing = { category: 'rated', filters: {}, sort: 'rating', page: 1, limit: 24 } as const;
  const ids = async () => (await query(db, priceContextOf(department), { ...listing })).items.map(({ id }) => id);
  expect(await ids()).toEqual([many, one, poor, none]);
  // The very next list knows of a review that has just been published.
  const { id } = await write(
    { ...(await buyerOf({ id: none, idcode: (await idcodeOf(none))! })).line },
    { rating: '4' },
  );
  await approve(id);
  expect(await ids()).toEqual([many, one, none, poor]);
});

async function idcodeOf(id: number): Promise<string | undefined> {
  return (await db.selectFrom('products').select('idcode').where('id', '=', id).executeTakeFirst())?.idcode;
}

test('[ours] an author is promised a time: two working days for a review, one for a question, or what the setting says', async () => {
  // A Friday evening: working days are Monday to Friday.
  const friday = new Date('2026-11-20T15:30:00Z');
  const local = (date: Date) => date.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
  const [review, question] = [
    await promisedTime(db, '00131', 'review', friday),
    await promisedTime(db, '00131', 'question', friday),
  ];
  expect([local(new Date(review.getTime() - 1)), local(new Date(question.getTime() - 1))]).toEqual([
    '2026-11-24',
    '2026-11-23',
  ]);
  await sql`insert into settings (key, value) values ('review_terms', '{"decide_working_days": 4}')
    on conflict (key) do update set value = excluded.value`.execute(db);
  const longer = await promisedTime(db, '00131', 'review', friday);
  expect(local(new Date(longer.getTime() - 1))).toBe('2026-11-26');
  await sql`delete from settings where key = 'review_terms'`.execute(db);

  const product = await makeProduct(db);
  const { line } = await buyerOf(product);
  await db.transaction().execute((db) => writeReview(db, requester, line, good, noPhotos, friday));
  expect(await findOwnReview(db, line)).toMatchObject({ state: 'new', due_at: review });
  await db
    .updateTable('reviews')
    .set({ due_at: new Date(0) })
    .where('product_id', '=', product.id)
    .execute();
  const before = await countToModerate(db, ['00131'], friday);
  expect(before.late).toBeGreaterThan(0);
  expect(before.waiting).toBeGreaterThanOrEqual(before.late);
});
