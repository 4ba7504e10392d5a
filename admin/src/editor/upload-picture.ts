import { imageUrl } from '#shared/image-url.ts';
import { RequestError, send } from '../request.ts';
import type { TextBlock } from './text-blocks.ts';

/** As wide as a text stands. */
const width = 960;

export type SentPicture = { file: string; width: number | null; height: number | null };

/** Sends a picture for a text; `problem`: what the shop refused, in its words. */
export async function sendPicture(file: File): Promise<SentPicture | { problem: string }> {
  const form = new FormData();
  form.set('file', file);
  try {
    const answer = await send('/api/admin/content-files', { method: 'POST', body: form });
    return (await answer.json()) as SentPicture;
  } catch (error) {
    if (error instanceof RequestError) return { problem: error.fields.file ?? error.message };
    throw error;
  }
}

/** The same as a part of a text. */
export async function uploadPicture(file: File): Promise<{ block: TextBlock } | { problem: string }> {
  const sent = await sendPicture(file);
  if ('problem' in sent) return sent;
  const height = sent.width && sent.height ? Math.round((sent.height * width) / sent.width) : 0;
  return { block: { type: 'picture', src: imageUrl(sent.file, { width }), alt: '', width, height } };
}
