import { z } from 'zod';
import { Blocks } from '#modules/content/blocks-schema.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { keysOf } from '#shared/keys-of.ts';

export const articleSeasons = {
  new_year: 'К Новому году',
  winter: 'Зимой',
  spring: 'Весной',
  summer: 'Летом',
  autumn: 'Осенью',
} as const;

export type ArticleSeason = keyof typeof articleSeasons;

const Slug = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Адрес из латинских букв, цифр и дефисов');

export const TopicInput = z.object({
  slug: Slug,
  name: z.string().trim().min(2).max(60),
  position: z.int().default(0),
});
export type TopicInput = z.input<typeof TopicInput>;

/** An article as its editors hand it in. Goods in its blocks are named by 1C codes. */
export const ArticleInput = z.object({
  slug: Slug,
  title: z.string().trim().min(3, fieldMessages.minLength(3)).max(160, fieldMessages.maxLength(160)),
  lead: z.string().trim().min(10, fieldMessages.minLength(10)).max(500, fieldMessages.maxLength(500)),
  topic: Slug,
  season: z.enum(keysOf(articleSeasons)).nullable().default(null),
  author: z.string().trim().min(2).max(120),
  picture: z
    .string()
    .regex(/^[a-z0-9][\w./-]{0,200}$/i)
    .nullable()
    .default(null),
  blocks: Blocks,
  department_id_1c: z
    .string()
    .regex(/^\d{5}$/)
    .nullable()
    .default(null),
});
export type ArticleInput = z.input<typeof ArticleInput>;
