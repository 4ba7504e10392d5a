import './vacancy.css';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import { narrowVacancies } from '#modules/vacancies/narrow-vacancies.ts';
import { openVacancies } from '#modules/vacancies/queries.ts';
import { vacancyFields, vacancySchedules } from '#modules/vacancies/schema.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { countOf } from '#shared/plurals.ts';
import { contactsUrl, homeCrumb, vacanciesUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/list-route.ts';
import { listVacancy } from './list-vacancy.ts';
import { VacancyList } from './vacancy-list.tsx';
import { readVacancyQuery, type VacancyQuery, vacancyListUrl } from './vacancy-url.ts';

type Choice = { name: string; url: string; count: number; is_on: boolean };

/**
 * Open posts of this city, or of others by the filter (S2-11). Filters are links with exact counts, so they need no
 * script.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, requestContext, config } = context.get(shop);
  const { department } = requestContext;
  const [departments, vacancies, text] = await Promise.all([
    departmentDirectory(db),
    openVacancies(db, shownAt(requestContext)),
    seoTexts(db, department, 'vacancies', '', { host: requestContext.host }),
  ]);
  const branches = branchesOf(departments);
  const { isPlain, ...asked } = readVacancyQuery(new URL(request.url).searchParams);
  const chosen = asked.city === 'all' ? null : (branches.find(({ domain }) => domain === asked.city) ?? department);
  // The branch's own city is the page without a parameter.
  const query: VacancyQuery = { ...asked, city: chosen === null ? 'all' : cityParameter(chosen, department) };
  const found = narrowVacancies(
    vacancies,
    { branch: chosen?.id_1c ?? null, field: query.field, schedule: query.schedule },
    [department, ...branches.filter(({ id_1c }) => id_1c !== department.id_1c)].map(({ id_1c }) => id_1c),
  );
  const nameOf = new Map(branches.map((branch) => [branch.id_1c, branch]));
  const cities: Choice[] = [
    { name: 'Все города', url: vacancyListUrl({ ...query, city: 'all' }), count: found.all.branch, is_on: !chosen },
    ...found.branches.flatMap(({ key, count }) => {
      const branch = nameOf.get(key);
      if (!branch) return [];
      const url = vacancyListUrl({ ...query, city: cityParameter(branch, department) });
      return { name: branch.city, url, count, is_on: chosen?.id_1c === key };
    }),
  ];
  const shown = (items: typeof found.items) =>
    items.flatMap((vacancy) => listVacancy(requestContext, config.MAIN_DOMAIN, departments, vacancy) ?? []);
  // Of all cities a list is too long to be read: one part for each, the own city first.
  const towns = chosen
    ? [{ city: chosen.city, vacancies: shown(found.items) }]
    : found.branches.map(({ key }) => ({
        city: nameOf.get(key)?.city ?? '',
        vacancies: shown(found.items.filter((vacancy) => vacancy.branch_id_1c === key)),
      }));
  const where = chosen ? inCity(chosen.names_cases.prepositional) : 'во всех городах';
  const crumbs = [homeCrumb];
  return {
    device: requestContext.device,
    crumbs,
    h1: text.unique_title,
    where,
    towns: towns.filter(({ vacancies }) => vacancies.length > 0),
    groups: [
      { title: 'Город', choices: cities },
      {
        title: 'Направление',
        choices: [
          anyOf('Все направления', query, 'field', found.all.field),
          ...found.fields.map(({ key, count }) => ({
            name: vacancyFields[key],
            url: vacancyListUrl({ ...query, field: key }),
            count,
            is_on: query.field === key,
          })),
        ],
      },
      {
        title: 'График',
        choices: [
          anyOf('Любой график', query, 'schedule', found.all.schedule),
          ...found.schedules.map(({ key, count }) => ({
            name: vacancySchedules[key],
            url: vacancyListUrl({ ...query, schedule: key }),
            count,
            is_on: query.schedule === key,
          })),
        ],
      },
    ],
    everywhere: { count: vacancies.length, url: vacancyListUrl({ city: 'all', field: null, schedule: null }) },
    seo: seoOf(requestContext, {
      title: text.title,
      keywords: text.keywords,
      description: text.description,
      path: vacanciesUrl(),
      isIndexable: isPlain,
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, text.unique_title)],
    }),
  };
}

function cityParameter(branch: { id_1c: string; domain: string }, own: { id_1c: string }): string | null {
  return branch.id_1c === own.id_1c ? null : branch.domain;
}

function anyOf(name: string, query: VacancyQuery, group: 'field' | 'schedule', count: number): Choice {
  return { name, url: vacancyListUrl({ ...query, [group]: null }), count, is_on: query[group] === null };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Vacancies({ loaderData }: Route.ComponentProps) {
  const { towns, groups, crumbs, h1, device, where, everywhere } = loaderData;
  const [only] = towns;
  const count = towns.reduce((sum, { vacancies }) => sum + vacancies.length, 0);
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={h1}
        note={`${countOf(count, 'вакансия', 'вакансии', 'вакансий')} ${where}`}
        device={device}
      />
      <div className="vacancies">
        <aside className="vacancies__filters" aria-label="Фильтры вакансий">
          {groups.map((group) => (
            <ChoiceGroup key={group.title} {...group} isFolded={device === 'mobile'} />
          ))}
        </aside>
        <section aria-labelledby="vacancies-found">
          <h2 className="sr" id="vacancies-found">
            Открытые вакансии
          </h2>
          {towns.length > 1 ? (
            towns.map(({ city, vacancies }, at) => (
              <details key={city} className="vacancies__town" open={at === 0}>
                <summary>
                  <h3>{city}</h3>{' '}
                  <span className="soft num">{countOf(vacancies.length, 'вакансия', 'вакансии', 'вакансий')}</span>
                </summary>
                <VacancyList vacancies={vacancies} heading="h4" />
              </details>
            ))
          ) : only ? (
            <VacancyList vacancies={only.vacancies} heading="h3" />
          ) : (
            <Ways title="Таких вакансий сейчас нет." everywhere={everywhere} isFirst />
          )}
          {only ? (
            <Ways title="Не нашли подходящую?" everywhere={everywhere.count > count ? everywhere : null} />
          ) : null}
        </section>
      </div>
    </>
  );
}

type WaysProps = {
  title: string;
  /** null: all of them are shown. */
  everywhere: { count: number; url: string } | null;
  isFirst?: boolean;
};

