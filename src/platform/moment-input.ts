import { z } from 'zod';

/** A moment as staff choose it: ISO with a zone. */
export const MomentInput = z.iso.datetime({ offset: true, error: 'Укажите день и время' });
