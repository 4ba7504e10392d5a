import { redirect } from 'react-router';
import { changePassword } from '#modules/accounts/change-password.ts';
import { confirmContact, requestContactCode } from '#modules/accounts/contact-codes.ts';
import { addContact, changeContact, listContacts, makeMainEmail, removeContact } from '#modules/accounts/contacts.ts';
import { cancelDeletion, requestDeletion, requestDeletionCode } from '#modules/accounts/delete-account.ts';
import { provePerson, requestProofCode } from '#modules/accounts/recent-proof.ts';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { renameUser } from '#modules/accounts/rename-user.ts';
import { requestPasswordReset } from '#modules/accounts/restore-password.ts';
import { removeAddress, removeRecipient, saveAddress, saveRecipient } from '#modules/accounts/saved-places.ts';
import { endOwnSession, signOutEverywhere } from '#modules/accounts/session-list.ts';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { giveConsent, withdrawConsent } from '#modules/consents/consents.ts';
import { forgetWithdrawnForm } from '#modules/forms/forget-forms.ts';
import { formFilesArea } from '#modules/forms/schema.ts';
import { unsubscribePerson } from '#modules/subscriptions/subscribe.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { forgetSession } from '#modules/visitors/session-cookies.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { removePrivateFile } from '#platform/private-files.ts';
import { Refusal } from '#platform/refusal.ts';
import { changePasswordForm, codeForm, nameForm } from '#shared/account-forms.ts';
import { addressForm, newEmailForm, recipientForm } from '#shared/profile-forms.ts';
import { homeUrl, profileUrl } from '#shared/urls.ts';
import { isUuid } from '#shared/uuid.ts';
import { answerForm, textOf } from '#web/parts/forms/form-answer.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';

type Work = (asked: Asked) => Promise<void>;

type Asked = {
  shop: Shop;
  db: Db;
  account: SignedIn;
  user_id: string;
  form: FormData;
  /** The row a small form is about; NaN when it names none, and then nobody's row is found. */
  id: number;
  /** What the page needs to know afterwards. */
  query: Record<string, string>;
};

