import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useParams } from 'react-router';
import { countOf, formatCount } from '#shared/plurals.ts';
import { ownedField } from '#shared/product-fields.ts';
import { DraftPanel } from '../drafts/draft-panel.tsx';
import { useWaitingDraft } from '../drafts/waiting-draft.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import type { Product } from '../parts/product.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { PriceDetails } from '../prices/price-details.tsx';
import { type Tab, Tabs, useAllowedTabs, useTab } from '../record/tabs.tsx';
import { isNoConnection, request } from '../request.ts';
import { useMay } from '../session/may.ts';
import { BranchesPanel } from './branches-panel.tsx';
import { Conflict } from './conflict.tsx';
import { DescriptionFields } from './description-fields.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { LinksTab } from './links-tab.tsx';
import { OtherVariants } from './other-variants.tsx';
import { Pictures } from './pictures.tsx';
import { useProductWords } from './product-words.ts';
import { QualityPanel } from './quality-panel.tsx';
import { ReviewsTab } from './reviews-tab.tsx';
import { SeoTab } from './seo-tab.tsx';
import { SpecFields } from './spec-fields.tsx';
import type { TabProps } from './tab-props.ts';
import { UnitsTab } from './units-tab.tsx';
import { type ReadProduct, useProductForm } from './use-product-form.ts';
import { VariantsTab } from './variants-tab.tsx';

const productTabs: Tab[] = [
  { key: 'main', label: 'Описание' },
  { key: 'units', label: 'Единицы' },
  { key: 'variants', label: 'Варианты' },
  { key: 'documents', label: 'Документы' },
  { key: 'links', label: 'Связи' },
  { key: 'prices', label: 'Цены', needs: 'prices.read' },
  { key: 'reviews', label: 'Отзывы', needs: 'moderation.write' },
  { key: 'seo', label: 'SEO', needs: 'seo.write' },
  { key: 'history', label: 'История' },
];

/** A product: its description, pictures, attributes, prices of the branches; saved together, by `Ctrl S` too. */
export function ProductPage() {
  const { id = '' } = useParams();
  const record = useQuery({
    queryKey: ['products', 'page', id],
    queryFn: async (): Promise<ReadProduct> => {
      const { body, headers } = await request<Product>(`/api/admin/products/${id}`);
      return { product: body, mark: headers.get('ETag') ?? '' };
    },
  });
  if (record.error && !record.data)
    return (
      <PageFrame title="Товар" crumbs={[{ label: 'Товары', to: '/catalogue' }]}>
        <LoadFailure error={record.error} retry={() => void record.refetch()} />
      </PageFrame>
    );
  if (!record.data)
    return (
      <PageFrame title="Товар" crumbs={[{ label: 'Товары', to: '/catalogue' }]}>
        <Skeleton rows={10} />
      </PageFrame>
    );
  return <ProductForm key={id} read={record.data} readAgain={async () => void (await record.refetch())} />;
}

function ProductForm({ read, readAgain }: { read: ReadProduct; readAgain: () => Promise<void> }) {
  const { product } = read;
  const may = useMay();
  const isEditable = may('catalogue.write');
  const form = useProductForm(read, readAgain);
  const path = `/api/admin/products/${product.id}`;
  const waiting = useWaitingDraft(path, isEditable);
  const over = waiting.draft?.version ?? null;
  const words = useProductWords();
  const { shown, problems, isDirty, set, submit } = form;
  const typed = { product: shown, problems, isEditable, set };
  const tabs = useAllowedTabs(productTabs);
  const tab = useTab(tabs);

  return (
    <PageFrame
      title={product.name}
      crumbs={[{ label: 'Товары', to: '/catalogue' }]}
      beside={
        <>
          <Tag tone={product.is_on ? 'good' : 'plain'}>{product.is_on ? 'На сайте' : 'Снят с продажи'}</Tag>
          {isDirty ? <Tag tone="warn">Есть несохранённое</Tag> : null}
        </>
      }
      actions={
        <ProductActions
          path={product.path}
          form={form}
          isEditable={isEditable}
          asDraft={waiting.isRead ? () => void form.saveAsDraft(form.draft, over) : null}
          hasDraft={waiting.draft !== null}
        />
      }
    >
      <SaveFailure form={form} over={over} />
      <DraftPanel
        path={path}
        resource="products"
        words={words}
        current={product}
        isOn={isEditable}
        onEdit={(fields) => set(fields as Partial<Product>)}
        onPublished={() => void readAgain()}
      />
      <Tabs label="Части товара" tabs={tabs.map((one) => ({ ...one, count: countIn(one.key, shown) }))} />
      <form
        id="product"
        className={tab === 'main' ? 'product-page' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
          event.preventDefault();
          submit();
        }}
      >
        {tab === 'main' ? (
          <MainTab
            product={product}
            shown={shown}
            problems={problems}
            isEditable={isEditable}
            set={set}
            readAgain={readAgain}
          />
        ) : null}
        {tab === 'units' ? <UnitsTab {...typed} /> : null}
        {tab === 'documents' ? <DocumentsTab {...typed} /> : null}
        {tab === 'links' ? <LinksTab {...typed} /> : null}
        {tab === 'variants' ? <VariantsTab {...typed} /> : null}
      </form>
      {tab === 'variants' ? <OtherVariants product={shown} isEditable={isEditable} /> : null}
      {tab === 'reviews' ? <ReviewsTab id={product.id} /> : null}
      {tab === 'seo' ? <SeoTab slug={product.slug} /> : null}
      {tab === 'prices' ? (
        <section className="panel goods-panel" aria-label="Цены от количества и история">
          <h2>Цены от количества и история</h2>
          <PriceDetails id={product.id} unit={product.unit} />
        </section>
      ) : null}
      {tab === 'history' ? (
        <RecordHistory resource={['products', 'products_drafts', 'prices']} id={product.id} />
      ) : null}
    </PageFrame>
  );
}

