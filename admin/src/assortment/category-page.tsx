import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { countOf } from '#shared/plurals.ts';
import { categoryUrl } from '#shared/urls.ts';
import { Doubts } from '../editor/doubts.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Tag } from '../parts/tag.tsx';
import { TextField } from '../record/text-field.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { useCan, useSession } from '../session/session.ts';
import type { Category } from './assortment-types.ts';
import { categoryWords, goodsWords } from './assortment-words.ts';
import { OwnedOfCategory, useCategoryLocks } from './category-owners.tsx';
import { CategorySeo } from './category-seo.tsx';
import { RecordPage } from './record-page.tsx';
import { ShortsTab } from './shorts-tab.tsx';

export function CategoryPage() {
  const { id = '' } = useParams();
  return <CategoryOf key={id} id={id} />;
}

/** A category: names, address, whether it is on, in whose menus it stands. */
function CategoryOf({ id }: { id: string }) {
  const { branches } = useSession().me;
  const canSeo = useCan('seo.write');
  const form = useRecord<Category>(
    `/api/admin/categories/${id}`,
    ({ name, short_name, code, description, is_on, menus }) => ({
      name,
      short_name,
      code,
      description,
      is_on,
      menus,
    }),
  );
  const names = Object.fromEntries(branches.map(({ id_1c, name }) => [id_1c, name]));
  return (
    <RecordPage
      form={form}
      kind="Категория"
      title={({ name }) => name}
      list={{ label: 'Категории', to: '/catalogue/categories' }}
      resource="categories"
      drafted={{ resource: 'categories', path: `/api/admin/categories/${id}` }}
      id={id}
      words={categoryWords(names)}
      tabs={[
        { key: 'shorts', label: 'Подборки', show: (category) => <ShortsTab categoryId={category.id} /> },
        ...(canSeo
          ? [{ key: 'seo', label: 'SEO', show: ({ code }: Category) => <CategorySeo key={code} code={code} /> }]
          : []),
      ]}
      beside={({ is_on: isOn, id_1c }) => (
        <>
          <Tag tone={isOn ? 'good' : 'plain'}>{isOn ? 'На сайте' : 'Выключена'}</Tag>
          {id_1c ? <Tag tone="outline">1С</Tag> : null}
        </>
      )}
      actions={(category) => (
        <>
          <PageLink to={`/catalogue?category_id=${category.id}`}>{goodsWords(category)}</PageLink>
          <a href={categoryUrl(category.code)} target="_blank" rel="noreferrer" className="btn btn-plain">
            <ExternalLink size={16} aria-hidden="true" />
            На сайте
          </a>
        </>
      )}
    >
      {(category) => <Fields form={form} category={category} />}
    </RecordPage>
  );
}

type Given = { form: RecordForm<Category>; category: Category };

function Fields({ form, category }: Given) {
  const queries = useQueryClient();
  const { fields } = form;
  const { isLocked, lock } = useCategoryLocks(category);
  return (
    <>
      <div className="form form-pair">
        <TextField
          form={form}
          name="name"
          label="Название"
          isReadOnly={isLocked('name')}
          hint={lock('name') ?? undefined}
        />
        <TextField
          form={form}
          name="short_name"
          label="Короткое название"
          hint="Для плитки и меню телефона; пустое — как полное"
          isOptional
        />
        <TextField
          form={form}
          name="code"
          label="Адрес страницы"
          isReadOnly={isLocked('code')}
          hint={lock('code') ?? 'После смены прежний адрес ведёт сюда'}
        />
      </div>
      <TextField form={form} name="description" label="Описание" rows={5} isOptional />
      {/* What 1C calls its groups is not for the shop to mend. */}
      <Doubts words={[category.id_1c ? null : fields.name, fields.short_name, fields.description]} />
      <Shown form={form} category={category} isLocked={isLocked('is_on')} lock={lock('is_on')} />
      <OwnedOfCategory
        category={category}
        onReturned={() => {
          form.reload();
          void queries.invalidateQueries();
        }}
      />
    </>
  );
}

type ShownProps = Given & { isLocked: boolean; lock: ReactNode };

function Shown({ form: { fields, set, errors }, category, isLocked, lock }: ShownProps) {
  const { branches } = useSession().me;
  const menus = (fields.menus ?? []) as string[];
  const isOn = fields.is_on === true;
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isLocked}
          onChange={({ target }) => set('is_on', target.checked)}
        />
        На сайте
      </label>
      {lock ? <p className="soft small">{lock}</p> : null}
      {!isOn && category.goods_on > 0 ? (
        <p className="soft small">
          В разделе {countOf(category.goods_on, 'товар', 'товара', 'товаров')}, они останутся в поиске.
        </p>
      ) : null}
      <fieldset className="checks checks-narrow">
        <legend>В меню филиалов</legend>
        <ul>
          {branches.map(({ id_1c, name }) => (
            <li key={id_1c}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={menus.includes(id_1c)}
                  onChange={({ target }) =>
                    set('menus', target.checked ? [...menus, id_1c].sort() : menus.filter((other) => other !== id_1c))
                  }
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
        {errors.menus ? <p className="field-error small">{errors.menus}</p> : null}
      </fieldset>
    </>
  );
}
