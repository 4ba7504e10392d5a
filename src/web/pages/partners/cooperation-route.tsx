import './partners.css';
import { useState } from 'react';
import { phoneHref, phoneList } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cooperationUrl } from '#shared/urls.ts';
import { AutoForm } from '#web/parts/forms/auto-form.tsx';
import type { FormView } from '#web/parts/forms/form-view.ts';
import { readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/cooperation-route.ts';

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
  const [kind, setKind] = useState('');
  return (
    <>
      <PageHead crumbs={crumbs} title={title} device={device} />
      {form ? <Kinds form={form} onKind={setKind} /> : null}
      <div className="partners">
        <div>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
          {html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : null}
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
        </div>
        {form ? (
          <section className="panel" aria-labelledby="cooperation-form">
            <h2 className="h3" id="cooperation-form">
              {form.schema.name}
            </h2>
            <AutoForm form={{ ...form, values: { ...form.values, ...(kind && { kind }) } }} />
          </section>
        ) : null}
      </div>
    </>
  );
}

/** Each leads to the form; where a script runs, with its subject chosen. */
function Kinds({ form, onKind }: { form: FormView; onKind: (kind: string) => void }) {
  return (
    <nav aria-labelledby="kinds">
      <p id="kinds" className="soft partners__ask">
        Что предлагаете?
      </p>
      <ul className="partners__kinds">
        {form.schema.fields.kind?.options?.map(({ value, name }) => (
          <li key={value}>
            {/* biome-ignore lint/a11y/useValidAnchor: before any script the link goes to the form by its fragment */}
            <a className="btn btn--line" href="#cooperation-form" onClick={() => onKind(value)}>
              {unbroken(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
