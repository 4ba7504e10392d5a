import { useQuery } from '@tanstack/react-query';
import { countOf } from '#shared/plurals.ts';
import { productFields } from '#shared/product-fields.ts';
import { upperFirst } from '#shared/upper-first.ts';
import type { Attribute, Product } from '../parts/product.ts';
import { useBrands } from '../parts/use-brands.ts';
import { useCategories } from '../parts/use-categories.ts';
import type { FieldWords } from '../record/values.ts';
import { request } from '../request.ts';

const counted = (label: string, one: string, few: string, many: string) => ({
  label,
  show: (value: unknown) => (Array.isArray(value) && value.length > 0 ? countOf(value.length, one, few, many) : '—'),
});
const ofGoods = (label: string) => counted(label, 'товар', 'товара', 'товаров');

/** Fields of a product as its draft tells them; names of brands and categories once they are read. */
export function useProductWords(): FieldWords {
  const brands = new Map(useBrands().map(({ id, name }) => [id, name]));
  const categories = new Map(useCategories().map(({ id, name }) => [id, name]));
  const { data: attributes = [] } = useQuery({
    queryKey: ['attributes', 'all'],
    queryFn: async () => (await request<{ items: Attribute[] }>('/api/admin/attributes')).body.items,
  });
  const named = (names: Map<number, string>) => (id: unknown) => names.get(Number(id)) ?? `№ ${id}`;
  return {
    ...Object.fromEntries(Object.entries(productFields).map(([name, { words }]) => [name, upperFirst(words)])),
    ...unitWords,
    description_html: { label: 'Описание', show: (value) => plainText(String(value ?? '')) || '—' },
    images: counted('Изображения', 'картинка', 'картинки', 'картинок'),
    brand_id: { label: 'Бренд', show: (id) => (id ? named(brands)(id) : '—') },
    category_ids: {
      label: 'Категории',
      show: (ids) => (Array.isArray(ids) ? ids.map(named(categories)).join(', ') : '—'),
    },
    weight_grams: { label: 'Вес', show: (grams) => (typeof grams === 'number' ? `${grams} г` : '—') },
    vat_rate: { label: 'НДС', show: (rate) => `${rate} %` },
    is_on: { label: 'На сайте', show: (isOn) => (isOn ? 'да' : 'нет') },
    specs: {
      label: 'Свойства',
      show: (specs) => countOf(Object.keys((specs ?? {}) as object).length, 'свойство', 'свойства', 'свойств'),
      parts: Object.fromEntries(attributes.map(({ code, name, unit }) => [code, unit ? `${name}, ${unit}` : name])),
    },
    successor_id: { label: 'Замена', show: (id) => (id ? `товар № ${id}` : '—') },
    analogue_ids: ofGoods('Аналоги'),
    for_job_ids: ofGoods('Сопутствующие товары'),
    documents: {
      label: 'Документы',
      show: (value) => ((value ?? []) as Product['documents']).map(({ name }) => name).join(', ') || '—',
    },
  };
}

const unitWords: FieldWords = {
  unit: 'Единица товара',
  base_unit: 'Базовая единица',
  factor_base: 'Базовых единиц',
  factor_sales: 'В единицах товара',
  step: 'Кратность',
  min_count: 'Наименьшее количество',
  max_count: 'Наибольшее количество',
  package_count: 'В упаковке',
  pallet_count: 'На поддоне',
};

function plainText(html: string): string {
  const page = new DOMParser().parseFromString(html.replace(/<\/(?:p|li|h\d|tr)>/g, '$&\n'), 'text/html');
  return (page.body.textContent ?? '').replace(/\n{2,}/g, '\n').trim();
}
