import type { ProductDocument } from '#modules/catalogue/product-rows.ts';

/** «PDF, 340 КБ, 14.03.2026» */
export function documentWords(document: Pick<ProductDocument, 'file' | 'size_bytes' | 'issued_on'>): string {
  const type = /\.([a-z0-9]+)$/i.exec(document.file)?.[1]?.toUpperCase();
  return [type, sizeWords(document.size_bytes), document.issued_on?.split('-').reverse().join('.')]
    .filter(Boolean)
    .join(', ');
}

function sizeWords(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))}\u00a0КБ`;
  return `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')}\u00a0МБ`;
}
