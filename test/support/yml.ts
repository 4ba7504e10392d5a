import { SaxesParser } from 'saxes';

export type YmlOffer = { attributes: Record<string, string>; fields: Record<string, string[]>; elements: string[] };
export type YmlReport = {
  problems: string[];
  offers: YmlOffer[];
  categories: Map<string, string | null>;
  shop: Record<string, string>;
};

/** Children of an offer in the order of Yandex's own samples; the ones marked may stand several times. */
const order = [
  'name',
  'url',
  'price',
  'oldprice',
  'currencyId',
  'categoryId',
  'vendor',
  'vendorCode',
  'picture',
  'description',
  'delivery',
  'delivery-options',
  'sales_notes',
  'param',
  'weight',
  'barcode',
  'condition',
];
const repeated = new Set(['picture', 'param', 'barcode']);
const required = ['name', 'vendor', 'url', 'price', 'currencyId', 'categoryId', 'picture', 'description'];

/**
 * What Yandex checks and asks of a feed, over a whole one: what is wrong, one sentence each, and what it holds.
 * `prefix`: how every address of the feed must begin.
 */
export function checkYml(text: string, prefix: string): YmlReport {
  const problems: string[] = [];
  const offers: YmlOffer[] = [];
  const categories = new Map<string, string | null>();
  const shop: Record<string, string> = {};
  const shopChildren: string[] = [];
  if (!text.startsWith('<?xml version="1.0" encoding="UTF-8"?>'))
    problems.push('the first bytes are not the declaration');

  const path: string[] = [];
  let words = '';
  let offer: YmlOffer | null = null;
  const parser = new SaxesParser();
  parser.on('error', (error) => problems.push(`not well-formed: ${error.message}`));
  parser.on('opentag', ({ name, attributes }) => {
    const parent = path.at(-1);
    path.push(name);
    words = '';
    const given = attributes as Record<string, string>;
    if (path.length === 1 && name !== 'yml_catalog') problems.push(`the root is ${name}`);
    if (name === 'yml_catalog' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?[+-]\d\d:\d\d$/.test(given.date ?? ''))
      problems.push(`date ${given.date}`);
    if (parent === 'shop') shopChildren.push(name);
    if (name === 'currency' && !(/^RU[BR]$/.test(given.id ?? '') && given.rate === '1'))
      problems.push('a strange currency');
    if (name === 'category') {
      if (!/^[1-9]\d*$/.test(given.id ?? '')) problems.push(`category id ${given.id}`);
      if (categories.has(given.id!)) problems.push(`category ${given.id} stands twice`);
      categories.set(given.id!, given.parentId ?? null);
    }
    if (name === 'offer') offer = { attributes: given, fields: {}, elements: [] };
    else if (offer && parent === 'offer') offer.elements.push(name);
    if (name === 'option') problems.push(...optionProblems(given));
    if (name === 'param' && !given.name) problems.push('a param without a name');
  });
  parser.on('text', (piece) => {
    words += piece;
  });
  parser.on('cdata', (piece) => {
    words += piece;
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    const value = words.trim();
    path.pop();
    const parent = path.at(-1);
    if (parent === 'shop' && ['name', 'company', 'url'].includes(name)) shop[name] = value;
    if (name === 'category' && value === '') problems.push('a category without a name');
    if (offer && parent === 'offer') {
      offer.fields[name] = [...(offer.fields[name] ?? []), value];
      if (value === '' && !isSelfClosing && name !== 'delivery-options')
        problems.push(`empty ${name} in ${offer.attributes.id}`);
    }
    if (name === 'offer' && offer) {
      offers.push(offer);
      offer = null;
    }
    words = '';
  });
  parser.write(text).close();

  for (const name of ['name', 'company', 'url']) if (!shop[name]) problems.push(`the shop has no ${name}`);
  const places = ['name', 'company', 'url', 'currencies', 'categories', 'delivery-options', 'offers'].map((name) =>
    shopChildren.indexOf(name),
  );
  const found = places.filter((place) => place >= 0);
  if (found.some((place, at) => at > 0 && place < found[at - 1]!)) problems.push(`order of the shop: ${shopChildren}`);
  problems.push(...categoryProblems(categories), ...offers.flatMap((one) => offerProblems(one, categories, prefix)));
  const ids = offers.map(({ attributes }) => attributes.id);
  if (new Set(ids).size !== ids.length) problems.push('an offer id stands twice');
  if (!shop.url?.startsWith(prefix)) problems.push(`the shop's address ${shop.url}`);
  return { problems, offers, categories, shop };
}