/** Where to look on: the posts of all cities, the shop's own people. */
function Ways({ title, everywhere, isFirst = false }: WaysProps) {
  return (
    <div className="vacancies__none">
      <p className="b">{title}</p>
      <p className="row vacancies__ways">
        {everywhere && everywhere.count > 0 ? (
          <Link className={`btn btn--${isFirst ? 'primary' : 'line'}`} to={everywhere.url}>
            Вакансии всех городов: {everywhere.count}
          </Link>
        ) : null}
        <Link className="link" to={contactsUrl()}>
          Спросить в магазине
        </Link>
      </p>
    </div>
  );
}

/** One filter: a list of links; on a phone it is folded and names what is chosen. */
function ChoiceGroup({ title, choices, isFolded }: { title: string; choices: Choice[]; isFolded: boolean }) {
  const list = (
    <ul>
      {choices.map((choice) => (
        <li key={choice.name}>
          {choice.count === 0 && !choice.is_on ? (
            <span className="vacancies__off">
              {choice.name}
              <span className="n">0</span>
            </span>
          ) : (
            <Link to={choice.url} aria-current={choice.is_on ? 'true' : undefined} preventScrollReset>
              {choice.name}
              <span className="n">{choice.count}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
  if (!isFolded)
    return (
      <div className="vacancies__group">
        <h2 className="vacancies__name">{title}</h2>
        {list}
      </div>
    );
  return (
    <details className="vacancies__group">
      <summary>
        <span className="soft">{title}</span> <b>{choices.find((choice) => choice.is_on)?.name}</b>
      </summary>
      {list}
    </details>
  );
}
