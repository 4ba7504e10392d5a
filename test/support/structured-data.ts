import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

const validator = new Validator(await schemaOrg());

/**
 * What schema.org's vocabulary and Google's rules find wrong in the markup of a page: errors only, one sentence each.
 */
export async function markupProblems(html: string): Promise<string[]> {
  const found = new WebAutoExtractor({ addLocation: false, embedSource: ['rdfa', 'microdata'] }).parse(html);
  const issues = await validator.validate(found);
  return issues
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ rootType, path = [], issueMessage }) => {
      const where = path.map(({ property, type }) => property ?? type).join('.');
      return `${rootType} ${where}: ${issueMessage}`;
    });
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a page says
export function jsonLdOf(html: string): any[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
    JSON.parse(text),
  );
}

/**
 * schema.org's vocabulary as the validator wants it (`schemaorg-all.jsonld`), made from the N-Quads of the package:
 * classes with what they are kinds of, properties with whose they are.
 */
async function schemaOrg(): Promise<object> {
  const quads = await readFile(fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq')), 'utf8');
  const classes = new Map<string, string[]>();
  const properties = new Map<string, string[]>();
  const schema = 'http://schema.org/';
  const of = (kind: Map<string, string[]>, name: string) => {
    const known = kind.get(name) ?? [];
    kind.set(name, known);
    return known;
  };
  for (const [, subject = '', predicate = '', object = ''] of quads.matchAll(/^<([^>]+)> <([^>]+)> <([^>]+)> /gm)) {
    if (!subject.startsWith(schema)) continue;
    const name = subject.slice(schema.length);
    if (predicate.endsWith('#type') && object.endsWith('#Class')) of(classes, name);
    else if (predicate.endsWith('#type') && object.endsWith('#Property')) of(properties, name);
    else if (predicate.endsWith('#subClassOf')) of(classes, name).push(object);
    else if (predicate === `${schema}domainIncludes`) of(properties, name).push(object);
  }
  if (classes.size < 500 || properties.size < 1_000) throw new Error('The vocabulary of schema.org could not be read');
  const named = (iri: string) => ({ '@id': iri.replace(schema, 'schema:') });
  return {
    '@graph': [
      ...[...classes].map(([name, parents]) => ({
        '@id': `schema:${name}`,
        '@type': 'rdfs:Class',
        'rdfs:subClassOf': parents.map(named),
      })),
      ...[...properties].map(([name, domains]) => ({
        '@id': `schema:${name}`,
        '@type': 'rdf:Property',
        'schema:domainIncludes': domains.map(named),
      })),
    ],
  };
}