function categoryProblems(categories: Map<string, string | null>): string[] {
  return [...categories].flatMap(([id, parent]) => {
    if (parent !== null && !categories.has(parent)) return [`category ${id}: no parent ${parent}`];
    const seen = new Set([id]);
    for (let at = parent; at; at = categories.get(at) ?? null) {
      if (seen.has(at)) return [`category ${id}: a circle`];
      seen.add(at);
    }
    return [];
  });
}

function offerProblems(
  { attributes, fields, elements }: YmlOffer,
  categories: Map<string, unknown>,
  prefix: string,
): string[] {
  const reported: string[] = [];
  const say = (words: string) => reported.push(`offer ${attributes.id}: ${words}`);
  const one = (name: string) => fields[name]?.[0] ?? '';
  if (!/^[0-9A-Za-z.,/\\()[\]=_-]{1,20}$/.test(attributes.id ?? '')) say('a bad id');
  if (!['true', 'false'].includes(attributes.available ?? '')) say(`available ${attributes.available}`);
  if (attributes.group_id !== undefined && !/^\d{1,9}$/.test(attributes.group_id)) say(`group ${attributes.group_id}`);
  for (const name of required) if (one(name) === '') say(`no ${name}`);
  for (const [name, values] of Object.entries(fields)) {
    if (!order.includes(name)) say(`an unknown element ${name}`);
    if (values.length > 1 && !repeated.has(name)) say(`${name} stands ${values.length} times`);
  }
  const ranks = elements.map((name) => order.indexOf(name));
  if (ranks.some((rank, at) => at > 0 && rank < ranks[at - 1]!)) say(`order ${elements}`);
  for (const name of ['price', 'oldprice']) {
    if (fields[name] && !(/^\d+(\.\d{1,2})?$/.test(one(name)) && Number(one(name)) > 0)) say(`${name} ${one(name)}`);
  }
  if (fields.oldprice && !(Number(one('oldprice')) > Number(one('price')))) say('oldprice is not greater');
  if (!/^RU[BR]$/.test(one('currencyId'))) say(`currency ${one('currencyId')}`);
  if (!categories.has(one('categoryId'))) say(`no category ${one('categoryId')}`);
  for (const address of [...(fields.url ?? []), ...(fields.picture ?? [])]) {
    // Percent-encoded: nothing but the signs an address may hold.
    const isPlain = /^https:\/\/[\w!#$%&'()*+,./:;=?@[\]~-]+$/.test(address) && URL.canParse(address);
    if (!isPlain || !address.startsWith(prefix)) say(`address ${address}`);
  }
  if ((fields.picture?.length ?? 0) > 10) say('too many pictures');
  if (one('description').length > 3_000) say('a long description');
  if (one('delivery') === 'true' && !fields['delivery-options']) say('delivery without options');
  if (fields.weight && !(Number(one('weight')) > 0 && /^\d+(\.\d{1,3})?$/.test(one('weight'))))
    say(`weight ${one('weight')}`);
  for (const barcode of fields.barcode ?? []) if (!/^\d{8,14}$/.test(barcode)) say(`barcode ${barcode}`);
  return reported;
}

function optionProblems({ cost, days, 'order-before': before }: Record<string, string>): string[] {
  const [from = '', to = from] = (days ?? '').split('-');
  const isDays = /^\d+(-\d+)?$/.test(days ?? '') && Number(from) <= Number(to) && Number(to) <= 31;
  const isHour = before === undefined || (/^\d+$/.test(before) && Number(before) >= 1 && Number(before) <= 23);
  return [
    ...(/^\d+$/.test(cost ?? '') ? [] : [`option cost ${cost}`]),
    ...(isDays ? [] : [`option days ${days}`]),
    ...(isHour ? [] : [`option hour ${before}`]),
  ];
}
