import iconv from 'iconv-lite';

/**
 * Text in whatever encoding a Russian computer saved it: by its mark (UTF-8, UTF-16: «Текст Юникод» of Excel), else
 * UTF-8 when it is valid, else the one of windows-1251, cp866 and koi8-r that reads most like Russian.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, 'utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, 'utf16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const readings = ['win1251', 'cp866', 'koi8-r'].map((encoding) => iconv.decode(bytes, encoding));
    return readings.reduce((best, reading) => (likeness(reading) > likeness(best) ? reading : best));
  }
}

/** In Russian small letters outnumber capitals and signs; in the wrong code page they do not. */
function likeness(text: string): number {
  const sample = text.slice(0, 20_000);
  const small = sample.match(/[а-яё]/g)?.length ?? 0;
  const odd = sample.match(/[^\sа-яёА-ЯЁ\w.,:;()"'«»№%/\\+*=<>²³°–—-]/g)?.length ?? 0;
  return small - 3 * odd;
}
