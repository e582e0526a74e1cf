import axios from 'axios';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { panelAccept } from '@/contract/core/panel-client';
import { api, apiAs, fileUrl } from '@/lib/api/client';
import { ClientError, clientCodes } from '@/lib/api/errors';
import type { EarlyAnswer } from '@/lib/api/preload';
import { uploadFiles } from '@/lib/api/upload';
import { readCredentials, replaceReload, storeCredentials } from '@/lib/session/session';
import { server } from '../server';

const root = 'http://localhost/admin/rest';
const anna = { token: 'abc', permissions: ['super_admin'], role: 'super_admin' };
const reload = vi.fn();

beforeEach(() => {
  reload.mockClear();
  replaceReload(reload);
});

const fails = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error as ClientError,
  );

describe('every request (specification §6, §9)', () => {
  it('sends the token of the cookie as a bearer token and accepts JSON', async () => {
    storeCredentials(anna);
    let headers = new Headers();
    server.use(
      http.get(`${root}/me`, ({ request }) => {
        headers = request.headers;
        return HttpResponse.json({ id: 1 });
      }),
    );

    await api.get('me');

    expect(headers.get('authorization')).toBe('Bearer abc');
    expect(headers.get('accept')).toBe(panelAccept);
  });

  it('has the header also without credentials', async () => {
    let authorization: string | null = null;
    server.use(
      http.get(`${root}/settings`, ({ request }) => {
        authorization = request.headers.get('authorization');
        return HttpResponse.json({});
      }),
    );

    await api.get('settings');

    expect(authorization).toMatch(/^Bearer\s*$/);
  });

  it('sends the query with Cyrillic, semicolons and plus signs intact, without what is undefined', async () => {
    let query = new URLSearchParams();
    server.use(
      http.get(`${root}/tags`, ({ request }) => {
        query = new URL(request.url).searchParams;
        return HttpResponse.json([]);
      }),
    );

    await api.page('tags', { page: 2, search: 'name:хлеб + соль;slug:a&b', language: undefined });

    expect(Object.fromEntries(query)).toEqual({ page: '2', search: 'name:хлеб + соль;slug:a&b' });
  });

  it('is sent with the requested verb and body', async () => {
    const seen: unknown[] = [];
    server.use(
      http.all(`${root}/tags/5`, async ({ request }) => {
        seen.push([request.method, request.method === 'DELETE' ? null : await request.json()]);
        return HttpResponse.json({ id: 5 });
      }),
    );

    await apiAs.post('tags/5', { a: 1 });
    await api.put('tags/5', { name: 'b' });
    await api.patch('tags/5', { name: 'c' });
    await api.remove('tags/5');

    expect(seen).toEqual([
      ['POST', { a: 1 }],
      ['PUT', { name: 'b' }],
      ['PATCH', { name: 'c' }],
      ['DELETE', null],
    ]);
  });
});

