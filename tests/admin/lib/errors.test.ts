import common from '@locales/ru/common.json';
import i18next from 'i18next';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '@/contract/core/errors';
import { api } from '@/lib/api/client';
import { ClientError, errorText, messageKey, type Translate, toClientError } from '@/lib/api/errors';
import { server } from '../server';

const url = 'http://localhost/admin/rest/tags';

async function errorOf(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ClientError> {
  const answer = typeof body === 'string' ? new HttpResponse(body, { status, headers }) : undefined;
  server.use(
    http.post(url, () => answer ?? HttpResponse.json(body as Record<string, unknown>, { status, headers })),
  );
  return api.post('tags', {}).then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error as ClientError,
  );
}

describe('error bodies', () => {
  it('our own: code, fields, request id and the current row', async () => {
    const error = await errorOf(409, { message: 'CONFLICT', request_id: 'r-1', current: { id: 1 } });

    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      code: 'CONFLICT',
      status: 409,
      requestId: 'r-1',
      current: { id: 1 },
      fields: {},
    });
  });

  it.each([
    ['NOT_FOUND', 'NOT_FOUND'],
    ['SHOP_ERROR.NOT_FOUND', 'NOT_FOUND'],
    ['A.B.COUPON_NOT_FOUND', 'COUPON_NOT_FOUND'],
  ])('a code is compared by what follows the last dot: %s', async (message, code) => {
    expect((await errorOf(400, { message })).code).toBe(code);
  });

  it('a sentence is kept as the message, the code follows from the status', async () => {
    expect(await errorOf(403, { message: 'User does not have the right roles.' })).toMatchObject({
      code: 'FORBIDDEN',
      message: 'User does not have the right roles.',
    });
  });

  it.each([
    [401, 'NOT_AUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [413, 'PAYLOAD_TOO_LARGE'],
    [422, 'VALIDATION_FAILED'],
    [429, 'TOO_MANY_REQUESTS'],
    [418, 'BAD_REQUEST'],
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
  ])('%s without a message is %s', async (status, code) => {
    expect((await errorOf(status, '')).code).toBe(code);
  });

  it('fields next to a message', async () => {
    const error = await errorOf(422, {
      message: 'VALIDATION_FAILED',
      errors: { name: ['error-name-required'], age: 'bad' },
    });

    expect(error.fields).toEqual({ name: ['error-name-required'], age: ['bad'] });
  });

  it('a bare map of fields, with 422 only', async () => {
    const bare = await errorOf(422, { name: ['The name is required.'] });

    expect(bare).toMatchObject({ code: 'VALIDATION_FAILED', fields: { name: ['The name is required.'] } });
    expect(bare.message).toBe('The name is required.');
    expect((await errorOf(400, { name: ['x'] })).fields).toEqual({});
  });

  it('a list of messages, and {error}', async () => {
    expect(
      (await errorOf(400, { statusCode: 400, message: ['first', 'second'], error: 'Bad Request' })).message,
    ).toBe('first');
    expect((await errorOf(400, { error: 'Bad Request' })).message).toBe('Bad Request');
  });

  it('a text body, but not a page of HTML', async () => {
    expect((await errorOf(404, 'No such thing')).message).toBe('No such thing');
    expect((await errorOf(502, '<html>Bad gateway</html>')).message).toBe('UNAVAILABLE');
  });

  it('the seconds to wait', async () => {
    expect((await errorOf(429, { message: 'TOO_MANY_REQUESTS' }, { 'Retry-After': '30' })).retryAfter).toBe(
      30,
    );
  });

  it('no response', async () => {
    server.use(http.get(url, () => HttpResponse.error()));

    const error = await api.get('tags').catch(toClientError);

    expect(error).toMatchObject({ code: 'NETWORK_ERROR', status: undefined });
  });

  it('anything else that was thrown', () => {
    expect(toClientError(new Error('boom'))).toMatchObject({ code: 'UNKNOWN', message: 'boom' });
    expect(toClientError('text')).toMatchObject({ code: 'UNKNOWN', message: 'text' });
    const known = new ClientError('NOT_FOUND');
    expect(toClientError(known)).toBe(known);
  });
});

describe('text of an error', () => {
  const t = i18next.t as Translate;
  const textOf = (code: string) => t(messageKey(new ClientError(code)), {});
  const { errors } = common;

  it.each(Object.keys(errorCodes))('%s has its own text', (code) => {
    expect(textOf(code)).toBe(new Map(Object.entries(errors)).get(code));
  });

  it('no response has one, and all other errors share one', () => {
    expect(textOf('NETWORK_ERROR')).toBe(errors.network);
    expect(textOf('COUPON_NOT_FOUND')).toBe(errors.unknown);
    expect(textOf('toString')).toBe(errors.unknown);
  });

  it('is the server’s own message when its code is not in the catalogue', () => {
    const refused = (message: string, code = 'BAD_REQUEST') =>
      new ClientError(code, { message, status: 400 });

    expect(errorText(t, refused('Купон закончился'))).toBe('Купон закончился');
    expect(errorText(t, refused('COUPON_IS_OVER', 'COUPON_IS_OVER'))).toBe(
      `${errors.unknown} (COUPON_IS_OVER)`,
    );
    expect(errorText(t, refused('WORD_ERROR.NOT_FOUND', 'NOT_FOUND'))).toBe(errors.NOT_FOUND);
    expect(errorText(t, new ClientError('NETWORK_ERROR', { message: 'connect ECONNREFUSED' }))).toBe(
      errors.network,
    );
  });
});
