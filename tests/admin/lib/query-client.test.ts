import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ClientError } from '@/lib/api/errors';
import { createQueryClient, retryDelay, shouldRetry } from '@/lib/api/query-client';

const lost = new ClientError('NETWORK_ERROR');
const refused = new ClientError('FORBIDDEN', { status: 403 });

describe('retrying (specification §9)', () => {
  it.each([
    ['no answer', lost, true],
    ['a timeout', new ClientError('REQUEST_TIMEOUT'), true],
    ['500', new ClientError('INTERNAL', { status: 500 }), true],
    ['503', new ClientError('UNAVAILABLE', { status: 503 }), true],
    ['400', new ClientError('BAD_REQUEST', { status: 400 }), false],
    ['401', new ClientError('NOT_AUTHENTICATED', { status: 401 }), false],
    ['403', refused, false],
    ['404', new ClientError('NOT_FOUND', { status: 404 }), false],
    ['429', new ClientError('TOO_MANY_REQUESTS', { status: 429 }), false],
    ['a cancelled request', new ClientError('CANCELLED'), false],
    ['a mistake of ours', new TypeError('x is not a function'), false],
  ])('after %s: %s', (_name, error, expected) => {
    expect(shouldRetry(0, error)).toBe(expected);
  });

  it('three times and no more', () => {
    expect([0, 1, 2, 3, 4].map((failures) => shouldRetry(failures, lost))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('waits twice as long each time, at most 30 seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('makes four requests in all', async () => {
    vi.useFakeTimers();
    const ask = vi.fn().mockRejectedValue(lost);

    const answer = createQueryClient(vi.fn())
      .query({ queryKey: ['x'], queryFn: ask, retry: shouldRetry })
      .catch(() => 'failed');
    await vi.advanceTimersByTimeAsync(60_000);

    expect(await answer).toBe('failed');
    expect(ask).toHaveBeenCalledTimes(4);
    vi.useRealTimers();
  });

  it('asks again every ten seconds while the server is away, and not after its own errors', async () => {
    vi.useFakeTimers();
    const ask = vi.fn().mockRejectedValue(lost);
    const client = createQueryClient(vi.fn());
    const stop = new QueryObserver(client, { queryKey: ['x'], queryFn: ask }).subscribe(vi.fn());
    await vi.advanceTimersByTimeAsync(8000);
    expect(ask).toHaveBeenCalledTimes(4);

    ask.mockRejectedValue(refused);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ask).toHaveBeenCalledTimes(5);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(5);
    stop();
    vi.useRealTimers();
  });

  it('keeps unused data for five minutes', () => {
    expect(createQueryClient(vi.fn()).getDefaultOptions().queries?.gcTime).toBe(300_000);
  });
});

describe('an error surfaces once', () => {
  it('of a mutation always', async () => {
    const showError = vi.fn();
    const client = createQueryClient(showError);

    await mutate(client, () => Promise.reject(refused));

    expect(showError).toHaveBeenCalledExactlyOnceWith(refused);
  });

  it('of a mutation that shows its errors itself never', async () => {
    const showError = vi.fn();
    const client = createQueryClient(showError);

    await mutate(client, () => Promise.reject(refused), { silent: true });

    expect(showError).not.toHaveBeenCalled();
  });

  it('of a query only when it asks for that and its screen already shows data', async () => {
    const showError = vi.fn();
    const client = createQueryClient(showError);
    const queryFn = () => Promise.reject(refused);
    const observer = new QueryObserver(client, { queryKey: ['x'], queryFn, meta: { toast: true } });

    await observer.refetch();
    expect(showError).not.toHaveBeenCalled();

    client.setQueryData(['x'], ['row']);
    await observer.refetch();
    expect(showError).toHaveBeenCalledExactlyOnceWith(refused);

    client.setQueryData(['y'], ['row']);
    await new QueryObserver(client, { queryKey: ['y'], queryFn }).refetch();
    expect(showError).toHaveBeenCalledOnce();
  });

  it('of a cancelled request never', async () => {
    const showError = vi.fn();

    await mutate(createQueryClient(showError), () => Promise.reject(new ClientError('CANCELLED')));

    expect(showError).not.toHaveBeenCalled();
  });
});

function mutate(
  client: ReturnType<typeof createQueryClient>,
  mutationFn: () => Promise<unknown>,
  meta: Record<string, unknown> = {},
) {
  return client
    .getMutationCache()
    .build(client, { mutationFn, meta })
    .execute(undefined)
    .catch(() => undefined);
}
