import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Api, ApiContext } from '#api/api.ts';
import { adminDocument } from '#api/docs.ts';
import { registerBackOffice } from './routes.ts';

/** The OpenAPI document of the back office, without a shop: what `admin/openapi.json` holds. */
export async function describeBackOffice(): Promise<object> {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'ИДД: вызовы панели управления', version: '1' } },
    transform: jsonSchemaTransform,
  });
  await app.register(async (scope) => {
    // Routes are described, none is asked: nothing of the shop is needed.
    registerBackOffice(scope as unknown as Api, {} as ApiContext);
  });
  await app.ready();
  const document = adminDocument(app as unknown as Api);
  await app.close();
  return document;
}
