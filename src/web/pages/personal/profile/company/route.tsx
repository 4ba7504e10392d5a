import { addCompany, editCompany, switchCompany } from '#modules/accounts/companies.ts';
import {
  acceptInvitation,
  changeRole,
  countInvitation,
  decideRequest,
  emailOwners,
  inviteMember,
  limitPurchaser,
  removeMember,
  revokeInvitation,
} from '#modules/accounts/company-members.ts';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import type { CompanyRole, SignedIn } from '#modules/accounts/signed-in.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { companyForm, invitationForm, limitsForm, limitsOf } from '#shared/company-rules.ts';
import { companyUrl, profileUrl } from '#shared/urls.ts';
import { isUuid } from '#shared/uuid.ts';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { addAccountCookies } from '../../account-cookies.ts';
import type { PersonalHandle } from '../../layout.tsx';
import type { Route } from './+types/route.ts';
import { CompanyScreen } from './company-screen.tsx';
import { readCompanies } from './read-companies.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Организации — ИДД' }];

export const handle: PersonalHandle = {
  crumbs: () => ({ here: 'Организации', parents: [{ name: 'Профиль', url: profileUrl() }] }),
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  return readCompanies(found, requireAccount(found.requestContext, request), new URL(request.url).searchParams);
}

/** One form, one verb; who may do it the verb asks. */
export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const account = requireAccount(found.requestContext, request);
  const form = await request.formData();
  const intent = textOf(form, 'intent');
  const verb = Object.hasOwn(verbs, intent) ? verbs[intent] : undefined;
  if (!verb) throw new PageFailure(400);
  const name = [intent, textOf(form, 'company_id')].filter(Boolean).join(' ');
  const answer = await answerForm(companyUrl(), name, form, async () => {
    // Whom one buys for belongs to the work of the day; who belongs to a firm is the customer's own business.
    if (intent !== 'switch') refuseWhileActing(account);
    await verb(found, account, form);
  });
  await addAccountCookies(found, account, answer);
  return answer;
}

export default function CompanyPage({ loaderData, actionData }: Route.ComponentProps) {
  return <CompanyScreen found={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}

type Verb = (shop: Shop, account: SignedIn, form: FormData) => Promise<void>;

/** New firms and requests of one person in a day. */
const additions = { max: 10, windowSeconds: 86_400 } as const;

const verbs: Record<string, Verb> = {
  async add({ db, requestContext }, { user_id }, form) {
    const fields = checkForm(companyForm, form);
    const wait = await takeLimit(db, 'company add', user_id, additions.max, additions.windowSeconds);
    if (wait > 0) throw tooMany(wait);
    await inTransaction(db, async (db) => {
      const { company_id, outcome } = await addCompany(db, user_id, fields);
      if (outcome === 'requested') await emailOwners(db, company_id, user_id, requestContext.origin);
    });
  },
  async edit({ db }, { user_id }, form) {
    const fields = checkForm(companyForm, form);
    await inTransaction(db, (db) => editCompany(db, user_id, companyId(form), fields));
  },
  async switch({ db }, { user_id }, form) {
    await switchCompany(db, user_id, textOf(form, 'company_id') === '' ? null : companyId(form));
  },
  async invite({ db, requestContext, keys }, account, form) {
    const { email, role } = checkForm(invitationForm, form);
    const invited = { email: email.toLowerCase(), role: role as CompanyRole };
    await countInvitation(db, account.user_id);
    await inTransaction(db, (db) => inviteMember(db, keys, account, companyId(form), invited, requestContext.origin));
  },
  async revoke({ db }, { user_id }, form) {
    await inTransaction(db, (db) => revokeInvitation(db, user_id, companyId(form), uuidOf(form, 'invitation_id')));
  },
  async accept_invitation({ db, keys }, { user_id }, form) {
    await inTransaction(db, (db) => acceptInvitation(db, keys, textOf(form, 'token'), user_id).then(() => {}));
  },
  async accept({ db }, { user_id }, form) {
    const role = roleOf(form);
    await inTransaction(db, (db) =>
      decideRequest(db, user_id, companyId(form), numberOf(form, 'request_id'), { accept: true, role }),
    );
  },
  async decline({ db }, { user_id }, form) {
    await inTransaction(db, (db) =>
      decideRequest(db, user_id, companyId(form), numberOf(form, 'request_id'), { accept: false }),
    );
  },
  /** The role and, of a purchaser whose limits were shown, these; both or neither. */
  async member({ db }, { user_id }, form) {
    const role = roleOf(form);
    const limits = role === 'purchaser' && form.has('order_limit') ? limitsOf(checkForm(limitsForm, form)) : null;
    const [company, member] = [companyId(form), uuidOf(form, 'member_id')];
    await inTransaction(db, async (db) => {
      await changeRole(db, user_id, company, member, role);
      if (limits) await limitPurchaser(db, user_id, company, member, limits);
    });
  },
  async remove({ db }, { user_id }, form) {
    await inTransaction(db, (db) => removeMember(db, user_id, companyId(form), uuidOf(form, 'member_id')));
  },
  async leave({ db }, { user_id }, form) {
    await inTransaction(db, (db) => removeMember(db, user_id, companyId(form), user_id));
  },
};

async function inTransaction(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(work);
}

function companyId(form: FormData): number {
  return numberOf(form, 'company_id');
}

/** What is no id belongs to nobody. */
function numberOf(form: FormData, name: string): number {
  const id = Number(textOf(form, name));
  if (!Number.isSafeInteger(id) || id < 1) throw new Refusal('not_found');
  return id;
}

function uuidOf(form: FormData, name: string): string {
  const id = textOf(form, name);
  if (!isUuid(id)) throw new Refusal('not_found');
  return id;
}

function roleOf(form: FormData): CompanyRole {
  return checkForm({ role: invitationForm.role }, form).role as CompanyRole;
}
