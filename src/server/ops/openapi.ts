/** The description of the ops port for programs, made from the table of its paths (OpenAPI 3.1). */
import { VERSION } from '../../config/identity.ts';
import { FORECAST_PATH, FORECAST_ROUTE } from '../forecasts/forecast-door.ts';
import { HTTP_ERRORS } from '../http/errors.ts';
import type { DescribedRoute } from './ops-answer.ts';
import type { OpsRoute } from './ops-route.ts';

const MANIFEST = {
  required: true,
  description: 'A manifest with at least one DaemonSet, up to 2 MiB.',
  content: { 'application/yaml': {}, 'application/json': {} },
};

const ERROR_REFERENCE = { $ref: '#/components/schemas/Error' };

export function openApiOf(routes: Readonly<Record<string, OpsRoute>>) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daemonward, ops port',
      version: VERSION,
      description:
        'Probes, metrics, state and explanations, read-only. docs/explain.md has the shapes in words.',
    },
    paths: {
      ...Object.fromEntries(
        Object.entries(routes).map(([path, route]) => [path, { get: operation(path, route) }]),
      ),
      [FORECAST_PATH]: { post: { ...operation(FORECAST_PATH, FORECAST_ROUTE), requestBody: MANIFEST } },
    },
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message'],
              properties: {
                code: { type: 'string', enum: Object.keys(HTTP_ERRORS) },
                message: { type: 'string' },
              },
            },
          },
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'With ops.access: token.' } },
    },
  };
}

function operation(
  path: string,
  { summary, access, query = {}, types = ['application/json'] }: DescribedRoute,
) {
  const inPath = parametersIn(path);
  return {
    summary,
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(query).map(([name, description]) => ({
        name,
        in: 'query',
        required: false,
        description,
        schema: { type: 'string' },
      })),
    ],
    responses: {
      200: { description: summary, content: Object.fromEntries(types.map((type) => [type, {}])) },
      default: { description: 'An error.', content: { 'application/json': { schema: ERROR_REFERENCE } } },
    },
    security: access === 'open' ? [] : [{}, { token: [] }],
  };
}

function parametersIn(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}
