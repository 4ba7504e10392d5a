import { expect, test } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastCode, wrongCode } from '#test/support/emails.ts';
import { testRequester } from '#test/support/requester.ts';
import { confirmContact, requestContactCode } from './contact-codes.ts';
import { listContacts, makeMainEmail, removeContact } from './contacts.ts';
import { provePerson, requestProofCode } from './recent-proof.ts';
import { signInByCode } from './sign-in-by-code.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
const signedInAt = new Date('2026-11-21T09:00:00Z');
const minutes = (count: number) => new Date(signedInAt.getTime() + count * 60_000);
const requester = testRequester();

async function annaAtHome() {
  const user = await makeUser(db);
  const { session_id } = await signedIn(db, user, signedInAt);
  return { ...user, account: { user_id: user.id, session_id } };
}

test('15 minutes after signing in no e-mail is added, made the main one or removed without a code of the main e-mail', async () => {
  const { email, account } = await annaAtHome();
  const second = `vtoraya.${email}`;
  await requestContactCode(db, keys, account, second, requester, minutes(14));
  await confirmContact(
    db,
    keys,
    account.user_id,
    { email: second, auth_code: await lastCode(db, second) },
    requester,
    minutes(20),
  );
  const added = (await listContacts(db, account.user_id)).find(({ value }) => value === second)!;

  const thief = `vor.${email}`;
  const refused = { code: 'proof_needed' };
  await expect(requestContactCode(db, keys, account, thief, requester, minutes(15))).rejects.toMatchObject(refused);
  await expect(makeMainEmail(db, account, added.id, minutes(15))).rejects.toMatchObject(refused);
  await expect(removeContact(db, account, added.id, minutes(15))).rejects.toMatchObject(refused);
  expect(await countEmails(db, thief)).toBe(0);

  await requestProofCode(db, keys, account, requester, minutes(16));
  const auth_code = await lastCode(db, email);
  await expect(provePerson(db, keys, account, wrongCode(auth_code), minutes(17))).rejects.toMatchObject({
    code: 'wrong_code',
    details: { checks_left: 4 },
  });
  await provePerson(db, keys, account, auth_code, minutes(17));
  await makeMainEmail(db, account, added.id, minutes(31));
  await expect(removeContact(db, account, added.id, minutes(32))).rejects.toMatchObject(refused);
});

test('a code that proves the person signs nobody in, works once and for the session it was entered in', async () => {
  const { id, email, account } = await annaAtHome();
  const { session_id } = await signedIn(db, { id }, signedInAt);
  const elsewhere = { user_id: id, session_id };
  await requestProofCode(db, keys, account, requester, minutes(16));
  const auth_code = await lastCode(db, email);
  await expect(signInByCode(db, keys, { email, auth_code }, requester, minutes(16))).rejects.toMatchObject({
    code: 'wrong_code',
  });
  await provePerson(db, keys, account, auth_code, minutes(17));
  await expect(provePerson(db, keys, account, auth_code, minutes(17))).rejects.toMatchObject({ code: 'wrong_code' });
  await expect(requestContactCode(db, keys, elsewhere, `vor.${email}`, requester, minutes(17))).rejects.toMatchObject({
    code: 'proof_needed',
  });
});
