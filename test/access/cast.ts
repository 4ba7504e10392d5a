import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passToken } from '#modules/handover/pass.ts';
import { waitingLines } from '#modules/orders/hand-over.ts';
import { orderFilesArea, storePowerOfAttorney } from '#modules/orders/keep-order-file.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { startActing } from '#modules/staff/acting.ts';
import { subscriptionKey } from '#modules/subscriptions/subscription-link.ts';
import type { Database } from '#platform/database.ts';
import { storePrivateFile } from '#platform/private-files.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { keysOf } from '#shared/keys-of.ts';
import type { App } from '#src/app.ts';
import { joinCompany, makeCompany, makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { orderBy } from '#test/support/orders.ts';
import { makePurchasePrice, purchasePriceWords } from '#test/support/purchase-price.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

/** Everybody who may knock: each stands for one kind of visitor. */
export const personas = {
  guest: 'a guest',
  stranger: 'another user',
  anna: 'the owner',
  acting: 'staff acting as the owner',
  sergey: 'the firm’s owner',
  proxy: 'staff acting as the firm’s owner',
  pavel: 'the firm’s purchaser',
  elena: 'the firm’s accountant',
  oleg: 'the owner of another firm',
  clerk: 'staff without the role',
  desk: 'staff with the role',
} as const;

export type Persona = keyof typeof personas;
export const everybody = keysOf(personas);
export const signedInPeople = everybody.filter((persona) => persona !== 'guest');

/**
 * Words that stand in nobody else's data. Who may not enter must never be sent one of them, whatever the status says.
 */
export const secrets: Record<'anna' | 'contacts' | 'team' | 'firm' | 'sergeys' | 'cost', string[]> = {
  anna: [
    'Аннета Заветная',
    'Захар Получателев',
    'order@zavet.example',
    '+79217770011',
    '+7-921-777-00-11',
    'домофон 7719',
    'про зенитный фонарь',
    'zenith.txt',
    'Заветная улица, 77',
    'Заветная беседка',
  ],
  contacts: ['anneta@zavet.example', '+79217770001', '+7-921-777-00-01'],
  team: ['elena@tajna.example'],
  firm: ['pavel-order@firma.example', 'Пакет Павла'],
  sergeys: ['sergey-order@firma.example', 'Секрет Сергея'],
  cost: purchasePriceWords,
};

/** Which of the secrets each may see; `contacts` and `team` are of accounts, hidden from whoever acts. */
export const seers: Record<keyof typeof secrets, Persona[]> = {
  anna: ['anna', 'acting'],
  contacts: ['anna'],
  team: ['sergey', 'elena'],
  firm: ['sergey', 'proxy', 'pavel', 'elena'],
  sergeys: ['sergey', 'proxy', 'elena'],
  cost: [],
};

export type Cast = Awaited<ReturnType<typeof makeCast>>;

/** The shop, the people and one of everything that can belong to somebody. */
export async function makeCast(db: Database) {
  await makeBranches(db);
  const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
  const mix = await makeProduct(db, {
    name: 'Штукатурка Гладь',
    category_id: category.id,
    price: 48_950,
    on_hand: 500,
  });
  await makePurchasePrice(db, mix);
  await makeRequisites(db);
  const dataDir = await mkdtemp(join(tmpdir(), 'idd-access-'));
  const app = await testApp(db, { DATA_DIR: dataDir, FLOOD_PER_MINUTE: '100000' });

  const anna = await makeUser(db, {
    full_name: 'Аннета Заветная',
    email: secrets.contacts[0],
    phone: secrets.contacts[1],
  });
  const stranger = await makeUser(db, { full_name: 'Борис Прохожий' });
  const sergey = await makeUser(db, { full_name: 'Сергей Воронин' });
  const pavel = await makeUser(db, { full_name: 'Павел Лапин' });
  const elena = await makeUser(db, { full_name: 'Елена Котова', email: secrets.team[0] });
  const oleg = await makeUser(db, { full_name: 'Олег Чужой' });
  const firm = await makeCompany(db, { name: 'ООО «Северный двор»' });
  const otherFirm = await makeCompany(db, { inn: '7728168971', name: 'ООО «Соседи»' });
  const draft = await makeCompany(db, { inn: '7736050003', name: 'ООО «Новый двор»', activated_at: null });
  await joinCompany(db, sergey, draft, 'owner');
  await joinCompany(db, sergey, firm, 'owner');
  await joinCompany(db, pavel, firm, 'purchaser');
  await joinCompany(db, elena, firm, 'accountant');
  await joinCompany(db, oleg, otherFirm, 'owner');
  const clerk = await makeStaff(db, ['content'], { full_name: 'Клара Текстова' });
  const desk = await makeStaff(db, ['orders', 'pickup', 'support'], { full_name: 'Пётр Кладов' });
  const acting = await actingFor(anna);
  const proxy = await actingFor(sergey);

  const header: Record<Persona, string> = {
    guest: '',
    stranger: await headerOf(stranger),
    anna: await headerOf(anna),
    acting: `${acting.header}; signed=staff`,
    sergey: `${await headerOf(sergey)}; signed=b2b`,
    proxy: `${proxy.header}; signed=staff`,
    pavel: `${await headerOf(pavel)}; signed=b2b`,
    elena: `${await headerOf(elena)}; signed=b2b`,
    oleg: `${await headerOf(oleg)}; signed=b2b`,
    clerk: `${clerk.header}; signed=user`,
    desk: `${desk.header}; signed=user`,
  };

  const annas = await annasOrder();
  const pavels = await firmOrder(pavel, 'purchaser', secrets.firm);
  const sergeys = await firmOrder(sergey, 'owner', secrets.sergeys);
  const online = await annasOrder();
  await db.updateTable('orders').set({ payment_method: 'online' }).where('id', '=', online.id).execute();
  const ready = await annasReadyOrder();
  const ticket = await annasTicket();
  const contact = await db
    .insertInto('contacts')
    .values({ user_id: anna.id, type: 'telegram', value: '@anneta' })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Two of each: changing one gives it a new id.
  const [address, oldAddress] = await db
    .insertInto('saved_addresses')
    .values(
      ['Заветная улица, 77', 'Старая улица, 7'].map((address) => ({ user_id: anna.id, place: 'Вологда', address })),
    )
    .returning('id')
    .execute();
  const [recipient, oldRecipient] = await db
    .insertInto('saved_recipients')
    .values(['Захар Получателев', 'Зинаида Прежняя'].map((name) => ({ user_id: anna.id, name, phone: '+79217770011' })))
    .returning('id')
    .execute();
  const list = await db
    .insertInto('saved_lists')
    .values({ user_id: anna.id, name: 'Заветная беседка' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('saved_list_lines')
    .values({ list_id: list.id, position: 1, product_id: mix.id, count: 3 })
    .execute();
  const session = await signedIn(db, anna);
  await db.insertInto('carts').values({ id: anna.id }).execute();
  await db.insertInto('cart_lines').values({ cart_id: anna.id, product_id: mix.id, count: 3 }).execute();
  const payment = await annasPayment();
  const email = await db
    .selectFrom('contacts')
    .select('id')
    .where('value', '=', secrets.contacts[0]!)
    .executeTakeFirstOrThrow();
  const consent = await annasConsent();
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      user_id: anna.id,
      email: secrets.contacts[0]!,
      topic: 'actions',
      department_id_1c: '00131',
      form: 'profile',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const people = { anna, stranger, sergey, pavel, elena, oleg, clerk, desk };
  const act = await annasAct();
  const paper = { id: randomUUID(), name: 'zenith.txt', type: 'text/plain', size: 4 };
  await storePrivateFile(dataDir, orderFilesArea, paper.id, Buffer.from('тень'));
  await storePowerOfAttorney(db, annas.id, paper, new Date());
  const keys = await secretKeys(db, undefined);
  const pass = passToken(keys, (await getOrder(db, annas.id))!);
  const ids = {
    act,
    pass,
    annas,
    pavels,
    sergeys,
    ticket,
    contact,
    address: address!,
    oldAddress: oldAddress!,
    recipient: recipient!,
    oldRecipient: oldRecipient!,
    list,
    session,
    online,
    draft,
    ready,
    consent,
    payment,
    email,
    subscriptionKey: subscriptionKey(keys, 'reader@pochta.example'),
    subscription,
    firm,
    otherFirm,
  };
  return { app, db, dataDir, header, people, product: mix, category, ...ids };

  async function headerOf(user: { id: string }) {
    return (await signedIn(db, user)).header;
  }

  /** A member of staff in the cabinet of this customer. */
  async function actingFor({ id }: { id: string }) {
    const manager = await makeStaff(db, ['login_by_user'], { full_name: 'Мария Отделова' });
    const requester = { user_id: manager.id, session_id: manager.session_id };
    await startActing(db, requester, { user_id: id, reason: 'Помочь' });
    return manager;
  }

  async function annasOrder() {
    const contact = { name: 'Аннета Заветная', phone: '+79217770011', email: 'order@zavet.example' };
    const recipient = { name: 'Захар Получателев', phone: '+79217770011' };
    const receiving = { type: 'pickup', recipient };
    return orderBy(db, anna, [[mix, 2]], { input: { contact, receiving, comment: 'домофон 7719' } });
  }

  /** Ready to be handed out, with the pass that the desk scans and the lines it gives. */
  async function annasReadyOrder() {
    const { id } = await annasOrder();
    for (const state of ['assembling', 'ready'] as const)
      await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
    const lines = await waitingLines(db, id);
    const given = Object.fromEntries(lines.map((line) => [`given_${line.order_line_id}`, String(line.waiting)]));
    return { id, pass: passToken(await secretKeys(db, undefined), (await getOrder(db, id))!), given };
  }

  async function firmOrder(member: typeof pavel, role: 'owner' | 'purchaser', [email, comment]: string[]) {
    const { name, inn } = firm;
    const contact = { name: member.full_name, phone: '+79218880022', email };
    const input = { contact, comment, payment: { method: 'invoice' }, company: { name, inn } };
    return orderBy(db, member, [[mix, 2]], { company: { ...firm, role }, input });
  }

  /** An attempt to pay that waits for its money. */
  async function annasPayment() {
    const now = new Date();
    return db
      .insertInto('payments')
      .values({
        order_id: annas.id,
        amount: annas.total,
        method: 'card',
        provider: 'demonstration',
        state: 'new',
        request: '{}',
        created_at: now,
        changed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  }

  async function annasConsent() {
    const page = await db
      .selectFrom('pages')
      .select('id')
      .where('slug', '=', 'consent-advertising')
      .executeTakeFirstOrThrow();
    return db
      .insertInto('consents')
      .values({ page_id: page.id, purpose: 'advertising', form: 'profile', subject: anna.id, user_id: anna.id })
      .returning('id')
      .executeTakeFirstOrThrow();
  }

  /** What was given out of Anna's order, with a picture of a torn bag. */
  async function annasAct() {
    const { id } = await db
      .insertInto('handovers')
      .values({
        order_id: annas.id,
        department_id_1c: '00131',
        staff_name: 'Пётр Кладов',
        recipient_name: 'Захар Получателев',
        proof: 'code',
        is_last: false,
        at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('handover_lines')
      .values({
        handover_id: id,
        position: 0,
        name: mix.name,
        unit: 'меш.',
        expected: 2,
        given: 1,
        problem: 'defect',
        note: 'мешок порван',
        photo: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
        photo_type: 'image/png',
      })
      .execute();
    return id;
  }

  async function annasTicket() {
    const fields = {
      intent: 'ticket',
      theme: 'product',
      name: 'Аннета Заветная',
      email: secrets.contacts[0]!,
      text: 'Вопрос про зенитный фонарь',
    };
    const sent = await sendForm(app, '/personal/support/', header.anna, fields, [['files', 'zenith.txt', 'тень']]);
    const row = await db
      .selectFrom('tickets as t')
      .innerJoin('ticket_messages as m', 'm.ticket_id', 't.id')
      .innerJoin('ticket_files as f', 'f.message_id', 'm.id')
      .select(['t.id', 'f.id as file_id'])
      .executeTakeFirst();
    if (!row) throw new Error(`the ticket was not taken: ${sent.statusCode} ${sent.body.slice(0, 300)}`);
    return row;
  }
}

/** A form as a browser sends it from an own page, with files when there are some. */
export function sendForm(
  app: App,
  url: string,
  cookie: string,
  fields: Record<string, string>,
  files: [field: string, name: string, text: string][] = [],
) {
  const boundary = randomUUID();
  const parts = [
    ...Object.entries(fields).map(([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`),
    ...files.map(
      ([field, name, text]) =>
        `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${text}`,
    ),
  ];
  const isPlain = files.length === 0;
  return app.inject({
    method: 'POST',
    url,
    payload: isPlain
      ? new URLSearchParams(fields).toString()
      : `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      ...(cookie && { cookie }),
      'content-type': isPlain ? 'application/x-www-form-urlencoded' : `multipart/form-data; boundary=${boundary}`,
    },
  });
}
