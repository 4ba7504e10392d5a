import { z } from 'zod';
import { Listing } from '#modules/catalogue/schema.ts';
import { actionUrl, brandUrl, categoryUrl, isOwnPath } from '#shared/urls.ts';
import { cleanHtml, storedPictures } from './clean-html.ts';

/** Longest written HTML of one block, and most blocks of one page. */
const htmlLimit = 50_000;
const mostBlocks = 40;

const Title = z.string().trim().max(120);
const Text = z.string().trim().max(600);
/** Stored picture, as `Picture` takes it. */
const StoredPicture = z.string().regex(/^[a-z0-9][\w./-]{0,200}$/i);
/** 1C codes of goods: they outlive a renamed slug. */
const Idcode = z.string().regex(/^[\w.-]{1,50}$/);
/** A path of the shop itself or an https address; nothing that runs. */
const LinkTarget = z
  .string()
  .max(500)
  .refine(
    (link) => isOwnPath(link) || /^https:\/\/[a-z0-9.-]+(\/|$)/i.test(link),
    'Ссылка на страницу магазина или https://',
  );

/** A number of a calculator's form as a visitor would type it; '' leaves the usual one. */
const Typed = z
  .string()
  .trim()
  .regex(/^(\d{1,4}([.,]\d{1,2})?)?$/, 'Число, например 44,9')
  .default('');

/**
 * One block of a written page: landing pages and articles are lists of these. HTML comes out cleaned. Goods are named
 * by 1C codes and shown live; a list is a question to the catalogue. Dates are ISO with a zone.
 */
export const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('html'), html: z.string().max(htmlLimit).transform(cleanHtml) }),
  z.object({
    type: z.literal('hero'),
    title: Title.min(1),
    text: Text.default(''),
    button_text: z.string().trim().max(40).default(''),
    link: LinkTarget.optional(),
    image: StoredPicture.optional(),
    theme: z.enum(['spruce', 'season', 'ochre', 'lake']).default('spruce'),
  }),
  z.object({
    type: z.literal('products'),
    title: Title.default(''),
    text: Text.default(''),
    idcodes: z.array(Idcode).min(1).max(24),
    // Goods of the block that stand for one another: who buys everything takes one of each group.
    alternatives: z
      .array(z.array(z.string().trim().pipe(Idcode)).min(2).max(24))
      .max(12)
      .default([]),
    // How many of a good the work takes, in sales units; of the others one smallest lot.
    counts: z
      .array(z.object({ idcode: z.string().trim().pipe(Idcode), count: z.number().int().min(1).max(99_999) }))
      .max(24)
      .default([]),
    // What these counts are for: «ёлка 180 см».
    counts_for: Title.default(''),
  }),
  z.object({
    type: z.literal('list'),
    title: Title.min(1),
    text: Text.default(''),
    listing: Listing.omit({ page: true, limit: true }),
    limit: z.number().int().min(1).max(20).default(5),
  }),
  z.object({
    type: z.literal('calculator'),
    title: Title.default(''),
    text: Text.default(''),
    idcode: Idcode,
    // What it begins with: the example of the text around it.
    area: Typed,
    layer_mm: Typed,
    coats: Typed,
  }),
  z.object({
    type: z.literal('timer'),
    ends_at: z.iso.datetime({ offset: true }),
    text: Text.min(1),
  }),
  z.object({
    type: z.literal('form'),
    code: z.string().regex(/^[a-z][a-z0-9_]{1,40}$/),
    title: Title.default(''),
    text: Text.default(''),
  }),
  z.object({
    type: z.literal('faq'),
    title: Title.default('Вопросы и ответы'),
    items: z
      .array(z.object({ question: z.string().trim().min(1).max(300), answer: z.string().trim().min(1).max(3_000) }))
      .min(1)
      .max(20),
  }),
  z.object({ type: z.literal('map'), title: Title.default('Где забрать'), text: Text.default('') }),
  z.object({
    type: z.literal('video'),
    title: Title.min(1),
    text: Text.default(''),
    url: z
      .string()
      .max(500)
      .regex(/^https:\/\/[a-z0-9.-]+\//i),
    poster: StoredPicture,
    duration_seconds: z.number().int().min(1).max(36_000).optional(),
  }),
  z.object({
    type: z.literal('reviews'),
    title: Title.default('Отзывы покупателей'),
    idcodes: z.array(Idcode).max(24).default([]),
    limit: z.number().int().min(1).max(12).default(3),
  }),
]);
export type Block = z.output<typeof Block>;
export type BlockInput = z.input<typeof Block>;

/** What a verb that stores a page takes: everything is checked and cleaned before it is kept. */
export const Blocks = z.array(Block).min(1).max(mostBlocks);

/** Blocks of a stored page. What an older or newer shop wrote and this one does not know is left out. */
export function storedBlocks(stored: unknown): Block[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((block: unknown) => Block.safeParse(block).data ?? []);
}

/** Paths of every stored picture that these blocks name. */
export function picturesOfBlocks(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'html') return storedPictures(block.html);
    if (block.type === 'hero') return block.image ?? [];
    return block.type === 'video' ? block.poster : [];
  });
}

/** Every address that these blocks lead to, with the place of its block; a list leads to its category or action. */
export function linksOfBlocks(blocks: Block[]): { at: number; link: string }[] {
  return blocks.flatMap((block, at) => [...new Set(linksOf(block))].map((link) => ({ at, link })));
}

function linksOf(block: Block): string[] {
  if (block.type === 'html')
    return [...block.html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, link = '']) => plain(link));
  if (block.type === 'hero') return block.link ? [block.link] : [];
  if (block.type !== 'list') return [];
  const { category, brand, action } = block.listing;
  return [
    ...(category ? [categoryUrl(category)] : []),
    ...(brand ? [brandUrl(brand)] : []),
    ...(action ? [actionUrl(action)] : []),
  ];
}

/** An address as an attribute holds it. */
const plain = (link: string) => link.replaceAll('&amp;', '&');
