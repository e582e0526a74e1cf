import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { WaitingQueue } from '@/features/orders/queue/waiting-queue';
import { changeQueue, readQueue, type WaitingStep } from '@/lib/queue/waiting';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

/** Steps of orders that were made without a network. */

const anna = 1;
const key = (place: number) => `key-${place}`;
const step = (place: number, more: Partial<WaitingStep> = {}): WaitingStep => ({
  ...{ kind: 'step', key: key(place), at: new Date().toISOString(), method: 'put', path: 'orders/12' },
  ...{ body: { order_status: 'order-out-for-delivery', version: 3 }, subject: 'order:12' },
  ...{ id: 12, number: '2611-482', to: 'order-out-for-delivery', href: '/orders/12' },
  ...more,
});
const ofOther = (place: number) =>
  step(place, { path: 'orders/13', subject: 'order:13', number: '2611-483' });

interface StepSent {
  path: string;
  key: string | null;
  body: Record<string, unknown>;
}

function serve(answer: (asked: StepSent, place: number) => Response | undefined = () => undefined) {
  const asked: StepSent[] = [];
  server.use(
    http.put(api('orders/:id'), async ({ request }) => {
      const one: StepSent = {
        path: new URL(request.url).pathname.replace(/^.*\/orders/, 'orders'),
        key: request.headers.get('idempotency-key'),
        body: (await request.json()) as Record<string, unknown>,
      };
      asked.push(one);
      return answer(one, asked.length) ?? HttpResponse.json({ id: 12, version: 3 + asked.length });
    }),
  );
  return asked;
}

beforeEach(() => {
  localStorage.clear();
});

const conflict = () => HttpResponse.json({ message: 'CONFLICT', errors: {} }, { status: 409 });
const keysLeft = () => readQueue(anna).map((entry) => entry.key);

describe('the queue', () => {
  it('is sent in order with its keys, and a step over a step gets the version that the first one gave', async () => {
    changeQueue(anna, () => [step(1), ofOther(2), step(3, { to: 'order-completed', body: { version: 3 } })]);
    const asked = serve();
    renderScreen(<WaitingQueue />, '/orders');

    await waitFor(() => expect(keysLeft()).toEqual([]));
    expect(asked.map((one) => [one.path, one.key])).toEqual([
      ['orders/12', key(1)],
      ['orders/13', key(2)],
      ['orders/12', key(3)],
    ]);
    expect(asked[2]?.body.version).toBe(4);
  });

  it('waits while there is no network, and goes on when it is back', async () => {
    changeQueue(anna, () => [step(1)]);
    let isBack = false;
    const asked = serve(() => (isBack ? undefined : HttpResponse.error()));
    renderScreen(<WaitingQueue />, '/orders');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Ждёт сети: 1' })).toBeVisible();

    isBack = true;
    window.dispatchEvent(new Event('online'));

    await waitFor(() => expect(keysLeft()).toEqual([]));
    expect(asked.map((one) => one.key)).toEqual([key(1), key(1)]);
  });

  it('holds the next step of a refused order and sends those of others', async () => {
    changeQueue(anna, () => [step(1), step(2), ofOther(3)]);
    const asked = serve(({ path }) => (path === 'orders/12' ? conflict() : undefined));
    renderScreen(<WaitingQueue />, '/orders');

    await waitFor(() => expect(keysLeft()).toEqual([key(1), key(2)]));
    expect(asked.map((one) => one.key)).toEqual([key(1), key(3)]);
    expect(readQueue(anna)[0]?.refusal?.code).toBe('CONFLICT');
  });

  it('is never sent with the session of somebody else', async () => {
    changeQueue(anna, () => [step(1)]);
    const asked = serve();
    renderScreen(<WaitingQueue />, '/orders');
    const checks: string[] = [];
    let person = anna;
    server.use(
      http.get(api('me'), ({ request }) => {
        checks.push(request.url);
        const me = { id: person, name: 'Анна', email: 'anna@demo.ru', shops: [], managed_shop: null };
        // Another tab signs in as another person after the screen has read who is here.
        person = 2;
        return HttpResponse.json({ ...me, permissions: [] });
      }),
    );
    await waitFor(() => expect(checks).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve));

    expect(asked).toEqual([]);
    expect(keysLeft()).toEqual([key(1)]);
  });

  it('asks about a step that is older than the server remembers keys', async () => {
    const at = new Date(Date.now() - 21 * 3600_000).toISOString();
    changeQueue(anna, () => [step(1, { at })]);
    const asked = serve();
    renderScreen(<WaitingQueue />, '/orders');

    await waitFor(() => expect(readQueue(anna)[0]?.refusal?.code).toBe('TOO_OLD'));
    expect(asked).toEqual([]);
  });

  it('gives up an entry that the server cannot handle, after three times', async () => {
    changeQueue(anna, () => [step(1, { failures: 2 })]);
    serve(() => HttpResponse.json({ message: 'INTERNAL' }, { status: 500 }));
    renderScreen(<WaitingQueue />, '/orders');

    await waitFor(() => expect(readQueue(anna)[0]?.refusal?.status).toBe(500));
  });

  it('ignores what is stored in another shape', () => {
    localStorage.setItem(`gostiny-queue:${anna}`, '[{"key":1},null,"x"]');
    expect(readQueue(anna)).toEqual([]);
    localStorage.setItem(`gostiny-queue:${anna}`, '{');
    expect(readQueue(anna)).toEqual([]);
  });
});

describe('the list of what waits', () => {
  it('says why a step was refused, and drops it together with those that were made over it', async () => {
    const refusal = { code: 'CONFLICT', status: 409 };
    changeQueue(anna, () => [step(1, { refusal }), step(2, { to: 'order-completed' }), ofOther(3)]);
    serve(() => HttpResponse.error());
    renderScreen(
      <>
        <WaitingQueue />
        <ModalHost />
      </>,
      '/orders',
    );
    await userEvent.click(await screen.findByRole('button', { name: /Не выполнено/ }));
    const [refused, held] = await screen.findAllByRole('listitem');
    if (!refused || !held) throw new Error('No rows');

    expect(within(refused).getByText(/изменил кто-то другой/)).toBeVisible();
    expect(within(refused).getByText(/отменится ещё 1 следующий шаг/)).toBeVisible();
    expect(within(held).getByText('Ждёт шага выше')).toBeVisible();
    await userEvent.click(within(refused).getByRole('button', { name: 'Не выполнять' }));

    expect(keysLeft()).toEqual([key(3)]);
  });
});
