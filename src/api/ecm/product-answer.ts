import { z } from 'zod';
import {
  type Answer,
  type CardFacts,
  type cardFields,
  factFields,
  offerFields,
  type ProductCard,
} from '#modules/catalogue/card.ts';
import { jsonBytes } from '#platform/json-bytes.ts';
import { perObject } from '#shared/per-object.ts';

type Fields = typeof cardFields;
type NameOf<Name, Field> = Field extends { answer: false }
  ? never
  : Field extends { answer: { name: infer Other extends string } }
    ? Other
    : Name;
type SchemaOf<Field> = Field extends { answer: { schema: infer Schema extends z.ZodType } }
  ? Schema
  : Field extends { schema: infer Schema extends z.ZodType }
    ? Schema
    : never;
type AnswerShape = { [Name in keyof Fields as NameOf<Name, Fields[Name]>]: SchemaOf<Fields[Name]> };

type ReportedField = Required<Omit<Answer<unknown>, 'business'>> & { field: keyof ProductCard; business: boolean };

/** The fields that programs are told, as `cardFields` says. */
function reportedFieldsOf(fields: object): ReportedField[] {
  type Entry = [field: keyof ProductCard, own: { schema: z.ZodType; answer?: false | Answer<unknown> }];
  return (Object.entries(fields) as Entry[]).flatMap(([field, { schema, answer }]) => {
    if (answer === false) return [];
    const of = answer?.of ?? ((value) => value);
    const json = answer?.json ?? ((value) => (isPlain(value) ? value : jsonBytes(of(value))));
    const business = answer?.business ?? false;
    return [{ field, name: answer?.name ?? field, schema: answer?.schema ?? schema, of, json, business }];
  });
}

/** Written as JSON as it is. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value === null;
}

const facts = reportedFieldsOf(factFields);
const offer = reportedFieldsOf(offerFields);

/** A product in every answer (S7-10): roubles per sales unit, kilograms, counts in whole sales units. */
export const ProductAnswer = z.object(
  Object.fromEntries([...facts, ...offer].map(({ name, schema }) => [name, schema])) as AnswerShape,
);
export type ProductAnswer = z.infer<typeof ProductAnswer>;

/** `buyer_price` stands in the answer only for a buyer with a column of his own. */
export function productAnswer(card: ProductCard, isBusiness: boolean): ProductAnswer {
  return answerOf([...facts, ...offer], card, isBusiness) as ProductAnswer;
}

function answerOf(reportedFields: ReportedField[], card: CardFacts, isBusiness: boolean): Record<string, unknown> {
  const own = reportedFields.filter(({ business }) => isBusiness || !business);
  return Object.fromEntries(own.map(({ field, name, of }) => [name, of((card as ProductCard)[field])]));
}

const factsJson = perObject((own: CardFacts) => jsonBytes(answerOf(facts, own, false)).slice(0, -1));

/**
 * `productAnswer` as JSON in bytes (`jsonBytes`): what does not change with the branch is written once per product,
 * most of the text.
 */
export function productJson(own: CardFacts, card: ProductCard, isBusiness: boolean): string {
  let text = factsJson(own);
  for (const { field, name, json, business } of offer) {
    if (isBusiness || !business) text += `,"${name}":${json(card[field])}`;
  }
  return `${text}}`;
}
