const mostLabels = 3;

type Varied = { variant_labels: string[]; attributes: string[] };

/** «Ещё: 5 кг, 15 кг»: without what the card itself is, where its attributes say it; else «Варианты: …». */
export function variantWords({ variant_labels, attributes }: Varied): string {
  const own = attributes.map(bare);
  const others = variant_labels.filter((label) => !own.includes(bare(label)));
  const named = others.slice(0, mostLabels).join(', ');
  const rest = others.length > mostLabels ? ' и\u00a0другие' : '';
  return `${others.length < variant_labels.length ? 'Ещё' : 'Варианты'}: ${named}${rest}`;
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll('\u00a0', ' ');
}
