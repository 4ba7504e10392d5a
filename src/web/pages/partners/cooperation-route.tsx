import './partners.css';
import { phoneHref, phoneList } from '#shared/phone.ts';
import { cooperationUrl } from '#shared/urls.ts';
import { AutoForm } from '#web/parts/forms/auto-form.tsx';
import { readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/cooperation-route.ts';
import { splitSections } from './sections.ts';

/**
 * For suppliers, landlords, marketplaces and service partners (S2-03): what is needed of each, and a form with a file.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { department } = site.requestContext;
  const [written, form] = await Promise.all([
    readWritten(site, { slug: 'cooperation', name: 'Сотрудничество', path: cooperationUrl() }),
    readFormView(site, 'cooperation'),
  ]);
  return { ...written, form, phone: phoneList(department.phones)[0] ?? null, email: department.email };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Cooperation({ loaderData }: Route.ComponentProps) {
  const { title, html, crumbs, device, form, phone, email } = loaderData;
  const ask = <Ask phone={phone} email={email} />;
  return (
    <>
      <PageHead crumbs={crumbs} title={title} device={device} />
      <div className="partners">
        <div>
          {device === 'mobile' ? <Folded html={html} /> : <Text html={html} />}
          {device === 'mobile' ? null : ask}
        </div>
        {form ? (
          <section className="panel" aria-labelledby="cooperation-form">
            <h2 className="h3" id="cooperation-form">
              {form.schema.name}
            </h2>
            <AutoForm form={form} />
          </section>
        ) : null}
        {device === 'mobile' ? ask : null}
      </div>
    </>
  );
}

/** On a phone under the form, which is near then. */
function Ask({ phone, email }: Pick<Route.ComponentProps['loaderData'], 'phone' | 'email'>) {
  return (
    <p className="partners__ask">
      {phone ? (
        <>
          Телефон филиала:{' '}
          <a className="link num nowrap" href={phoneHref(phone)}>
            {phone}
          </a>
        </>
      ) : null}
      {phone && email ? ', почта: ' : null}
      {email ? (
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      ) : null}
    </p>
  );
}

function Text({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage
  return html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : null;
}

/** One reads what is needed of oneself alone, and the form is near. */
function Folded({ html }: { html: string }) {
  const { lead, sections } = splitSections(html);
  return (
    <>
      <Text html={lead} />
      <div className="partners__needed">
        {sections.map(({ title, html }) => (
          <details className="fold" key={title}>
            <summary>
              <h2 className="fold__h">{title}</h2>
              <Icon name="chevron-down" />
            </summary>
            <Text html={html} />
          </details>
        ))}
      </div>
    </>
  );
}
