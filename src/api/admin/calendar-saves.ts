import type { CalendarItem, CalendarKind } from '#modules/calendar/read-calendar.ts';
import { isLegal, legalWords } from '#modules/content/binding-pages.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import { type StaffMember, whyNotOwn } from '#modules/staff/require-staff.ts';
import { ensure } from '#shared/ensure.ts';
import { actionAdminRoutes } from './actions.ts';
import { articleRoutes } from './articles.ts';
import { bannerRoutes } from './banners.ts';
import { couponAdminRoutes } from './coupons.ts';
import { creditProgramRoutes } from './credit-programs.ts';
import { formRoutes } from './forms.ts';
import { homeLayoutRoutes } from './home-layouts.ts';
import { landingRoutes } from './landings.ts';
import { menuLinkRoutes } from './menu-links.ts';
import { contentPageRoutes } from './pages.ts';
import { releaseRoutes } from './releases.ts';
import type { AdminRoute } from './route.ts';
import { vacancyRoutes } from './vacancies.ts';
import { wheelRoutes } from './wheels.ts';
import { wobblerAdminRoutes } from './wobblers.ts';

/** The call that saves a record, and its fields that hold the dates. */
export type DatesSave = { url: string; starts_at: string; ends_at: string | null };

type Save = DatesSave & { permission: Permission | null };

/** The record's own PATCH; of a kind without one, why its dates are not moved in the calendar. */
const saves: Record<CalendarKind, Save | string> = {
  releases: saveOf(releaseRoutes, 'releases', { starts_at: 'publish_at', ends_at: null }),
  drafts: 'Время черновика меняют на странице записи, которую он правит',
  layouts: saveOf(homeLayoutRoutes, 'home-layouts'),
  slides: saveOf(bannerRoutes, 'banners'),
  actions: saveOf(actionAdminRoutes, 'actions'),
  coupons: saveOf(couponAdminRoutes, 'coupons'),
  landings: saveOf(landingRoutes, 'landings'),
  wheels: saveOf(wheelRoutes, 'wheels'),
  wobblers: saveOf(wobblerAdminRoutes, 'wobblers'),
  plans: 'План цен не переносят: его отменяют и считают на другой день',
  menu: saveOf(menuLinkRoutes, 'menu-links'),
  // Whoever writes a text does not yet say when it comes out.
  articles: {
    ...saveOf(articleRoutes, 'articles', { starts_at: 'published_at', ends_at: null }),
    permission: 'content.publish',
  },
  pages: {
    ...saveOf(contentPageRoutes, 'page-versions', { starts_at: 'published_at', ends_at: 'ends_at' }),
    permission: 'content.publish',
  },
  pins: 'Срок закреплённых товаров меняют в разделе «Поиск»',
  credit: saveOf(creditProgramRoutes, 'credit-programs'),
  forms: saveOf(formRoutes, 'forms', { starts_at: 'published_at', ends_at: null }),
  vacancies: {
    ...saveOf(vacancyRoutes, 'vacancies', { starts_at: 'published_at', ends_at: 'valid_until' }),
    permission: 'content.publish',
  },
  news: 'Новости магазин пишет сам, по утрам, когда есть о чём',
  hours: 'Часы филиала меняют на его странице',
};

function saveOf(
  routes: readonly AdminRoute[],
  name: string,
  fields: Pick<DatesSave, 'starts_at' | 'ends_at'> = { starts_at: 'starts_at', ends_at: 'ends_at' },
): Save {
  const url = `/api/admin/${name}`;
  const { permission } = ensure(routes.find((route) => route.method === 'PATCH' && route.url === `${url}/:id`));
  return { ...fields, url, permission };
}

type Person = { may: (permission: Permission) => boolean; staff: Pick<StaffMember, 'departments'> };

/** How this person sets the dates of what stands in the calendar; in words, why they cannot. */
export function saveOfDates(item: CalendarItem, person: Person, now: Date): DatesSave | string {
  const save = saves[item.kind];
  if (typeof save === 'string') return save;
  const { permission, ...call } = save;
  const fixed = whyFixed(item, permission, person, now);
  if (fixed !== null) return fixed;
  if (item.save_id === null) return 'У формы есть версия новее: день меняют у неё';
  return { ...call, url: `${call.url}/${encodeURIComponent(item.save_id)}` };
}

function whyFixed(item: CalendarItem, permission: Permission | null, { may, staff }: Person, now: Date): string | null {
  const { kind, id, branches, is_draft, is_group } = item;
  if (permission !== null && !may(permission)) return 'Сроки этой записи вам менять не разрешено';
  if (kind === 'releases') return is_draft ? null : 'Выпуск уже опубликован';
  if (kind === 'wheels' && !is_draft) return 'Опубликованный розыгрыш не меняется';
  if (kind === 'pages' && isLegal(id) && !may('legal.publish')) return legalWords;
  const out = whyOut(item, now);
  if (out !== null) return out;
  if (is_group) return 'Срок серии купонов задают при её выпуске';
  // Dates of a landing page are common, whichever branches have a text of it.
  const rows = kind === 'landings' ? [null] : (branches ?? [null]);
  return rows.map((branch) => whyNotOwn(staff, branch)).find((why) => why !== null) ?? null;
}

/** What is moved until it is out; why not afterwards. */
const outWords: Partial<Record<CalendarKind, string>> = {
  articles: 'Статья уже вышла: снять её можно на её странице',
  pages: 'Редакция уже вышла: снять её можно на странице с её текстом',
  forms: 'Версия формы уже вышла: снять её можно на странице формы',
  vacancies: 'Вакансия уже вышла: её срок меняют на её странице',
};

/** Why nobody moves it: it is out already, or nobody has said yet that it will be; null: it is to come. */
function whyOut({ kind, starts_at, ends_at, is_draft }: CalendarItem, now: Date): string | null {
  const words = outWords[kind];
  if (words === undefined) return null;
  if (is_draft) return 'Это черновик: день назначают, когда его публикуют';
  // A withdrawn article ends at its withdrawal.
  if (kind === 'articles' && ends_at !== null) return 'Статья снята с сайта';
  if (kind === 'vacancies' && ends_at !== null && ends_at <= now) return 'Вакансия закрыта';
  return starts_at !== null && starts_at <= now ? words : null;
}
