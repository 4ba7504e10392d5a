import './info.css';
import { redirect } from 'react-router';
import { yandexProcessor } from '#integrations/identity/yandex-sign-in.ts';
import { mailProcessor } from '#integrations/mail/processor.ts';
import type { Processor } from '#integrations/processor.ts';
import { isBinding } from '#modules/content/binding-pages.ts';
import { withNamedCells } from '#modules/content/named-cells.ts';
import { withContents } from '#modules/content/page-contents.ts';
import { infoPage, listPages, pageEditions, pageToPreview } from '#modules/content/pages.ts';
import { readPreview } from '#modules/content/preview-link.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Settings } from '#modules/settings/schema.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { formatDate } from '#shared/dates.ts';
import { unbroken } from '#shared/unbroken.ts';
import { homeCrumb, privacyUrl, withTrailingSlash, writtenPageUrl } from '#shared/urls.ts';
import { counterProcessor } from '#web/parts/analytics/counter.server.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { InfoNav } from '#web/parts/written/info-nav.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';
import { CookieTable } from './cookie-table.tsx';
import { EditionList, editionRow } from './editions.tsx';
import { Processors } from './processors.tsx';

/**
 * One route for the written pages that are nothing but text (S2-03): /info/offer/ shows the page `offer`. A signed link
 * shows any version of any page, also a draft.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { db, requestContext } = site;
  const { department } = requestContext;
  const { pathname, searchParams } = new URL(request.url);
  const path = withTrailingSlash(pathname);
  const slug = path.split('/').at(-2) ?? '';
  const preview = searchParams.get('preview');
  // A page of the root has one address.
  if (preview === null && path !== writtenPageUrl(slug)) throw redirect(writtenPageUrl(slug), 301);
  const drafts = requestContext.preview?.drafts;
  const view = { department_id_1c: department.id_1c, now: shownAt(requestContext), drafts };
  const [page, editions, company, pages] = await Promise.all([
    preview === null ? infoPage(db, slug, view) : previewed(site, slug, preview),
    isBinding(slug) ? pageEditions(db, slug, view) : [],
    slug.startsWith('consent-') ? readSetting(db, 'company') : null,
    isBinding(slug) ? listPages(db, view) : [],
  ]);
  if (!page) throw notFound();
  const text = await seoTexts(db, department, 'page', slug, { host: requestContext.host, name: page.title });
  const crumbs = [homeCrumb];
  const { html, contents } = withContents(withNamedCells(page.html));
  const heading = text.unique_title || page.title;
  const isPolicy = slug === 'privacy-policy';
  return {
    device: requestContext.device,
    crumbs,
    path,
    slug,
    heading,
    html,
    // What the policy cannot know when it is written: the services that are connected now, and the cookies of the code.
    processors: isPolicy ? processorsOf(site) : null,
    is_payment_played: site.partners.payments?.is_demonstration ?? false,
    // To whom a consent is given: the text of the consent is written before anybody knows the shop's requisites.
    operator: company && operatorWords(company),
    contents: isPolicy
      ? [
          ...contents,
          { id: 'processors', text: 'Сервисы, которым передаются данные' },
          { id: 'cookies', text: 'Список cookie' },
        ]
      : contents,
    // Beside a text that binds stand the others that do.
    binding: pages
      .filter((other) => isBinding(other.slug))
      .map((other) => [other.title, writtenPageUrl(other.slug)] as const),
    edition: isBinding(slug) ? editionRow(page, department.time_zone) : null,
    editions: editions
      .filter(({ version }) => version !== page.version)
      .map((one) => editionRow(one, department.time_zone)),
    seo: seoOf(requestContext, {
      title: text.title,
      description:
        text.description ||
        `${page.title}: магазин ИДД, ${department.city}. Редакция от ${formatDate(page.published_at, department.time_zone)}.`,
      keywords: text.keywords,
      path,
      isIndexable: preview === null,
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, heading)],
    }),
    preview_of: preview === null ? null : page.version,
  };
}

/** «ООО «ИДД», ИНН 3525000101, ОГРН …»: what of it the settings have. */
function operatorWords({ name, inn, ogrn }: Settings['company']): string {
  return [name, inn && `ИНН\u00a0${inn}`, ogrn && `ОГРН\u00a0${ogrn}`].filter(Boolean).join(', ');
}

function processorsOf({ config, partners }: Shop): Processor[] {
  const { payments, crm, addresses, companies, maps } = partners;
  return [
    ...[payments, crm, addresses, companies, maps].map((partner) => partner?.processor),
    mailProcessor(config),
    yandexProcessor(config),
    counterProcessor(config),
  ].flatMap((processor) => processor ?? []);
}

async function previewed({ db, keys }: Shop, slug: string, token: string) {
  const id = readPreview(keys, 'page', token);
  return id === null ? null : pageToPreview(db, slug, id);
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Info({ loaderData }: Route.ComponentProps) {
  const { heading, html, contents, crumbs, device, slug, processors, edition, editions, path, preview_of } = loaderData;
  const { operator, binding, is_payment_played } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbs} title={heading} device={device} />
      {preview_of === null ? null : <Note kind="warn">Просмотр по ссылке: редакция {preview_of}</Note>}
      <div className="info">
        <div>
          {edition && contents.length > 4 ? <Contents contents={contents} /> : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          {operator ? (
            <p className="prose">
              {unbroken(`Оператор персональных данных: ${operator}. Как он с ними обращается, сказано в `)}
              <Link className="link" to={privacyUrl()}>
                политике конфиденциальности
              </Link>
              .
            </p>
          ) : null}
          {processors ? (
            <>
              <Processors processors={processors} isPaymentPlayed={is_payment_played} />
              <CookieTable />
            </>
          ) : null}
          {edition ? <EditionList slug={slug} edition={edition} editions={editions} /> : null}
        </div>
        {binding.length > 0 ? (
          <InfoNav path={path} pages={{ title: 'Правила и согласия', links: binding }} />
        ) : (
          <InfoNav path={path} />
        )}
      </div>
    </>
  );
}

function Contents({ contents }: { contents: { id: string; text: string }[] }) {
  return (
    <nav className="panel panel--quiet info__contents" aria-labelledby="contents-title">
      <h2 className="h3" id="contents-title">
        Содержание
      </h2>
      <ol>
        {contents.map(({ id, text }) => (
          <li key={id}>
            <a className="link" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
