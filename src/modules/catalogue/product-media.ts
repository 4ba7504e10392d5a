import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';

const Path = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9/_.-]{0,200}$/)
  .refine((path) => !path.includes('..'));
const common = { title: z.string().trim().min(1).max(120), poster: Path };

/** Beside its pictures: a video, or the frames of a 360° view in their order. Paths of DATA_DIR/files. */
export const ProductMedium = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('video'),
    ...common,
    file: z.string().regex(/^media\/[A-Za-z0-9][A-Za-z0-9_.-]{0,120}\.(mp4|webm)$/),
  }),
  z.object({ kind: z.literal('spin'), ...common, frames: z.array(Path).min(8).max(72) }),
]);
export type ProductMedium = z.infer<typeof ProductMedium>;

export const ProductMedia = z.array(ProductMedium).max(20);

/** As JSON in a query over `products p`; null: the product has none. */
export const productMediaSql = `(select json_agg(
    jsonb_build_object('kind', m.kind, 'title', m.title, 'poster', m.poster) || case m.kind
      when 'video' then jsonb_build_object('file', m.file) else jsonb_build_object('frames', m.frames) end
    order by m.position) from product_media m where m.product_id = p.id)`;

/**
 * All videos and 360° views of a product, in this order, in place of those it had. Throws not_found for an unknown
 * code.
 */
export async function saveProductMedia(db: Db, idcode: string, media: ProductMedium[]): Promise<void> {
  const product = await db.selectFrom('products').select('id').where('idcode', '=', idcode).executeTakeFirst();
  if (!product) throw new Refusal('not_found');
  await db.deleteFrom('product_media').where('product_id', '=', product.id).execute();
  if (media.length > 0) {
    await db
      .insertInto('product_media')
      .values(
        media.map((medium, position) => ({
          product_id: product.id,
          position,
          kind: medium.kind,
          title: medium.title,
          poster: medium.poster,
          file: medium.kind === 'video' ? medium.file : null,
          frames: medium.kind === 'spin' ? medium.frames : [],
        })),
      )
      .execute();
  }
  await invalidate(db, [`product:${product.id}`]);
}
