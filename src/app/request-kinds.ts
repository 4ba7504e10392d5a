import type { FastifyRequest } from 'fastify';
import { dataEnd } from '#shared/data-address.ts';

export function isMutation(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
}

const cartAddress = new RegExp(String.raw`^(?:/api(?:/ecm/[^/]+)?)?/cart(?:/|${dataEnd}|\?|$)`);

/** A change of a cart, by a call or by a form (S8-08). */
export function isCartSave(request: FastifyRequest): boolean {
  return isMutation(request) && cartAddress.test(request.url);
}
