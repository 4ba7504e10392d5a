import './vacancy.css';
import { redirect } from 'react-router';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { findVacancy, openVacancies, type Vacancy } from '#modules/vacancies/queries.ts';
import { vacancyFields, vacancySchedules } from '#modules/vacancies/schema.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { phoneHref, phoneList } from '#shared/phone.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { contactsUrl, homeCrumb, vacanciesUrl, vacancyUrl } from '#shared/urls.ts';
import { workTimeLines } from '#shared/work-time.ts';
import { AutoForm } from '#web/parts/forms/auto-form.tsx';
import { readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { mapMarks } from '#web/parts/maps/map-marks.ts';
import { PointsMap } from '#web/parts/maps/points-map.tsx';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList, jobPosting } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';
import { listVacancy } from './list-vacancy.ts';
import { salaryNote, salaryRange } from './salary.ts';
import { VacancyList } from './vacancy-list.tsx';

/** So many others stand under a post. */
const mostSimilar = 4;

/**
 * One post (S2-11), on its own branch's host only: that branch's people read the answers. A closed one says so and is
 * not indexed.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { db, requestContext, config, partners } = site;
  const id = /^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : null;
  const [departments, vacancy] = await Promise.all([
    departmentDirectory(db),
    id === null ? null : findVacancy(db, id, shownAt(requestContext)),
  ]);
  const department = departments.find(({ id_1c }) => id_1c === vacancy?.department_id_1c);
  const branch = departments.find(({ id_1c }) => id_1c === vacancy?.branch_id_1c);
  if (!vacancy || !department || !branch) throw notFound();
  const path = vacancyUrl(vacancy.id);
  if (branch.id_1c !== requestContext.department.id_1c)
    throw redirect(branchOrigin(branch, requestContext.origin, config.MAIN_DOMAIN) + path, 301);
  const crumbs = [homeCrumb, { name: 'Вакансии', url: vacanciesUrl() }];
  const city = inCity(department.names_cases.prepositional);
  const texts = [
    { title: 'Что делать', html: cleanHtml(vacancy.duties) },
    { title: 'Что важно', html: cleanHtml(vacancy.requirements) },
    { title: 'Условия', html: cleanHtml(vacancy.terms) },
  ].filter(({ html }) => html !== '');
  const { title } = vacancy;
  const [text, open, company, form] = await Promise.all([
    seoTexts(db, requestContext.department, 'vacancy', String(vacancy.id), { host: requestContext.host, name: title }),
    openVacancies(db, shownAt(requestContext)),
    readSetting(db, 'company'),
    vacancy.is_closed ? null : readFormView(site, 'vacancy', { about: `vacancy:${vacancy.id}` }),
  ]);
  return {
    device: requestContext.device,
    crumbs,
    id: vacancy.id,
    heading: text.unique_title || title,
    city,
    is_closed: vacancy.is_closed,
    salary: salaryRange(vacancy),
    salary_note: salaryNote(vacancy),
    facts: [
      ['График', vacancySchedules[vacancy.schedule]],
      ['Направление', vacancyFields[vacancy.field]],
      ['Опубликована', zonedDayWords(vacancy.published_at, department.time_zone)],
      ...(vacancy.valid_until ? [['Актуальна до', zonedDayWords(vacancy.valid_until, department.time_zone)]] : []),
    ],
    place: {
      address: `${department.city}, ${department.address}`,
      kind: department.is_pick_up_point ? 'Пункт выдачи' : 'Магазин и пункт выдачи',
      work_lines: workTimeLines(department.work_time),
      map: department.yandex_map_link,
    },
    map_script: partners.maps?.script ?? null,
    marks: mapMarks([department], ({ yandex_map_link }) => yandex_map_link ?? contactsUrl()),
    form,
    phone: phoneList(branch.phones)[0] ?? null,
    texts,
    similar: similarTo(vacancy, open).flatMap(
      (other) => listVacancy(requestContext, config.MAIN_DOMAIN, departments, other) ?? [],
    ),
    seo: seoOf(requestContext, {
      title: text.title,
      keywords: text.keywords,
      description:
        text.description ||
        `${title} ${city}, ${department.address}: ${salaryRange(vacancy)} ${salaryNote(vacancy)}, график ${vacancySchedules[vacancy.schedule].toLowerCase()}.`,
      path,
      isIndexable: !vacancy.is_closed,
      jsonLd: [
        breadcrumbList(requestContext.origin, crumbs, title),
        ...(vacancy.is_closed
          ? []
          : [
              jobPosting(
                requestContext.origin,
                path,
                {
                  ...vacancy,
                  description: texts.map((text) => `<h3>${text.title}</h3>${text.html}`).join(''),
                  isPartTime: vacancy.schedule === 'part_time',
                },
                department,
                company.name,
              ),
            ]),
      ],
    }),
  };
}

/** What is open in this city first, the same work before other work, then the same work elsewhere. */
function similarTo(vacancy: Vacancy, open: Awaited<ReturnType<typeof openVacancies>>) {
  const nearness = (other: (typeof open)[number]) =>
    Number(other.field === vacancy.field) + Number(other.branch_id_1c === vacancy.branch_id_1c) * 2;
  return open
    .filter((other) => other.id !== vacancy.id && nearness(other) > 0)
    .sort((a, b) => nearness(b) - nearness(a))
    .slice(0, mostSimilar);
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function VacancyPage({ loaderData }: Route.ComponentProps) {
  const { heading, crumbs, device, city, is_closed, salary, salary_note, facts, place, phone, texts, similar } =
    loaderData;
  const { form, marks, map_script } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbs} title={heading} note={city} device={device} />
      {is_closed ? (
        <Note kind="warn" className="vacancy__over">
          Вакансия закрыта: мы уже нашли человека.{' '}
          <Link className="link" to={vacanciesUrl()}>
            Открытые вакансии {city}
          </Link>
        </Note>
      ) : null}
      <div className="vacancy">
        <div>
          {texts.map((text) => (
            <section key={text.title} className="prose vacancy__text">
              <h2>{text.title}</h2>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
              <div dangerouslySetInnerHTML={{ __html: text.html }} />
            </section>
          ))}
        </div>
        <aside className="panel vacancy__side" aria-label="Коротко о вакансии">
          <p className={is_closed ? 'soft' : undefined}>
            <b className="vacancy__pay num">{salary}</b>
            <span className="small soft">{salary_note}</span>
          </p>
          <dl className="vacancy__facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className="vacancy__place">
            <h2 className="h3">Где работать</h2>
            <p>{place.address}</p>
            <p className="small soft">{place.kind}</p>
            {place.work_lines.length > 0 ? (
              <p className="small soft num">
                Открыто для покупателей:
                {place.work_lines.map((line) => (
                  <span key={line} className="line">
                    {line}
                  </span>
                ))}
              </p>
            ) : null}
            <PointsMap points={marks} script={map_script} label="Где работать на карте" />
            {place.map ? (
              <a className="row link" href={place.map} target="_blank" rel="noreferrer">
                <Icon name="map-pin" size="s" />
                Показать на карте
              </a>
            ) : null}
          </div>
          {form ? (
            <a className="btn btn--primary btn--wide" href="#vacancy-answer">
              Откликнуться
            </a>
          ) : null}
          {phone && !is_closed ? (
            <p className="small">
              Спросить о вакансии:{' '}
              <a className="link num nowrap" href={phoneHref(phone)}>
                {phone}
              </a>
            </p>
          ) : null}
        </aside>
      </div>
      {form ? (
        <section className="panel vacancy__answer" id="vacancy-answer" aria-labelledby="vacancy-answer-title">
          <div className="formpart">
            <h2 id="vacancy-answer-title">{form.schema.name}</h2>
            <AutoForm form={form} />
          </div>
        </section>
      ) : null}
      {similar.length > 0 ? (
        <section className="block">
          <h2>{is_closed ? 'Открытые вакансии' : 'Похожие вакансии'}</h2>
          <VacancyList vacancies={similar} heading="h3" />
        </section>
      ) : null}
    </>
  );
}
