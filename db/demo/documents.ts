import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensure } from '#shared/ensure.ts';
import { slugOf } from '#shared/transliterate.ts';
import { attributes } from './attributes.ts';
import { brandOf } from './brands.ts';
import { categories } from './categories.ts';
import { pdfOf } from './pdf.ts';
import type { DemoProduct } from './products.ts';
import { randomOf } from './random.ts';

export type DemoDocument = {
  name: string;
  kind: 'passport' | 'instruction' | 'safety';
  file: string;
  size_bytes: number;
  issued_on: string;
};

const attributeOf = new Map(attributes.map((attribute) => [attribute.code, attribute]));
const categoryOf = new Map(categories.map((category) => [category.code, category]));
const dayMs = 86_400_000;
const sizeWords = new Set([
  'ves',
  'obem',
  'obem_ml',
  'cvet',
  'razmer',
  'dlina',
  'v_upakovke',
  'shirina_mm',
  'moshchnost',
  'sechenie',
  'napryazhenie',
  'tok',
  'ves_s_upakovkoy',
  'ves_metra',
  'seriya',
]);
const dangerous = new Set(['suhie-smesi', 'kraski-i-laki']);

/** Passports, instructions and safety sheets: real PDF files, one set per family and brand, shared by its products. */
export class DocumentShelf {
  private readonly made = new Map<string, DemoDocument[]>();
  private readonly filesDir: string;
  private readonly now: Date;

  constructor(filesDir: string, now: Date) {
    this.filesDir = filesDir;
    this.now = now;
  }

  get count(): number {
    return [...this.made.values()].reduce((sum, documents) => sum + documents.length, 0);
  }

  async documentsOf(product: DemoProduct): Promise<DemoDocument[]> {
    if (!product.has_documents) return [];
    const key = `${product.category} ${product.brand}`;
    const known = this.made.get(key);
    if (known) return known;
    const documents = await this.make(product);
    this.made.set(key, documents);
    return documents;
  }

  private async make(product: DemoProduct): Promise<DemoDocument[]> {
    const category = ensure(categoryOf.get(product.category));
    const random = randomOf(`documents ${product.category} ${product.brand}`);
    const date = new Date(Math.floor(this.now.getTime() / dayMs) * dayMs - random.int(60, 700) * dayMs);
    const title = `${category.name} ${product.brand}`;
    const number = `${random.int(100, 999)}-${random.int(10, 99)}`;
    const maker = `${product.brand}, ${brandOf(product.brand).country}. Импортёр и продавец: ООО «ИДД», 160001, г. Вологда, ул. Гончарная, 2.`;
    const base = `documents/${category.code}-${slugOf(product.brand)}`;
    const documents = [
      await this.write('Технический паспорт', 'passport', `${base}-pasport.pdf`, date, {
        over: `Технический паспорт № ${number}`,
        title,
        rows: specRows(product),
        paragraphs: [
          product.draft.text[0] ?? '',
          maker,
          'Значения относятся ко всей серии; фасовка, размер и цвет указаны на упаковке и на странице товара. Документ демонстрационного магазина.',
        ],
      }),
      await this.write('Инструкция по применению', 'instruction', `${base}-instrukciya.pdf`, date, {
        over: 'Инструкция по применению',
        title,
        rows: specRows(product).slice(0, 4),
        paragraphs: [
          ...product.draft.text.slice(1),
          'Храните в сухом месте в заводской упаковке. Если что-то не сходится с инструкцией, позвоните в филиал: телефоны — на странице «Контакты».',
          'Документ демонстрационного магазина.',
        ],
      }),
    ];
    if (!dangerous.has(category.root)) return documents;
    documents.push(
      await this.write('Памятка по безопасности', 'safety', `${base}-bezopasnost.pdf`, date, {
        over: 'Памятка по безопасности',
        title,
        rows: [
          ['Защита рук', 'Перчатки'],
          ['Защита глаз', 'Очки'],
          ['Помещение', 'Проветривать во время работы и сутки после'],
        ],
        paragraphs: [
          'При попадании в глаза промойте большим количеством воды и обратитесь к врачу. Не допускайте детей к открытой упаковке.',
          'Остатки и тару сдавайте как строительный мусор, не выливайте в канализацию. Документ демонстрационного магазина.',
        ],
      }),
    );
    return documents;
  }

  private async write(
    name: string,
    kind: DemoDocument['kind'],
    file: string,
    date: Date,
    sheet: Omit<Parameters<typeof pdfOf>[0], 'date'>,
  ): Promise<DemoDocument> {
    const bytes = pdfOf({ ...sheet, date });
    const target = join(this.filesDir, file);
    await mkdir(join(this.filesDir, 'documents'), { recursive: true });
    const former = await readFile(target).catch(() => null);
    if (!former || hash(former) !== hash(bytes)) await writeFile(target, bytes);
    return { name, kind, file, size_bytes: bytes.length, issued_on: date.toISOString().slice(0, 10) };
  }
}

function specRows(product: DemoProduct): [string, string][] {
  return Object.entries(product.draft.specs)
    .filter(([code]) => !sizeWords.has(code))
    .map(([code, value]) => {
      const { name, unit } = ensure(attributeOf.get(code));
      const text = value === true ? 'Да' : value === false ? 'Нет' : String(value).replace('.', ',');
      return [name, unit ? `${text} ${unit}` : text];
    });
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
