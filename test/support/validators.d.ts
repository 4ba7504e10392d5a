declare module '@adobe/structured-data-validator' {
  export default class Validator {
    constructor(vocabulary: object);
    validate(found: unknown): Promise<
      {
        severity: 'ERROR' | 'WARNING';
        issueMessage: string;
        rootType: string;
        path?: { type?: string; property?: string }[];
      }[]
    >;
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: string[] });
    parse(html: string): unknown;
  }
}
