import { z } from 'zod';
import { Blocks } from '#modules/content/blocks-schema.ts';
import { isOwnPath } from '#shared/urls.ts';

export const variants = ['a', 'b'] as const;
export type Variant = (typeof variants)[number];

/** Addresses that are pages of their own. */
const takenSlugs = ['magic', 'fortune'];

/**
 * A landing page as its owner sets it. `redirect_to`: where its address leads when it is over. `share_b`: tenths of
 * visitors who see b.
 */
export const LandingInput = z.object({
  slug: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Адрес: латиница, цифры и дефисы')
    .refine((slug) => !takenSlugs.includes(slug), 'Этот адрес занят'),
  name: z.string().trim().min(1).max(120),
  starts_at: z.date().nullable().default(null),
  ends_at: z.date().nullable().default(null),
  redirect_to: z
    .string()
    .max(300)
    .refine(
      (path) => isOwnPath(path) && (!path.startsWith('/lp/') || /^\/lp\/(magic|fortune)\/?$/.test(path)),
      'После окончания ведём только на страницу магазина, и не на другую посадочную',
    )
    .default('/actions/'),
  share_b: z.number().int().min(0).max(9).default(0),
});
export type LandingInput = z.input<typeof LandingInput>;

/** A text of the page: for all branches or one, variant a or b. */
export const LandingPageInput = z.object({
  department_id_1c: z.string().nullable().default(null),
  variant: z.enum(variants).default('a'),
  title: z.string().trim().min(1).max(120),
  description: z.string().trim().max(300).default(''),
  blocks: Blocks,
});
export type LandingPageInput = z.input<typeof LandingPageInput>;
