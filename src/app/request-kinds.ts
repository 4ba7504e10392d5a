import type { FastifyRequest } from 'fastify';

export function isMutation(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
}

/** A change of a cart, by a call or by a form (S8-08). */
export function isCartSave(request: FastifyRequest): boolean {
  return isMutation(request) && /^(?:\/api(?:\/ecm\/[^/]+)?)?\/cart(?:\/|\.data|\?|$)/.test(request.url);
}
