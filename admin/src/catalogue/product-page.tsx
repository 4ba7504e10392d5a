import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { PriceDetails } from '../prices/price-details.tsx';
import { type Tab, Tabs, useAllowedTabs, useTab } from '../record/tabs.tsx';
import { isNoConnection, RequestError, request } from '../request.ts';
import { BranchesPanel } from './branches-panel.tsx';
import { Conflict } from './conflict.tsx';
import { DescriptionFields } from './description-fields.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { LinksTab } from './links-tab.tsx';
import { useMay } from './may.ts';
import { OtherVariants } from './other-variants.tsx';
import { Pictures } from './pictures.tsx';
import type { Product } from './product.ts';
import { QualityPanel, qualityPath } from './quality-panel.tsx';
import { ReviewsTab } from './reviews-tab.tsx';
import { SeoTab } from './seo-tab.tsx';
import { SpecFields } from './spec-fields.tsx';
import type { TabProps } from './tab-props.ts';
import { UnitsTab } from './units-tab.tsx';
import { useDraft } from './use-draft.ts';
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

type Read = { product: Product; mark: string };

/** A product: its description, pictures, attributes, prices of the branches; saved together, by `Ctrl S` too. */
export function ProductPage() {
  const { id = '' } = useParams();
  const record = useQuery({
    queryKey: ['products', 'page', id],
    queryFn: async (): Promise<Read> => {
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

function ProductForm({ read, readAgain }: { read: Read; readAgain: () => Promise<void> }) {
  const { product, mark } = read;
  const may = useMay();
  const queries = useQueryClient();
  const isEditable = may('catalogue.write');
  const { draft, isDirty, set, replace } = useDraft<Product>(`draft:products:${product.id}`);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = { ...product, ...draft };
  const problems = failure?.fields ?? {};
  const tabs = useAllowedTabs(productTabs);
  const tab = useTab(tabs);

  /** `version`: the one that the person saw when there were two. */
  async function save(fields: Partial<Product>, version = mark) {
    setBusy(true);
    setFailure(null);
    try {
      await request(`/api/admin/products/${product.id}`, {
        method: 'PATCH',
        body: fields,
        headers: { 'If-Match': version },
      });
      await readAgain();
      void queries.invalidateQueries({ queryKey: ['got', qualityPath(product.id)] });
      replace({});
      setSaved(new Date().toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isDirty) void save(draft);
  }

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
        <>
          {saved && !isDirty ? <span className="soft small">Сохранено в {saved}</span> : null}
          <a className="btn" href={product.path} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden="true" /> Посмотреть
          </a>
          {isEditable ? (
            <>
              {isDirty ? <Button onClick={() => replace({})}>Отменить правку</Button> : null}
              <Button kind="primary" type="submit" form="product" isBusy={isBusy} disabled={!isDirty}>
                Сохранить
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {failure?.status === 412 ? (
        <Conflict
          failure={failure}
          draft={draft}
          keepMine={(version) => void save(draft, version)}
          takeTheirs={async () => {
            replace({});
            setFailure(null);
            await readAgain();
          }}
        />
      ) : null}
      {failure && failure.status !== 412 ? (
        <p className="goods-problem panel goods-alert" role="alert">
          {isNoConnection(failure) ? 'Нет связи, изменения сохранены в браузере. ' : null}
          {failure.message}
        </p>
      ) : null}
      <Tabs label="Части товара" tabs={tabs} />
      <form
        id="product"
        className={tab === 'main' ? 'product-page' : undefined}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
          event.preventDefault();
          if (isDirty) void save(draft);
        }}
      >
        {tab === 'main' ? <MainTab {...{ product, shown, problems, isEditable, set, readAgain }} /> : null}
        {tab === 'units' ? <UnitsTab product={shown} problems={problems} isEditable={isEditable} set={set} /> : null}
        {tab === 'documents' ? (
          <DocumentsTab product={shown} problems={problems} isEditable={isEditable} set={set} />
        ) : null}
        {tab === 'links' ? <LinksTab product={shown} problems={problems} isEditable={isEditable} set={set} /> : null}
        {tab === 'variants' ? (
          <VariantsTab product={shown} problems={problems} isEditable={isEditable} set={set} />
        ) : null}
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
      {tab === 'history' ? <RecordHistory resource={['products', 'prices']} id={product.id} /> : null}
    </PageFrame>
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
          <Owned product={product} isEditable={isEditable} readAgain={readAgain} />
        </section>
      </div>
    </>
  );
}

const ownedWords: Record<Product['owners'][number]['field'], string> = {
  name: 'название',
  description: 'описание',
  images: 'изображения',
  article: 'артикул',
  barcode: 'штрихкод',
  brand: 'бренд',
  categories: 'категории',
  weight: 'вес',
  vat: 'НДС',
  specs: 'свойства',
  sale: 'показ',
};

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
            {ownedWords[field]}
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
