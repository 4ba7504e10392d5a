import { ExternalLink } from 'lucide-react';
import { useParams } from 'react-router';
import { brandUrl } from '#shared/urls.ts';
import { Pictures } from '../catalogue/pictures.tsx';
import { Doubts } from '../editor/doubts.tsx';
import { Field } from '../parts/field.tsx';
import { TextField } from '../record/text-field.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import type { Brand } from './assortment-types.ts';
import { brandWords, goodsWords } from './assortment-words.ts';
import { RecordPage } from './record-page.tsx';

export function BrandPage() {
  const { id = '' } = useParams();
  return <BrandOf key={id} id={id} />;
}

/** A brand: names, logo, description, the paper of dealership. */
function BrandOf({ id }: { id: string }) {
  const form = useRecord<Brand>(`/api/admin/brands/${id}`, ({ name, slug, country, description, logo, dealer }) => ({
    name,
    slug,
    country,
    description,
    logo,
    dealer,
  }));
  const { fields, set } = form;
  const canWrite = useCan('catalogue.write');
  return (
    <RecordPage
      form={form}
      kind="Бренд"
      title={({ name }) => name}
      list={{ label: 'Бренды', to: '/catalogue/brands' }}
      resource="brands"
      drafted={{ resource: 'brands', path: `/api/admin/brands/${id}` }}
      id={id}
      words={brandWords}
      actions={(brand) => (
        <>
          <span className="soft">{goodsWords(brand)}</span>
          <a href={brandUrl(brand.slug)} target="_blank" rel="noreferrer" className="btn btn-plain">
            <ExternalLink size={16} aria-hidden="true" />
            На сайте
          </a>
        </>
      )}
    >
      {() => (
        <>
          <div className="form form-pair">
            <TextField form={form} name="name" label="Название" />
            <TextField form={form} name="slug" label="Адрес страницы" hint="После смены прежний адрес ведёт сюда" />
            <TextField form={form} name="country" label="Страна" isOptional />
          </div>
          <Pictures
            title="Логотип"
            images={fields.logo ? [String(fields.logo)] : []}
            isEditable={canWrite}
            isSingle
            onChange={([logo = null]) => set('logo', logo)}
          />
          <TextField form={form} name="description" label="О бренде" rows={6} isOptional />
          <Doubts words={[fields.description]} />
          <Dealer form={form} />
        </>
      )}
    </RecordPage>
  );
}

type Dealership = NonNullable<Brand['dealer']>;
const noPaper: Dealership = { status: 'Официальный дилер', file: null, since: '', until: null };

/** By which paper the shop is the brand's dealer; it stands on the brand's page while it is good. */
function Dealer({ form: { fields, set, errors } }: { form: RecordForm<Brand> }) {
  const dealer = fields.dealer as Brand['dealer'];
  const change = (part: Partial<Dealership>) => set('dealer', { ...(dealer ?? noPaper), ...part });
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={dealer !== null && dealer !== undefined}
          onChange={({ target }) => set('dealer', target.checked ? noPaper : null)}
        />
        Магазин — дилер бренда
      </label>
      {dealer ? (
        <div className="form form-pair">
          <Field label="Как написать на странице" error={errors['dealer.status']}>
            {(given) => (
              <input {...given} value={dealer.status} onChange={({ target }) => change({ status: target.value })} />
            )}
          </Field>
          <Field label="С какого дня" error={errors['dealer.since']}>
            {(given) => (
              <input
                {...given}
                type="date"
                value={dealer.since}
                onChange={({ target }) => change({ since: target.value })}
              />
            )}
          </Field>
          <Field label="По какой день" hint="Пусто: без срока" error={errors['dealer.until']}>
            {(given) => (
              <input
                {...given}
                type="date"
                value={dealer.until ?? ''}
                onChange={({ target }) => change({ until: target.value || null })}
              />
            )}
          </Field>
        </div>
      ) : null}
    </>
  );
}
