import { createHash } from 'node:crypto';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { requireStanding } from '#modules/consents/consents.ts';
import { formStamp, requirePerson, takeFormLimit } from '#modules/forms/form-limits.ts';
import { findForm } from '#modules/forms/form-schemas.ts';
import { type FormValues, formFilesArea, onDay, ownFields, rulesOfForm } from '#modules/forms/schema.ts';
import { type FormFile, submitForm } from '#modules/forms/submit-form.ts';
import { campaignOf } from '#modules/leads/campaign.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { refuseFields } from '#platform/check-form.ts';
import { removePrivateFile, storePrivateFile } from '#platform/private-files.ts';
import { Refusal } from '#platform/refusal.ts';
import { type FieldErrors, type FormRules, fieldsOf, formProblems, readForm } from '#shared/form-rules.ts';
import { loggedPath, safeBack } from '#shared/urls.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { readSentFiles, type SentFile } from '#web/parts/request/sent-files.ts';
import { textOf } from './form-answer.ts';
import type { SentForm } from './form-view.ts';

type Files = (SentFile & { field: string })[];
type Filled = { code: string; sent: FormData; values: FormValues; files: Files; page: string };

/**
 * A sent form of this code: checked, kept and answered. Throws not_found for a form that is not open; every other
 * refusal is the answer.
 */
export async function takeForm(shop: Shop, request: Request, code: string, now = new Date()): Promise<SentForm> {
  const { db, requestContext, keys } = shop;
  const form = await findForm(db, code, now);
  if (!form) throw new Refusal('not_found');
  const schema = onDay(form.schema, localTime(now, requestContext.department.time_zone).date);
  const sent = await request.formData();
  const rules = rulesOfForm(schema);
  const { values } = readForm(rules, sent);
  const stamp = formStamp(keys, code, now);
  const page = safeBack(textOf(sent, ownFields.page), '') || ownReferer(request);
  try {
    // S6-05: the ticks under a form are consents, the customer's alone.
    if (requestContext.account) refuseWhileActing(requestContext.account);
    const files = await readFiles(rules, sent);
    await requireStanding(db, requestContext.account?.user_id ?? null, values.consent_personal_data, now);
    const terms = await readSetting(db, 'form_terms');
    requirePerson(keys, code, { trap: textOf(sent, ownFields.trap), stamp: textOf(sent, ownFields.stamp) }, terms, now);
    await takeFormLimit(db, requestContext.address, terms, now);
    const taken = await keepAndSubmit(shop, request, { code, sent, values, files, page }, now);
    return { status: 200, sent: taken, error: null, errors: {}, values: {}, page, stamp };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    const { fields = {}, retry_after } = error.details as { fields?: Record<string, string>; retry_after?: number };
    const words = Object.keys(fields).length > 0 ? null : error.message;
    return { status: error.status, retry_after, sent: null, error: words, errors: fields, values, page, stamp };
  }
}

/** Files lie on disk before the row that names them is there, and go again when it does not come. */
async function keepAndSubmit(
  { db, requestContext, config }: Shop,
  request: Request,
  { code, sent, values, files, page }: Filled,
  now: Date,
): Promise<{ id: string; number: number }> {
  const { account, visitor, department, origin, address } = requestContext;
  const requester = {
    user_id: account?.user_id ?? null,
    visitor,
    department_id_1c: department.id_1c,
    origin,
    address,
    page: reportedPage(page),
    campaign: campaignOf(requestContext, request),
    about: textOf(sent, ownFields.about) || null,
    // A form on a cached page, sent without JavaScript, has none: its sender and words identify a repeated request.
    key: textOf(sent, ownFields.key) || null,
  };
  const rows: FormFile[] = files.map(({ bytes, ...file }) => ({
    ...file,
    sum: createHash('sha256').update(bytes).digest('base64url'),
  }));
  const remove = async () => {
    for (const { id } of files) await removePrivateFile(config.DATA_DIR, formFilesArea, id);
  };
  try {
    for (const { id, bytes } of files) await storePrivateFile(config.DATA_DIR, formFilesArea, id, bytes);
    const { is_repeated, ...taken } = await db
      .transaction()
      .execute((db) => submitForm(db, requester, code, values, rows, now));
    if (is_repeated) await remove();
    return taken;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Files of all fields by name and content. Throws bad_input with everything that is wrong with the form. */
async function readFiles(rules: FormRules, sent: FormData): Promise<Files> {
  const filled = readForm(rules, sent);
  const problems: FieldErrors = formProblems(filled.values, rules, filled.files);
  const files: Files = [];
  for (const [field, { type, max }] of fieldsOf(rules)) {
    if (type !== 'files' || problems[field]) continue;
    try {
      for (const file of await readSentFiles(sent, field, { most: Number(max) })) files.push({ ...file, field });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      Object.assign(problems, error.details.fields);
    }
  }
  refuseFields(problems);
  return files;
}

/** The page of ours a form without a script was sent from. */
function ownReferer(request: Request): string {
  const referer = request.headers.get('Referer');
  if (!referer || !URL.canParse(referer)) return '';
  const { host, pathname, search } = new URL(referer);
  return host === new URL(request.url).host ? pathname + search : '';
}

/**
 * The page as the email and the CRM may know it: without what opens an order, a card, a subscription or a draft to
 * whoever reads it there.
 */
function reportedPage(page: string): string {
  if (page === '' || !URL.canParse(page, 'http://shop')) return '';
  const { pathname, searchParams } = new URL(page, 'http://shop');
  for (const secret of ['token', 'key', 'preview']) searchParams.delete(secret);
  return loggedPath(pathname) + (searchParams.size > 0 ? `?${searchParams}` : '');
}
