import { imageUrl } from '#shared/image-url.ts';
import { sendPicture } from '../parts/send-picture.ts';
import type { TextBlock } from './text-blocks.ts';

/** As wide as a text stands. */
const width = 960;

/** Sends a picture and makes a part of a text of it. */
export async function uploadPicture(file: File): Promise<{ block: TextBlock } | { problem: string }> {
  const sent = await sendPicture(file);
  if ('problem' in sent) return sent;
  const height = sent.width && sent.height ? Math.round((sent.height * width) / sent.width) : 0;
  return { block: { type: 'picture', src: imageUrl(sent.file, { width }), alt: '', width, height } };
}
