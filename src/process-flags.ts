/**
 * V8's flags for the web process and the worker. By itself V8 sizes the space of young objects by the machine's memory: 90 MB
 * more on a large one, and no faster, since a page's objects die long before 16 MB are full.
 */
export const processFlags = ['--max-semi-space-size=16'];
