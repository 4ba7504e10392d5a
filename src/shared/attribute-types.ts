/** Types of attributes, as the back office and its journal name them. */
export const attributeTypeWords = { text: 'текст', number: 'число', enum: 'список', boolean: 'да или нет' } as const;
