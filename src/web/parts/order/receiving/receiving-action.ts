import { data, redirect } from 'react-router';
import { announceArrival } from '#modules/orders/announce-arrival.ts';
import { changeReceiving } from '#modules/orders/change-receiving.ts';
import { orderFilesArea, storePowerOfAttorney } from '#modules/orders/keep-order-file.ts';
import { prolongStorage } from '#modules/orders/prolong-storage.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { CarPlate, ReceivingInput } from '#modules/orders/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Database } from '#platform/database.ts';
import { removePrivateFile, storePrivateFile } from '#platform/private-files.ts';
import { Refusal } from '#platform/refusal.ts';
import { readForm } from '#shared/form-rules.ts';
import { answerOf, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { readSentFiles, type SentFile } from '#web/parts/request/sent-files.ts';
import { type ReceivingPage, readReceivingPage } from './read-receiving-page.ts';
import { arrivalForm, errorsOf, type ReceivingValues, receivingForm, toReceivingBody } from './receiving-form.ts';

/**
 * What comes back when nothing was saved: the page as chosen, words at the form or its fields, another sum to agree to
 * (kopecks).
 */
export type ReceivingAnswer = FormAnswer & {
  page: ReceivingPage;
  form: 'receiving' | 'arrive' | 'prolong';
  difference: { total: number; delivery_price: number | null; carrying_price: number | null } | null;
};

/** Saving, looking at other days, «Я подъехал», prolonging. `here`: the page's own address. */
export async function runReceivingAction(shop: Shop, order: OrderView, form: FormData, here: string) {
  const intent = form.get('intent');
  switch (intent) {
    case 'look':
      return answer(shop, order, { values: readForm(receivingForm(false), form).values });
    case 'save':
      return save(shop, order, form, here);
    case 'arrive':
    case 'prolong':
      return arriveOrProlong(shop, order, form, intent, here);
    default:
      throw new PageFailure(400);
  }
}

async function save(shop: Shop, order: OrderView, form: FormData, here: string) {
  const rules = receivingForm(order.power_of_attorney !== null);
  const { values } = readForm(rules, form);
  try {
    checkForm(rules, form);
    const [file] = await readSentFiles(form, 'file');
    const parsed = ReceivingInput.safeParse(toReceivingBody(values));
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
      throw new Refusal('bad_input', { fields: Object.fromEntries(fields) });
    }
    await saveWithFile(shop, order, parsed.data, values.recipient === 'proxy' ? file : undefined);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(shop, order, values, error);
  }
  return done(here, 'receiving');
}

/** The file is on disk before its row is, and goes again when the row was not written. */
async function saveWithFile(
  { db, requestContext, config }: Shop,
  order: OrderView,
  input: ReceivingInput,
  file: SentFile | undefined,
): Promise<void> {
  const { DATA_DIR } = config;
  if (file) await storePrivateFile(DATA_DIR, orderFilesArea, file.id, file.bytes);
  try {
    const replaced = await (db as Database).transaction().execute(async (db) => {
      const before = file ? await storePowerOfAttorney(db, order.id, file, new Date()) : null;
      await changeReceiving(db, order, input, { account: requestContext.account });
      return before;
    });
    if (replaced) await removePrivateFile(DATA_DIR, orderFilesArea, replaced);
  } catch (error) {
    if (file) await removePrivateFile(DATA_DIR, orderFilesArea, file.id);
    throw error;
  }
}

async function arriveOrProlong(
  { db, ...shop }: Shop,
  order: OrderView,
  form: FormData,
  intent: 'arrive' | 'prolong',
  here: string,
) {
  const changer = { account: shop.requestContext.account };
  try {
    if (intent === 'prolong') await db.transaction().execute((db) => prolongStorage(db, order, changer));
    else await announceArrival(db, order, { car_plate: plateOf(form) }, changer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { error: words, errors } = answerOf(error);
    return answer({ db, ...shop }, order, { form: intent, error: words, errors, ...refusedInit(error) });
  }
  return done(here, intent);
}

function plateOf(form: FormData): string | undefined {
  const { car_plate } = checkForm(arrivalForm, form);
  if (car_plate === '') return undefined;
  const parsed = CarPlate.safeParse(car_plate);
  if (!parsed.success) throw new Refusal('bad_input', { fields: { car_plate: arrivalForm.car_plate.wrong } });
  return parsed.data;
}

async function refused(shop: Shop, order: OrderView, values: ReceivingValues, refusal: Refusal) {
  const { code, details, message } = refusal;
  const init = refusedInit(refusal);
  if (code === 'total_changed') {
    const difference = details as NonNullable<ReceivingAnswer['difference']>;
    const agreed = { ...values, accepted_total: String(difference.total) };
    return answer(shop, order, { values: agreed, difference, ...init });
  }
  if (code === 'slot_taken') return answer(shop, order, { values, errors: { slot: message }, ...init });
  const { fields } = details as { fields?: Record<string, string> };
  if (fields) return answer(shop, order, { values, errors: errorsOf(fields), ...init });
  return answer(shop, order, { values, error: message, ...init });
}

type Words = Partial<Omit<ReceivingAnswer, 'page' | 'values'>> & { values?: ReceivingValues } & ResponseInit;

async function answer(shop: Shop, order: OrderView, { values, status, headers, ...words }: Words) {
  const page = await readReceivingPage(shop, order, values ?? null);
  const body: ReceivingAnswer = { page, form: 'receiving', difference: null, ...words };
  return data(body, { status, headers });
}

function done(here: string, what: string) {
  return redirect(`${here}${here.includes('?') ? '&' : '?'}done=${what}`, { status: 303 });
}