/** What each form of the profile does, by its name. `section:what`; forms about one row add its id. */
const works: Record<string, Work> = {
  name: ({ db, user_id, form }) => renameUser(db, user_id, checkForm(nameForm, form).full_name),

  'contacts:add': ({ db, user_id, form }) =>
    inTransaction(db, (db) => addContact(db, user_id, { type: textOf(form, 'type'), value: textOf(form, 'value') })),
  'contacts:change': ({ db, user_id, form, id }) =>
    inTransaction(db, (db) => changeContact(db, user_id, id, textOf(form, 'value'))),
  'contacts:remove': ({ db, account, id }) => inTransaction(db, (db) => removeContact(db, account, id)),
  'contacts:main': ({ db, account, id }) => inTransaction(db, (db) => makeMainEmail(db, account, id)),
  'contacts:code': async ({ shop, db, account, form, query }) => {
    const email = checkForm(newEmailForm, form).email.toLowerCase();
    await requestContactCode(db, shop.keys, account, email, requesterOf(shop.requestContext));
    query.email = email;
  },
  'contacts:ask-proof': async ({ shop, db, account }) => {
    await requestProofCode(db, shop.keys, account, requesterOf(shop.requestContext));
  },
  'contacts:prove': async ({ shop, db, account, form }) => {
    const { auth_code } = checkForm(codeForm, form);
    await provePerson(db, shop.keys, account, auth_code);
  },
  'contacts:confirm': async ({ shop, db, user_id, form }) => {
    const { email, auth_code } = checkForm({ ...newEmailForm, ...codeForm }, form);
    await confirmContact(
      db,
      shop.keys,
      user_id,
      { email: email.toLowerCase(), auth_code },
      requesterOf(shop.requestContext),
    );
  },

  'password:change': async ({ shop, db, account, form }) => {
    await changePassword(db, account, checkForm(changePasswordForm, form), requesterOf(shop.requestContext));
  },
  'password:link': async ({ shop, db, user_id }) => {
    const email = (await listContacts(db, user_id)).find(({ type, confirmed_at }) => type === 'email' && confirmed_at);
    if (!email) throw new Refusal('bad_input', {}, 'Сначала добавьте почту: на неё придёт ссылка');
    await requestPasswordReset(db, email.value, requesterOf(shop.requestContext));
  },

  'sessions:end': ({ db, user_id, form }) => endOwnSession(db, user_id, uuidOf(textOf(form, 'session_id'))),
  'sessions:everywhere': async ({ account }) => refuseWhileActing(account),
  'sessions:others': async ({ db, account }) => {
    await signOutEverywhere(db, account.user_id, { except: account.session_id });
  },

  'addresses:save': ({ db, user_id, form, id }) =>
    inTransaction(db, (db) => saveAddress(db, user_id, checkForm(addressForm, form), idOrNull(id))),
  'addresses:remove': ({ db, user_id, id }) => removeAddress(db, user_id, id),
  'recipients:save': ({ db, user_id, form, id }) =>
    inTransaction(db, (db) => saveRecipient(db, user_id, checkForm(recipientForm, form), idOrNull(id))),
  'recipients:remove': ({ db, user_id, id }) => removeRecipient(db, user_id, id),

  'consents:withdraw': async ({ shop, db, user_id, id }) => {
    const files: string[] = [];
    await inTransaction(db, async (db) => {
      await withdrawConsent(db, user_id, id);
      files.push(...(await forgetWithdrawnForm(db, user_id, id)));
      // Without either consent no email but those about orders and safety may go out.
      const contacts = await listContacts(db, user_id);
      const emails = contacts.filter(({ type }) => type === 'email').map(({ value }) => value);
      await unsubscribePerson(db, user_id, emails);
    });
    for (const file of files) await removePrivateFile(shop.config.DATA_DIR, formFilesArea, file);
  },
  'consents:give': async ({ shop, db, user_id }) => {
    const subject = (await listContacts(db, user_id)).find(({ type }) => type === 'email')?.value ?? user_id;
    await giveConsent(db, {
      purpose: 'advertising',
      form: 'profile',
      subject,
      address: shop.requestContext.address,
      user_id,
    });
  },

  'data:code': async ({ shop, db, user_id }) => {
    await requestDeletionCode(db, shop.keys, user_id, requesterOf(shop.requestContext));
  },
  'data:confirm': async ({ shop, db, account, form }) => {
    const { auth_code } = checkForm(codeForm, form);
    await requestDeletion(db, shop.keys, account, auth_code, requesterOf(shop.requestContext));
  },
  'data:cancel': ({ db, user_id }) => cancelDeletion(db, user_id),
};

/**
 * Every form of the profile: what it asks for, or the refusal's words at its place. While staff acts nothing here is
 * done (S6-05).
 */
export async function profileAction(shop: Shop, account: SignedIn, form: FormData) {
  const intent = textOf(form, 'intent');
  if (intent === 'sessions:everywhere' && !account.acting) return signOut(shop, account);
  const work = Object.hasOwn(works, intent) ? works[intent] : undefined;
  if (!work) throw new PageFailure(400);
  const typed = textOf(form, 'id');
  const id = /^\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN;
  const query: Record<string, string> = {};
  const name = typed ? `${intent}:${typed}` : intent;
  const asked = { shop, db: shop.db, account, user_id: account.user_id, form, id, query };
  return answerForm(
    profileUrl(),
    name,
    form,
    async () => {
      refuseWhileActing(account);
      await work(asked);
    },
    query,
  );
}

/** «Выйти везде»: this browser too. */
async function signOut({ db, requestContext, config }: Shop, account: SignedIn) {
  await signOutEverywhere(db, account.user_id);
  const headers = new Headers(
    forgetSession(requestContext, config.MAIN_DOMAIN).map((cookie) => ['Set-Cookie', cookie]),
  );
  return redirect(homeUrl(), { status: 303, headers });
}

function inTransaction(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(work);
}

function idOrNull(id: number): number | null {
  return Number.isNaN(id) ? null : id;
}

function uuidOf(typed: string): string {
  if (!isUuid(typed)) throw new Refusal('not_found');
  return typed;
}
