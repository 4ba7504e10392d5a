type Varied = { variant_labels: string[]; attributes: string[] };

/**
 * «Ещё: 5 кг, 15 кг»: without what the card itself is, where its attributes say it; else «Варианты: …». One line of the
 * card, cut by it.
 */
export function variantWords({ variant_labels, attributes }: Varied): string {
  const own = attributes.map(bare);
  const others = variant_labels.filter((label) => !own.includes(bare(label)));
  return `${others.length < variant_labels.length ? 'Ещё' : 'Варианты'}: ${others.join(', ')}`;
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll('\u00a0', ' ');
}
