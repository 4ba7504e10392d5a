import { hasPassword } from '#modules/accounts/change-password.ts';
import { listContacts } from '#modules/accounts/contacts.ts';
import { deletionDue, deletionObstacles } from '#modules/accounts/delete-account.ts';
import { hasRecentProof } from '#modules/accounts/recent-proof.ts';
import { listAddresses, listRecipients } from '#modules/accounts/saved-places.ts';
import { listSessions } from '#modules/accounts/session-list.ts';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { listConsents } from '#modules/consents/consents.ts';
import { consentPlace } from '#modules/forms/consent-place.ts';
import { momentWords, zonedDayWords } from '#shared/until-words.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/route.ts';
import { profileAction } from './profile-action.ts';
import { ProfileScreen } from './profile-screen.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Профиль — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Профиль' }) };

const wayWords = { code: 'код из письма', password: 'пароль', yandex: 'Яндекс ID', signup: 'регистрация' };

/** S6-05: staff who act for the customer do not read what belongs to the customer alone: null. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<ProfileData | null> {
  const found = context.get(shop);
  const account = requireAccount(found.requestContext, request);
  return account.acting ? null : readProfile(found, account, new URL(request.url).searchParams);
}

export type ProfileData = Awaited<ReturnType<typeof readProfile>>;

async function readProfile({ db, requestContext }: Shop, account: SignedIn, query: URLSearchParams) {
  const { user_id, session_id, full_name } = account;
  const [contacts, is_proved, has_password, sessions, addresses, recipients, consents, due, obstacles] =
    await Promise.all([
      listContacts(db, user_id),
      hasRecentProof(db, account),
      hasPassword(db, user_id),
      listSessions(db, user_id),
      listAddresses(db, user_id),
      listRecipients(db, user_id),
      listConsents(db, user_id),
      deletionDue(db, user_id),
      deletionObstacles(db, user_id),
    ]);
  const zone = requestContext.department.time_zone;
  return {
    full_name,
    done: query.get('done'),
    /** The address a code was sent to. */
    pending_email: query.get('email'),
    contacts: contacts.map(({ id, type, value, purpose, confirmed_at }) => ({
      id,
      type,
      value,
      purpose,
      is_confirmed: confirmed_at !== null,
    })),
    /** What concerns the emails that sign in may be changed without a further code. */
    is_proved,
    has_password,
    sessions: sessions.map((session) => ({
      id: session.id,
      is_current: session.id === session_id,
      device: session.device,
      city: session.city,
      address: session.address,
      way: wayWords[session.way],
      created_text: momentWords(session.created_at, zone),
      used_text: momentWords(session.used_at, zone),
    })),
    addresses,
    recipients,
    consents: consents.map(({ form, form_name, order_number, given_at, under_given_at, withdrawn_at, ...consent }) => ({
      ...consent,
      where: order_number === null ? consentPlace({ form, form_name }) : `для заказа ${order_number}`,
      given_text: momentWords(given_at, zone),
      under_text: under_given_at && zonedDayWords(under_given_at, zone),
      withdrawn_text: withdrawn_at && momentWords(withdrawn_at, zone),
    })),
    deletion: { due_text: due && zonedDayWords(due, zone), obstacles },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const account = requireAccount(found.requestContext, request);
  return profileAction(found, account, await request.formData());
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  return <ProfileScreen found={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}