describe('is sent before the request library is loaded', () => {
  afterEach(() => {
    window.preloaded = undefined;
    vi.restoreAllMocks();
  });

  it.each([
    {},
    { page: 2, limit: 20, language: undefined, parent: null },
    { search: 'name:хлеб + соль, 5 $;slug:a&b=c', approved: true },
    { searchJoin: 'and', with: "a/b?c#d[e]'(f)!" },
  ])('has the same address as the library writes: %j', (query) => {
    const library = axios.create({ baseURL: '/admin/rest' });

    expect(api.address('tags', query)).toBe(library.getUri({ url: 'tags', params: query }));
  });

  it('is used once, and only by its own request', async () => {
    const asked = vi.fn();
    server.use(
      http.get(`${root}/me`, () => {
        asked();
        return HttpResponse.json({ id: 2 });
      }),
    );
    const address = api.address('me');
    const early = { status: 200, headers: {}, data: { id: 1 } };
    const answerOf = (token: string | undefined) => {
      window.preloaded = { token, hasList: false, responses: { [address]: Promise.resolve(early) } };
    };

    // Preloaded responses are this old only once.
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    storeCredentials(anna);
    answerOf(anna.token);
    expect([await api.get('me'), await api.get('me')]).toEqual([{ id: 1 }, { id: 2 }]);
    answerOf('of another person');
    expect(await api.get('me')).toEqual({ id: 2 });
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe('an error that the early script received', () => {
  const early = (answer: EarlyAnswer) => {
    storeCredentials(anna);
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    window.preloaded = {
      token: anna.token,
      hasList: true,
      responses: { [api.address('tags')]: Promise.resolve(answer) },
    };
  };
  afterEach(() => {
    window.preloaded = undefined;
    vi.restoreAllMocks();
  });

  it('is the first attempt of the client: no second request, the same error', async () => {
    const headers = { 'x-request-id': 'r-1', 'retry-after': '7' };
    early({ status: 429, headers, data: { message: 'TOO_MANY_REQUESTS' } });

    expect(await fails(api.page('tags'))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      requestId: 'r-1',
      retryAfter: 7,
    });
  });

  it('ends a lost session', async () => {
    early({ status: 401, headers: {}, data: { message: 'NOT_AUTHENTICATED' } });

    await fails(api.page('tags'));

    expect(readCredentials()).toBeNull();
  });

  it.each([
    [{ status: 0, headers: {} }, clientCodes.network],
    [{ status: 502, headers: {}, data: '<html>' }, 'UNAVAILABLE'],
  ])('may be no answer of the API: %j', async (answer, code) => {
    early(answer);

    expect((await fails(api.page('tags'))).code).toBe(code);
  });
});

describe('a lost session (specification §6)', () => {
  beforeEach(() => storeCredentials(anna));

  it('401 removes the credentials and reloads the page', async () => {
    server.use(
      http.get(`${root}/tags`, () => HttpResponse.json({ message: 'NOT_AUTHENTICATED' }, { status: 401 })),
    );

    const error = await fails(api.page('tags'));

    expect(error.status).toBe(401);
    expect(readCredentials()).toBeNull();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each(['NOT_AUTHORIZED', 'SHOP_ERROR.NOT_AUTHORIZED'])(
    'so does the code %s with any status',
    async (message) => {
      server.use(http.get(`${root}/tags`, () => HttpResponse.json({ message }, { status: 403 })));

      await fails(api.page('tags'));

      expect(readCredentials()).toBeNull();
      expect(reload).toHaveBeenCalledTimes(1);
    },
  );

  it('several requests under way reload once', async () => {
    server.use(http.get(`${root}/tags`, () => HttpResponse.json({}, { status: 401 })));

    await Promise.all([fails(api.page('tags')), fails(api.page('tags')), fails(api.page('tags'))]);

    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('403 does not sign out', async () => {
    server.use(http.get(`${root}/tags`, () => HttpResponse.json({ message: 'FORBIDDEN' }, { status: 403 })));

    const error = await fails(api.page('tags'));

    expect(error.code).toBe('FORBIDDEN');
    expect(readCredentials()).toEqual(anna);
    expect(reload).not.toHaveBeenCalled();
  });

  it('a refusal that arrives after signing in again does not sign out', async () => {
    server.use(
      http.get(`${root}/tags`, () => {
        storeCredentials({ ...anna, token: 'newer' });
        return HttpResponse.json({}, { status: 401 });
      }),
    );

    await fails(api.page('tags'));

    expect(readCredentials()?.token).toBe('newer');
    expect(reload).not.toHaveBeenCalled();
  });
});

it('401 without credentials (a wrong password) reloads nothing', async () => {
  server.use(http.post(`${root}/token`, () => HttpResponse.json({}, { status: 401 })));

  await fails(api.post('token', { email: '', password: '' }));

  expect(reload).not.toHaveBeenCalled();
});

describe('envelopes of a list', () => {
  const answer = (body: unknown) =>
    server.use(http.get(`${root}/tags`, () => HttpResponse.json(body as Record<string, unknown>)));
  const rows = [{ id: 1 }, { id: 2 }];

  it('page fields at the top become camelCase', async () => {
    answer({
      data: rows,
      current_page: 2,
      per_page: 2,
      from: 3,
      to: 4,
      last_page: 3,
      total: 5,
      first_page_url: 'f',
      last_page_url: 'l',
      next_page_url: 'n',
      prev_page_url: '',
    });

    const page = await api.page('tags');

    expect(page.rows).toEqual(rows);
    expect(page.paginator).toEqual({
      currentPage: 2,
      perPage: 2,
      from: 3,
      to: 4,
      lastPage: 3,
      total: 5,
      totalIsEstimate: false,
      hasMorePages: true,
      firstPageUrl: 'f',
      lastPageUrl: 'l',
      nextPageUrl: 'n',
      prevPageUrl: null,
    });
  });

  it('has more pages unless this is the last one', async () => {
    answer({ data: rows, current_page: 3, last_page: 3 });

    expect((await api.page('tags')).paginator.hasMorePages).toBe(false);
  });

  it('page fields under meta', async () => {
    answer({
      data: rows,
      links: { next: 'n' },
      meta: { current_page: 1, last_page: 4, per_page: 2, total: 8 },
    });

    expect((await api.page('tags')).paginator).toMatchObject({
      lastPage: 4,
      total: 8,
      hasMorePages: true,
      nextPageUrl: 'n',
    });
  });

  it('a bare list is one page', async () => {
    answer(rows);

    const page = await api.page('tags');

    expect(page.rows).toEqual(rows);
    expect(page.paginator).toMatchObject({
      currentPage: 1,
      lastPage: 1,
      total: 2,
      from: 1,
      to: 2,
      hasMorePages: false,
    });
  });

  it('data alone is one page', async () => {
    answer({ data: rows });

    expect((await api.page('tags')).paginator).toMatchObject({ total: 2, hasMorePages: false });
  });

  it('numbers written as text, and page 0 of an empty list', async () => {
    answer({ data: [], current_page: 0, last_page: 0, per_page: '15', total: '0', from: null, to: null });

    expect((await api.page('tags')).paginator).toMatchObject({
      currentPage: 1,
      lastPage: 1,
      perPage: 15,
      total: 0,
      from: null,
      to: null,
      hasMorePages: false,
    });
  });

  it('marks an estimated total', async () => {
    answer({ data: rows, current_page: 1, last_page: 9, total: 20_000, total_is_estimate: true });

    expect((await api.page('tags')).paginator.totalIsEstimate).toBe(true);
  });

  it.each([
    ['a bare list', rows],
    ['data', { data: rows }],
    ['an object keyed by index', { 0: rows[0], 3: rows[1] }],
  ])('a list is read from %s', async (_name, body) => {
    answer(body);

    expect(await api.list('tags')).toEqual(rows);
  });

  it('an unexpected response is an empty list', async () => {
    answer({ message: 'nothing here' });

    expect(await api.list('tags')).toEqual([]);
  });
});

describe('one row', () => {
  it('is requested by its encoded key, with the language', async () => {
    let url = '';
    server.use(
      http.get(`${root}/tags/*`, ({ request }) => {
        url = request.url;
        return HttpResponse.json({ id: 1 });
      }),
    );

    await api.one('tags', 'a/b', { language: 'en' });

    expect(url).toBe(`${root}/tags/a%2Fb?language=en`);
  });

  it('with an empty body is not found', async () => {
    server.use(http.get(`${root}/tags/9`, () => new HttpResponse(null, { status: 200 })));

    const error = await fails(api.one('tags', 9));

    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});

describe('deleting', () => {
  it.each(['true', '1', 'deleted', ''])('ignores the response «%s»', async (body) => {
    server.use(http.delete(`${root}/tags/1`, () => new HttpResponse(body)));

    await expect(api.remove('tags/1')).resolves.toBeUndefined();
  });
});

describe('uploading', () => {
  const file = new File(['x'], 'кот.png', { type: 'image/png' });

  it('sends attachment[] and returns the list', async () => {
    let type = '';
    let body = '';
    server.use(
      http.post(`${root}/attachments`, async ({ request }) => {
        type = request.headers.get('content-type') ?? '';
        body = await request.text();
        return HttpResponse.json([{ id: 1, original: 'o', thumbnail: 't' }]);
      }),
    );

    const uploaded = await uploadFiles([file], () => undefined);

    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain('name="attachment[]"');
    expect(uploaded).toEqual([{ id: 1, original: 'o', thumbnail: 't' }]);
  });

  it('takes a single object too', async () => {
    server.use(
      http.post(`${root}/attachments`, () => HttpResponse.json({ id: 1, original: 'o', thumbnail: 't' })),
    );

    expect(await uploadFiles([file])).toHaveLength(1);
  });
});

describe('address of an upload', () => {
  it.each([
    ['https://cdn.example.ru/a.png', 'https://cdn.example.ru/a.png'],
    ['/admin/rest/uploads/a.png', '/admin/rest/uploads/a.png'],
    ['uploads/a.png', '/admin/rest/uploads/a.png'],
    ['blob:http://localhost/1', 'blob:http://localhost/1'],
    ['javascript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['//evil.example', ''],
    ['', ''],
  ])('%s → %s', (path, url) => {
    expect(fileUrl(path)).toBe(url);
  });
});