/** How many things stand in a tab; 0: nothing, or nothing that is counted. */
function countIn(tab: string, { documents, links }: Product): number {
  return tab === 'documents' ? documents.length : tab === 'links' ? links.length : 0;
}

type Form = ReturnType<typeof useProductForm>;
type ActionsProps = {
  path: string;
  form: Form;
  isEditable: boolean;
  /** null: it is not known yet whether a draft waits. */
  asDraft: (() => void) | null;
  hasDraft: boolean;
};

/** The product in the shop, saving, and the way back to what is saved. */
function ProductActions({ path, form, isEditable, asDraft, hasDraft }: ActionsProps) {
  const { saved, isDirty, isBusy, undo } = form;
  return (
    <>
      {saved && !isDirty ? <span className="soft small">Сохранено в {saved}</span> : null}
      <a className="btn" href={path} target="_blank" rel="noreferrer">
        <ExternalLink size={16} aria-hidden="true" /> Посмотреть
      </a>
      {isEditable ? (
        <>
          {isDirty ? <Button onClick={undo}>Отменить правку</Button> : null}
          {isDirty ? (
            <Button disabled={isBusy || asDraft === null} onClick={() => asDraft?.()}>
              {hasDraft ? 'Добавить в черновик' : 'Отложить в черновик'}
            </Button>
          ) : null}
          <Button kind="primary" type="submit" form="product" isBusy={isBusy} disabled={!isDirty}>
            Сохранить
          </Button>
        </>
      ) : null}
    </>
  );
}

/** Why the product was not saved; when somebody saved it meanwhile, the choice between the two. */
function SaveFailure({ form, over }: { form: Form; over: number | null }) {
  const { failure, draft, save, saveAsDraft, isDraftFailed, takeTheirs } = form;
  if (!failure) return null;
  if (failure.status === 412)
    return (
      <Conflict
        failure={failure}
        draft={draft}
        keepMine={(version) => void (isDraftFailed ? saveAsDraft(draft, over, version) : save(draft, version))}
        takeTheirs={takeTheirs}
      />
    );
  return (
    <p className="goods-problem panel goods-alert" role="alert">
      {isNoConnection(failure) ? 'Нет связи, изменения сохранены в браузере. ' : null}
      {failure.message}
    </p>
  );
}

type MainProps = TabProps & { shown: Product; readAgain: () => Promise<void> };

/** `product` is as it is stored, `shown` with what is typed. */
function MainTab({ product, shown, problems, isEditable, set, readAgain }: MainProps) {
  return (
    <>
      <div className="product-main">
        <section className="panel goods-panel" aria-label="Описание">
          <DescriptionFields product={shown} problems={problems} isEditable={isEditable} set={set} />
          <div id="product-images">
            <Pictures images={shown.images} isEditable={isEditable} onChange={(images) => set({ images })} />
          </div>
        </section>
        <SpecFields product={shown} problems={problems} isEditable={isEditable} set={set} />
      </div>
      <div className="product-side">
        <QualityPanel id={product.id} idcode={product.idcode} />
        <BranchesPanel id={product.id} unit={product.unit} />
        <section className="panel goods-panel">
          <h2>Показ</h2>
          <label className="goods-check">
            <input
              type="checkbox"
              checked={shown.is_on}
              disabled={!isEditable}
              onChange={({ target }) => set({ is_on: target.checked })}
            />
            На сайте
          </label>
          <p className="soft small">{popularityWords(product)}</p>
          <Owned product={product} isEditable={isEditable} readAgain={readAgain} />
        </section>
      </div>
    </>
  );
}

/** What lists are ordered by at first and «Хит» is given by. */
function popularityWords({ popularity, orders_in_year: orders }: Product): string {
  const ofYear =
    orders === 0
      ? 'за\u00a0год не\u00a0заказывали'
      : `в\u00a0том числе ${countOf(orders, 'заказ', 'заказа', 'заказов')} за\u00a0год`;
  return `Популярность\u00a0${formatCount(popularity)}, ${ofYear}`;
}

type OwnedProps = { product: Product; isEditable: boolean; readAgain: () => Promise<void> };

/** Fields that the shop took from 1C, and the way back. */
function Owned({ product, isEditable, readAgain }: OwnedProps) {
  const own = product.owners.filter((owner) => !owner.is_everywhere);
  if (product.id_1c === null || own.length === 0) return null;
  return (
    <>
      <h3>Правятся в магазине</h3>
      <p className="soft small">Обмен с 1С эти поля не трогает.</p>
      <ul className="goods-owned">
        {own.map(({ field }) => (
          <li key={field}>
            {ownedField[field].words}
            {isEditable ? (
              <Button
                kind="text"
                size="small"
                onClick={async () => {
                  await request(`/api/admin/products/${product.id}/release`, { method: 'POST', body: { field } });
                  await readAgain();
                }}
              >
                Вернуть 1С
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
