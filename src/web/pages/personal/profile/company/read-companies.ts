import { listOwnCompanies, listOwnRequests, type OwnCompany } from '#modules/accounts/companies.ts';
import { readInvitation, readTeam } from '#modules/accounts/company-members.ts';
import { shownContact } from '#modules/accounts/shown-contact.ts';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { type FirmSummary, firmSummaries } from '#modules/documents/firm-summary.ts';
import { orderedInMonth } from '#modules/orders/purchase-limits.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { takeLimit } from '#platform/limits.ts';
import { isInn } from '#shared/company-numbers.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { formatDate } from '#shared/dates.ts';
import { dueWords, invoicesWords } from '#shared/due-words.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { workingDays } from '#shared/plurals.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** So many firms may be looked up in ten minutes: the register's daily limit is the shop's. */
const lookups = { max: 30, windowSeconds: 600 } as const;

function managerOf({ name, phone, email }: NonNullable<FirmSummary['manager']>) {
  return { name, email, phone: phone === null ? null : { words: formatPhone(phone), href: phoneHref(phone) } };
}

export type CompaniesPage = Awaited<ReturnType<typeof readCompanies>>;
export type Company = CompaniesPage['companies'][number];

/**
 * A person's firms with their people, open requests, the invitation of the link, and what the register says of `?inn=`.
 */
export async function readCompanies(
  { db, requestContext, keys, partners, log }: Shop,
  account: SignedIn,
  query: URLSearchParams,
) {
  const { user_id } = account;
  const zone = requestContext.department.time_zone;
  const token = query.get('invitation');
  const shownEmail = (value: string) => shownContact(account.acting)({ type: 'email', value });
  const [companies, summaries, requests, invitation, party, { check_working_days: days }] = await Promise.all([
    listOwnCompanies(db, user_id),
    firmSummaries(db, user_id, zone),
    listOwnRequests(db, user_id),
    token ? readInvitation(db, keys, token, user_id) : null,
    lookUp(query.get('inn')),
    readSetting(db, 'company_terms'),
  ]);
  return {
    companies: await Promise.all(companies.map(shown)),
    requests: requests.map(({ inn, created_at }) => ({ inn, since: formatDate(created_at, zone) })),
    invitation: token
      ? {
          token,
          offer: invitation && {
            name: invitation.name,
            inn: invitation.inn,
            name_of_role: companyRoleWords[invitation.role].name,
            may: companyRoleWords[invitation.role].may,
          },
        }
      : null,
    asked_inn: query.get('inn')?.replace(/\s/g, '').slice(0, 20) ?? '',
    party,
    /** ИНН alone is enough: the rest is filled in. */
    has_register: partners.companies !== null,
    /** «за 2 рабочих дня»: how soon a firm is checked; null: no term is promised. */
    check_term: days === null ? null : `за\u00a0${workingDays(days)}`,
    done: query.get('done'),
    is_acting: account.acting !== null,
  };

  async function shown(company: OwnCompany) {
    // Staff who act see no contacts, and other people's least of all.
    const isLed = company.role === 'owner' && company.is_active && account.acting === null;
    const team = isLed ? await readTeam(db, company.id) : null;
    const summary = summaries.find(({ id }) => id === company.id);
    return {
      ...company,
      /** Its invoices that wait for money, and until when; null: none does. */
      unpaid: summary?.unpaid
        ? { count: summary.unpaid.count, words: invoicesWords(summary.unpaid), due: dueWords(summary.unpaid) }
        : null,
      manager: summary?.manager ? managerOf(summary.manager) : null,
      /** Of the person's own limit of this month. */
      ordered: company.role === 'purchaser' ? await ordered(company.id, user_id, company.month_limit) : null,
      state: company.is_active
        ? ('active' as const)
        : company.is_suspended
          ? ('suspended' as const)
          : ('checked' as const),
      team: team && {
        members: await Promise.all(
          team.members.map(async ({ email, ...member }) => ({
            ...member,
            email: email && shownEmail(email),
            is_self: member.user_id === user_id,
            /** Kopecks ordered of the limit of this month; null: there is none. */
            ordered: await ordered(company.id, member.user_id, member.month_limit),
          })),
        ),
        invitations: team.invitations.map(({ expires_at, email, ...rest }) => ({
          ...rest,
          email: shownEmail(email),
          until: formatDate(expires_at, zone),
        })),
        requests: team.requests,
      },
    };
  }

  async function ordered(company_id: number, user_id: string, limit: number | null): Promise<number | null> {
    return limit === null ? null : orderedInMonth(db, { user_id, company_id }, { zone, now: new Date() });
  }

  async function lookUp(typed: string | null) {
    const inn = typed?.replace(/\s/g, '') ?? '';
    if (!partners.companies || !isInn(inn)) return null;
    if ((await takeLimit(db, 'company lookup', user_id, lookups.max, lookups.windowSeconds)) > 0) return null;
    return partners.companies.find(inn, log);
  }
}
