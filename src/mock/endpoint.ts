import { type HttpHandler, HttpResponse, http } from 'msw';
import { ValidationError } from 'yup';
import { defaultLanguage } from '@/contract/core/languages';
import { type Allow, isAllowed } from '@/contract/core/permissions';
import { toFieldErrors } from './family';
import { Refusal } from './refusal';
import { findTokenOwner, type JsonRecord, type Person, type World } from './world';

/** The parts of a request that handlers use. */
export interface Call {
  world: World;
  person: Person | undefined;
  params: Record<string, string>;
  query: URLSearchParams;
  body: JsonRecord;
  language: string;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Handler of one endpoint below the API's base: checks the permissions of the contract, runs, responds in the wire
 * format.
 */
export function endpoint(
  world: World,
  [method, path]: [Method, string],
  allow: Allow,
  run: (call: Call) => unknown,
): HttpHandler {
  return http[method](`*/rest/${path}`, async ({ request, params }) => {
    try {
      const query = new URL(request.url).searchParams;
      const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
      const person = findTokenOwner(world, token);
      assertAllowed(allow, person);
      const body = await bodyOf(request);
      const language = String(query.get('language') ?? body.language ?? defaultLanguage);
      const texts = params as Record<string, string>;
      const answer = await run({ world, person, params: texts, query, body, language });
      return HttpResponse.json(answer as JsonRecord, {
        status: method === 'post' && isRow(answer) ? 201 : 200,
      });
    } catch (error) {
      return toRefusal(error).respond();
    }
  });
}

function assertAllowed(allow: Allow, person: Person | undefined): void {
  if (allow === 'public') return;
  if (!person) throw new Refusal('NOT_AUTHENTICATED');
  if (!isAllowed(allow, person.session.permissions)) throw new Refusal('FORBIDDEN');
}

async function bodyOf(request: Request): Promise<JsonRecord> {
  if (request.method === 'GET' || !request.headers.get('content-type')?.includes('json')) return {};
  const body: unknown = await request.json().catch(() => ({}));
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonRecord) : {};
}

const isRow = (answer: unknown) => typeof answer === 'object' && answer !== null && 'version' in answer;

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ValidationError)
    return new Refusal('VALIDATION_FAILED', { errors: toFieldErrors(error) });
  // An error of the mock itself: the panel shows INTERNAL, the console the stack.
  console.error(error);
  return new Refusal('INTERNAL');
}
